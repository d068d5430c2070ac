import { copyFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { parse } from 'yaml'
import { z } from 'zod'
import { type Called, connectTo, type TreeClient } from './tree-client.ts'

const script = z.object({
  question: z.string(),
  steps: z.array(z.object({ search: z.string(), options: z.record(z.string(), z.unknown()).default({}) })),
})

/** Figures by name; those of an answer are `<name>_text`, `<name>_data` and `<name>_bytes`. */
export type Figures = Record<string, number | null>

const searchAnswer = z.looseObject({ status: z.string().default(''), claims_found: z.array(z.unknown()).default([]) })
const status = z.looseObject({ searches: z.array(z.looseObject({ status: z.string(), pages_fetched: z.number() })) })

/** The demo question, asked of one checkout by its tools alone. */
export async function demoAnswers(root: string, home: string, say: (line: string) => void): Promise<Figures> {
  copyFileSync(join(root, 'demo', 'domains.yaml'), join(home, 'domains.yaml'))
  const { question, steps } = script.parse(parse(readFileSync(join(root, 'demo', 'script.yaml'), 'utf8')))
  const client = await connectTo(root, ['--home', home, '--replay', join(root, 'demo', 'demo-web.warc.gz')])
  try {
    const { tokens: tool_list, names } = await client.toolList()
    const figures: Figures = { tool_list }
    const note = (name: string, { cost }: Called) => {
      Object.assign(figures, {
        [`${name}_text`]: cost.text,
        [`${name}_data`]: cost.data,
        [`${name}_bytes`]: cost.bytes,
      })
      say(`${name}: text ${cost.text}, data ${cost.data} tokens`)
    }
    const created = await client.call('create_task', { query: question })
    const task_id = String(created.data.task_id)
    note('create_task', created)
    const searches = await askedAgain(client, task_id, home, steps)
    figures.search_answered_share = searches.share
    note('search_most_claims', searches.most)
    figures.search_most_claims_count = searchAnswer.parse(searches.most.data).claims_found.length
    const nothing = { task_id, query: 'quorvex plimwright zathum', options: { wait_seconds: 60 } }
    note('search_empty', await client.call('search', nothing))
    note('status', await client.call('get_status', { task_id }))
    note('query_all_claims', await client.call('query_graph', { sql: 'SELECT * FROM claims' }))
    note('query_view', await client.call('query_graph', { sql: 'SELECT * FROM v_contradictions' }))
    note('vector_search', await client.call('vector_search', { query: question, task_id }))
    note('error', await client.call('search', { task_id: 'task_none', query: question }))
    if (names.includes('get_claim')) note('claim', await client.call('get_claim', { claim_id: strongest(home) }))
    note('stop', await client.call('stop_task', { task_id, finish_first: names.includes('get_claim') || undefined }))
    return { ...figures, ...(await reachable(client, task_id, home)) }
  } finally {
    await client.close()
  }
}

/**
 * Each search is begun without waiting, and asked for again when it has ended, as an assistant does whose client does
 * not wait for minutes. Answered completely: an end, and claims wherever the graph has some of this query.
 */
async function askedAgain(
  client: TreeClient,
  task_id: string,
  home: string,
  steps: z.infer<typeof script>['steps'],
): Promise<{ readonly share: number; readonly most: Called }> {
  const answers: Called[] = []
  let complete = 0
  for (const { search: query, options } of steps) {
    await client.call('search', { task_id, query, options: { ...options, wait_seconds: 1 } })
    await searchesEnded(client, task_id)
    const again = await client.call('search', { task_id, query, options: { ...options, wait_seconds: 120 } })
    const { status: end, claims_found: claims } = searchAnswer.parse(again.data)
    const known = rowsOf(
      home,
      'SELECT c.id FROM claims c JOIN queries q ON q.id = c.search_id WHERE q.query = ?',
      query,
    )
    if (end !== 'running' && end !== 'queued' && (claims.length > 0 || known.length === 0)) complete += 1
    answers.push(again)
  }
  const [most] = answers.toSorted((a, b) => claimCount(b) - claimCount(a))
  if (most === undefined) throw new Error('the demo has no search')
  return { share: complete / steps.length, most }
}

function claimCount({ data }: Called): number {
  return searchAnswer.parse(data).claims_found.length
}

async function searchesEnded(client: TreeClient, task_id: string): Promise<void> {
  for (;;) {
    const { searches } = status.parse((await client.call('get_status', { task_id })).data)
    if (searches.every((one) => one.status !== 'running' && one.status !== 'queued')) return
    await wait(500)
  }
}

function rowsOf(home: string, sql: string, ...values: readonly string[]): readonly Record<string, unknown>[] {
  const db = new DatabaseSync(join(home, 'lyra.db'), { readOnly: true })
  try {
    return db.prepare(sql).all(...values)
  } finally {
    db.close()
  }
}

function strongest(home: string): string {
  return String(rowsOf(home, 'SELECT id FROM claims ORDER BY confidence DESC, id LIMIT 1')[0]?.id)
}

/** What the resources give: tokens of the first page, and the share of all claims that their pages lead to. */
async function reachable(client: TreeClient, task_id: string, home: string): Promise<Figures> {
  const ids = rowsOf(home, 'SELECT id FROM claims WHERE task_id = ?', task_id).map((row) => String(row.id))
  const report = await pagesFrom(client, `lyra://tasks/${task_id}/report`)
  const graph = await pagesFrom(client, `lyra://tasks/${task_id}/graph`)
  const share = (pages: readonly string[]) =>
    ids.filter((id) => pages.some((page) => page.includes(id))).length / ids.length
  const cited = new Set(report.flatMap((page) => [...page.matchAll(/(?<!\\)\[(\d+)\]/gu)].map((match) => match[1])))
  const sources = report.join('\n')
  const listed = [...cited].filter((number) => sources.includes(`\n- [${number}] `))
  return {
    report_first_tokens: countTokens(report[0] ?? ''),
    report_largest_tokens: Math.max(...report.map((page) => countTokens(page))),
    report_claims_share: share(report),
    report_citations_share: listed.length / cited.size,
    graph_first_tokens: countTokens(graph[0] ?? ''),
    graph_claims_share: share(graph),
  }
}

/** The page and all whose addresses it names, each once. */
async function pagesFrom(client: TreeClient, first: string): Promise<readonly string[]> {
  const pages = new Map<string, string>()
  const next = [first]
  for (let uri = next.shift(); uri !== undefined; uri = next.shift()) {
    if (pages.has(uri)) continue
    const page = await client.read(uri)
    pages.set(uri, page)
    next.push(
      ...[...page.matchAll(/lyra:\/\/tasks\/[\w/-]+/gu)].map(([found]) => found).filter((at) => at.startsWith(first)),
    )
  }
  return [...pages.values()]
}
