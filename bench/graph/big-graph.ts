import type { DatabaseSync } from 'node:sqlite'
import { stableId } from '../../src/domain/ids.ts'
import { seededRandom } from '../../src/domain/random.ts'

export interface BigGraphSize {
  readonly tasks: number
  readonly claimsPerTask: number
  readonly stancesPerClaim: number
  readonly citations: number
  readonly pagesPerTask: number
  readonly fragmentsPerPage: number
}

/** The graph: 1,000 tasks, 100,000 claims, 1,000,000 edges (900,000 stances and 100,000 citations). */
export const WHOLE: BigGraphSize = {
  tasks: 1000,
  claimsPerTask: 100,
  stancesPerClaim: 9,
  citations: 100_000,
  pagesPerTask: 40,
  fragmentsPerPage: 6,
}

export function timesGraph(size: BigGraphSize, times: number): BigGraphSize {
  return { ...size, tasks: size.tasks * times, citations: size.citations * times }
}

export const bigGraphTasks = (size: BigGraphSize): readonly string[] =>
  Array.from({ length: size.tasks }, (_, t) => stableId('task', 'bench', String(t)))

const AT = '2026-01-15T09:00:00.000Z'
const DOMAINS = ['nejm.org', 'go.jp', 'apnews.com', 'reuters.com', 'wikipedia.org', 'nature.com', 'ac.jp', 'bmj.com']

/** Straight SQL into an open database: one transaction, the same rows for the same size. */
export function buildBigGraph(db: DatabaseSync, size: BigGraphSize): { readonly taskIds: readonly string[] } {
  const random = seededRandom(8)
  const below = (n: number) => Math.floor(random.next() * n)
  const insert = (table: string, columns: string) =>
    db.prepare(
      `INSERT INTO ${table} (${columns}) VALUES (${columns
        .split(',')
        .map(() => '?')
        .join(',')})`,
    )
  const addTask = insert(
    'tasks',
    'id,query,status,max_pages,max_seconds,created_at,updated_at,final_status,stopped_at,cause_id',
  )
  const addQuery = insert('queries', 'id,task_id,query,status,started_at,cause_id')
  const addPage = insert(
    'pages',
    'id,url,domain,title,authors,year,published_at,page_type,route,outcome,fetched_at,cause_id',
  )
  const addFragment = insert(
    'fragments',
    'id,page_id,fragment_type,text_content,position,text_hash,extraction_method,quality_score,created_at,cause_id',
  )
  const addSeen = insert('search_pages', 'query_id,url,page_id,found_by,outcome,cause_id')
  const addClaim = insert(
    'claims',
    'id,task_id,search_id,claim_text,claim_type,expected_polarity,granularity,language,source_fragment_id,span_start,span_end,extraction_method,extraction_quality,created_at,cause_id',
  )
  const addEdge = insert(
    'edges',
    'id,source_type,source_id,target_type,target_id,relation,nli_label,nli_confidence,citation_source,created_at,cause_id,counted',
  )
  const addCommunity = insert('citation_communities', 'task_id,page_id,cluster_id')

  // Tasks share pages as real ones do: each looks at some of a pool about half as large as all their looks.
  const pool = Math.ceil((size.tasks * size.pagesPerTask) / 2)
  const pageId = (n: number) => stableId('page', 'bench', String(n))
  const fragmentId = (page: number, n: number) => stableId('frag', 'bench', String(page), String(n))
  db.exec('BEGIN')
  for (let n = 0; n < pool; n += 1) {
    const domain = n % 3 === 0 ? (DOMAINS[n % DOMAINS.length] as string) : `site${n % 4000}.example`
    const year = 1990 + below(36)
    const url = `https://${domain}/${n}`
    const dated = n % 10 !== 0
    addPage.run(
      pageId(n),
      url,
      domain,
      `Page ${n}`,
      JSON.stringify([`Author ${n % 9000}`, `Second ${n % 7000}`]),
      dated ? year : null,
      dated ? `${year}-04-01` : null,
      n % 5 === 0 ? 'paper' : 'article',
      n % 5 === 0 ? 'api' : 'http',
      'ok',
      AT,
      'cause_bench',
    )
    for (let f = 0; f < size.fragmentsPerPage; f += 1)
      addFragment.run(
        fragmentId(n, f),
        pageId(n),
        'paragraph',
        `シタグリプチンは HbA1c を低下させた。Fragment ${f} of page ${n} speaks of outcome ${(n * 7 + f) % 100}.`.repeat(
          3,
        ),
        f,
        `hash-${n}-${f}`,
        'html',
        0.9,
        AT,
        'cause_bench',
      )
  }
  const taskIds: string[] = []
  const seenByTask: number[][] = []
  for (let t = 0; t < size.tasks; t += 1) {
    const taskId = stableId('task', 'bench', String(t))
    const queryId = stableId('s', 'bench', String(t))
    taskIds.push(taskId)
    addTask.run(taskId, `question ${t}`, 'completed', 120, 1200, AT, AT, 'completed', AT, 'cause_bench')
    addQuery.run(queryId, taskId, `query ${t}`, 'satisfied', AT, 'cause_bench')
    const seen = new Set<number>()
    while (seen.size < Math.min(pool, size.pagesPerTask)) seen.add(below(pool))
    const pages = [...seen]
    seenByTask.push(pages)
    for (const [rank, n] of pages.entries()) {
      addSeen.run(queryId, `seen ${n}`, pageId(n), rank % 8 === 7 ? 'citation' : 'duckduckgo', 'ok', 'cause_bench')
      if (rank < 20) addCommunity.run(taskId, pageId(n), `community ${rank % 4}`)
    }
    for (let c = 0; c < size.claimsPerTask; c += 1) {
      const claimId = stableId('claim', 'bench', String(t), String(c))
      const page = pages[c % pages.length] as number
      addClaim.run(
        claimId,
        taskId,
        queryId,
        `Claim ${c} of task ${t}: outcome ${c % 100} improves.`,
        'fact',
        'affirm',
        'atomic',
        'en',
        fragmentId(page, c % size.fragmentsPerPage),
        0,
        20,
        'builtin',
        0.8,
        AT,
        'cause_bench',
      )
      const judged = new Set<string>()
      while (judged.size < size.stancesPerClaim) {
        const from = fragmentId(pages[below(pages.length)] as number, below(size.fragmentsPerPage))
        if (judged.has(from)) continue
        judged.add(from)
        const draw = random.next()
        const relation = draw < 0.45 ? 'supports' : draw < 0.55 ? 'refutes' : 'neutral'
        addEdge.run(
          stableId('edge', from, claimId, 'stance'),
          'fragment',
          from,
          'claim',
          claimId,
          relation,
          relation,
          0.5 + random.next() / 2,
          null,
          AT,
          'cause_bench',
          relation === 'neutral' ? 0 : 1,
        )
      }
    }
  }
  const cited = new Set<string>()
  while (cited.size < size.citations) {
    // Papers cite papers of the same field, which tasks see together.
    const pages = seenByTask[below(seenByTask.length)] as number[]
    const from = pages[below(pages.length)] as number
    const to = random.next() < 0.7 ? (pages[below(pages.length)] as number) : below(pool)
    const key = `${from} ${to}`
    if (from === to || cited.has(key)) continue
    cited.add(key)
    addEdge.run(
      stableId('edge', key, 'cites'),
      'page',
      pageId(from),
      'page',
      pageId(to),
      'cites',
      null,
      null,
      'openalex',
      AT,
      'cause_bench',
      0,
    )
  }
  db.exec('COMMIT')
  return { taskIds }
}
