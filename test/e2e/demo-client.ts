import { copyFileSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import type { Client } from '@modelcontextprotocol/client'
import { parse } from 'yaml'
import type { StatusAnswer } from '../../src/api/get-status.ts'
import type { QueryAnswer } from '../../src/api/query-graph.ts'
import type { SearchAnswer } from '../../src/api/search.ts'
import type { StopAnswer } from '../../src/api/stop-task.ts'
import type { VectorAnswer } from '../../src/api/vector-search.ts'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))
export const DEMO_ARCHIVE = join(ROOT, 'demo', 'demo-web.warc.gz')

interface DemoStep {
  readonly search: string
  readonly options?: Record<string, unknown>
}

interface DemoScript {
  readonly question: string
  readonly steps: readonly DemoStep[]
}

export const demoScript = parse(readFileSync(join(ROOT, 'demo', 'script.yaml'), 'utf8')) as DemoScript

/** An empty home that trusts the demo's hosts as its user would. */
export function demoHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'lyra-e2e-'))
  copyFileSync(join(ROOT, 'demo', 'domains.yaml'), join(home, 'domains.yaml'))
  return home
}

export async function callTool<T>(
  client: Client,
  name: string,
  input: Record<string, unknown>,
  onprogress?: (update: { message?: string | undefined }) => void,
): Promise<T> {
  const result = await client.callTool(
    { name, arguments: input },
    { timeout: 300_000, ...(onprogress ? { onprogress } : {}) },
  )
  return result.structuredContent as T
}

/** A thread on its way. */
export interface Begun {
  readonly taskId: string
  readonly searches: readonly SearchAnswer[]
  readonly progress: readonly string[]
}

export interface Thread extends Begun {
  readonly status: StatusAnswer
  readonly contradictions: QueryAnswer
  readonly vectors: VectorAnswer
  readonly stopped: StopAnswer
  /** The outline, then the pages of every section. */
  readonly report: readonly string[]
}

/** The task and the first searches of the script, to the end of the citations that they follow. */
export async function beginThread(client: Client, steps: number): Promise<Begun> {
  const progress: string[] = []
  const { task_id: taskId } = await callTool<{ task_id: string }>(client, 'create_task', { query: demoScript.question })
  const searches: SearchAnswer[] = []
  for (const step of demoScript.steps.slice(0, steps)) searches.push(await takeStep(client, taskId, step, progress))
  await citationsFollowed(client, taskId)
  return { taskId, searches, progress }
}

function takeStep(client: Client, taskId: string, { search, options }: DemoStep, progress: string[]) {
  const input = { task_id: taskId, query: search, options: { ...options, wait_seconds: 280 } }
  return callTool<SearchAnswer>(client, 'search', input, (update) => progress.push(update.message ?? ''))
}

/** A search has answered before the citations of its papers are followed. */
export async function citationsFollowed(client: Client, taskId: string): Promise<void> {
  for (;;) {
    const { background } = await callTool<StatusAnswer>(client, 'get_status', { task_id: taskId })
    if (background.citations_pending === 0) return
    await new Promise((done) => setTimeout(done, 250))
  }
}

/** The whole thread of an assistant: create, search, look, refute, stop, read. */
export async function walkThread(client: Client, { taskId, ...begun }: Begun): Promise<Thread> {
  const progress = [...begun.progress]
  const searches = [...begun.searches]
  for (const step of demoScript.steps.slice(searches.length))
    searches.push(await takeStep(client, taskId, step, progress))
  const contradictions = await callTool<QueryAnswer>(client, 'query_graph', {
    sql: `SELECT claim_id, claim_text, controversy_score FROM v_contradictions WHERE task_id = '${taskId}'`,
  })
  const vectors = await callTool<VectorAnswer>(client, 'vector_search', {
    query: '銀葉茶を飲むと血圧は下がりますか',
    target: 'fragments',
    task_id: taskId,
    top_k: 5,
  })
  const stopped = await callTool<StopAnswer>(client, 'stop_task', {
    task_id: taskId,
    reason: 'completed',
    finish_first: true,
  })
  const status = await callTool<StatusAnswer>(client, 'get_status', { task_id: taskId, details: true })
  const report = await readReport(client, taskId)
  return { taskId, searches, status, contradictions, vectors, stopped, report, progress }
}

/** All of a report, as a client walks it: by the addresses of the outline, page after page. */
export async function readReport(client: Client, taskId: string): Promise<readonly string[]> {
  const outline = await readText(client, `lyra://tasks/${taskId}/report`)
  const pages = [outline]
  for (const [, section = ''] of outline.matchAll(/<(lyra:[^>]+)>$/gmu))
    for (let uri: string | undefined = section; uri !== undefined; ) {
      const page = await readText(client, uri)
      pages.push(page)
      uri = /^Entries .* Next page: <(lyra:[^>]+)>$/mu.exec(page)?.[1]
    }
  return pages
}

export async function readText(client: Client, uri: string): Promise<string> {
  const [first] = (await client.readResource({ uri })).contents
  return first !== undefined && 'text' in first ? String(first.text) : ''
}

/** The judgement of a home, for comparing two runs. */
export function judgement(home: string): { claims: unknown[]; edges: unknown[] } {
  const db = new DatabaseSync(join(home, 'lyra.db'), { readOnly: true })
  try {
    return {
      claims: db
        .prepare('SELECT id, claim_text, confidence, verification_status, adopted FROM claims ORDER BY id')
        .all(),
      edges: db.prepare('SELECT id, source_id, target_id, relation, nli_confidence FROM edges ORDER BY id').all(),
    }
  } finally {
    db.close()
  }
}
