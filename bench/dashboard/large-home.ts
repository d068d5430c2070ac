import { join } from 'node:path'
import type { Claim, Edge } from '../../src/domain/claim.ts'
import { seededRandom } from '../../src/domain/random.ts'
import type { OpenedStore } from '../../src/store/open-store.ts'
import {
  citation,
  claim,
  fragment,
  lookAt,
  openAt,
  page,
  search,
  stance,
  task,
} from '../../test/store/graph-fixture.ts'

/** How many nodes and edges the drawn graph has follows from these. */
export interface LargeTask {
  readonly id: string
  readonly findings: number
  readonly passages: number
  readonly pages: number
  /** Verdicts of each passage, on findings chosen by chance. */
  readonly verdicts: number
  readonly citations: number
}

/** 5,000 nodes (1,000 + 3,500 + 500) and 20,000 edges (14,000 verdicts, 3,500 places, 2,500 citations). */
export const GRAPH_TASK: LargeTask = {
  id: 'task_graph',
  findings: 1000,
  passages: 3500,
  pages: 500,
  verdicts: 4,
  citations: 2500,
}
export const FINDINGS_TASK: LargeTask = {
  id: 'task_findings',
  findings: 500,
  passages: 1500,
  pages: 300,
  verdicts: 3,
  citations: 600,
}

/** A home with these tasks, the same for the same sizes. */
export function buildLargeHome(home: string, tasks: readonly LargeTask[]): void {
  const store = openAt(join(home, 'lyra.db'))
  try {
    for (const large of tasks) store.write(() => addTask(store, large))
  } finally {
    store.close()
  }
}

const WORDS = 'tea lowers raises pressure trial placebo adults weeks dose effect risk sleep heart salt cohort'.split(
  ' ',
)

function addTask(store: OpenedStore, large: LargeTask): void {
  const random = seededRandom(19)
  const below = (n: number) => Math.floor(random.next() * n)
  const sentence = (n: number) => `${Array.from({ length: 9 }, () => WORDS[below(WORDS.length)]).join(' ')} (${n}).`
  const name = (kind: string, n: number) => `${kind}_${large.id}_${n}`
  store.tasks.insert(task(large.id, { query: 'Does tea lower blood pressure?' }))
  store.searches.insert(search(name('s', 0), large.id))
  const pages = Array.from({ length: large.pages }, (_, n) =>
    page(name('page', n), {
      url: `https://site-${n % 120}.example/${large.id}/${n}`,
      domain: `site-${n % 120}.example`,
      title: sentence(n),
    }),
  )
  for (const one of pages) store.pages.save(one)
  lookAt(store, name('s', 0), pages)
  store.fragments.saveAll(
    Array.from({ length: large.passages }, (_, n) => {
      const id = name('frag', n)
      return fragment(id, name('page', n % large.pages), { text_content: sentence(n), text_hash: id, position: n })
    }),
  )
  const claims = Array.from(
    { length: large.findings },
    (_, n): Claim =>
      claim(name('claim', n), large.id, name('frag', n), { claim_text: sentence(n), search_id: name('s', 0) }),
  )
  store.claims.saveAll(claims)
  for (const [n, { id }] of claims.entries()) {
    const status = n % 3 === 0 ? 'contested' : 'verified'
    const standing = {
      confidence: 0.9 - n / 5000,
      verification_status: status,
      supporting_sources: 3,
      refuting_sources: 1,
    } as const
    const ranked = { relevance: 0.5, rank_score: 1 - n / 5000, cause_id: 'cause_bench' }
    store.findings.save({ id: name('find', n), task_id: large.id, claim_id: id, ...standing, ...ranked }, [id], [])
  }
  for (let n = 0; n < large.passages; n += 1) {
    const chosen = new Set<number>()
    while (chosen.size < large.verdicts) chosen.add((n + below(60) * (1 + below(3))) % large.findings)
    for (const about of chosen) {
      const relation = below(4) === 0 ? 'refutes' : 'supports'
      store.edges.saveStance(stance(name('frag', n), name('claim', about), relation, 0.6 + random.next() * 0.4))
    }
  }
  for (const one of citations(large, below)) store.edges.saveCitation(one)
}

function citations(large: LargeTask, below: (n: number) => number): readonly Edge[] {
  const pairs = new Map<string, Edge>()
  while (pairs.size < large.citations) {
    const [citing, cited] = [below(large.pages), below(large.pages)]
    if (citing === cited) continue
    const edge = citation(`page_${large.id}_${citing}`, `page_${large.id}_${cited}`)
    pairs.set(`${citing} ${cited}`, { ...edge, id: `edge_${large.id}_${citing}_${cited}` })
  }
  return [...pairs.values()]
}
