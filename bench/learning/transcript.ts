import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { callTool, DEMO_ARCHIVE, demoHome, demoScript, ROOT } from '../../test/e2e/demo-client.ts'

/**
 * An assistant does the demo question with review, by a real MCP client: searches, reads the queue, corrects what it
 * has read. `node bench/learning/transcript.ts [--home <played home>] [--task <id>]`. The answers are those of a reader
 * who saw the pairs as the queue shows them (demo-answers.jsonl); a pair it has not read is left, and counted.
 */
const PAIRS = 20
const PORTIONS = 2
const ANSWERS = join(import.meta.dirname, 'demo-answers.jsonl')
const { values } = parseArgs({
  options: { home: { type: 'string' }, task: { type: 'string' }, queue: { type: 'string' } },
})

interface Item {
  readonly kind: string
  readonly id: string
  readonly claimId: string | null
  readonly sentence: string
  readonly claim: string
  readonly verdict: string | null
}

interface Answer {
  readonly sentence: string
  readonly claim: string
  readonly answer: 'supports' | 'refutes' | 'neutral'
}

const lines = <T>(file: string) =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as T)
    : []
const tokens = (bytes: number) => Math.round(bytes / 4)
const sizeOf = (value: unknown) => Buffer.byteLength(typeof value === 'string' ? value : JSON.stringify(value))

async function open(home: string): Promise<Client> {
  const client = new Client({ name: 'review-transcript', version: '1.0.0' })
  const args = [join(ROOT, 'bin', 'lyra'), 'mcp', '--home', home, '--replay', DEMO_ARCHIVE]
  await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }))
  return client
}

async function play(client: Client): Promise<string> {
  const { task_id: taskId } = await callTool<{ task_id: string }>(client, 'create_task', { query: demoScript.question })
  for (const { search, options } of demoScript.steps) {
    const input = { task_id: taskId, query: search, options: { ...options, wait_seconds: 280 } }
    for (;;) {
      const { status } = await callTool<{ status: string }>(client, 'search', input)
      if (status !== 'running' && status !== 'queued') break
    }
  }
  return taskId
}

/** The first pages of the queue as text, which is what an assistant pays for, and the pairs on them in full. */
async function readQueue(client: Client, taskId: string) {
  const sql = `SELECT kind, target_id, claim_id, sentence, claim_text, verdict FROM v_review
    WHERE task_id = '${taskId}' AND kind IN ('pair', 'unjudged') ORDER BY place`
  const { rows } = await callTool<{ rows: readonly Record<string, string | null>[] }>(client, 'query_graph', { sql })
  const items = rows.slice(0, PAIRS).map(
    (row): Item => ({
      ...{ kind: String(row.kind), id: String(row.target_id), claimId: String(row.claim_id) },
      ...{ sentence: String(row.sentence), claim: String(row.claim_text), verdict: row.verdict ?? null },
    }),
  )
  const last = items.at(-1)?.id ?? ''
  let bytes = 0
  for (let uri: string | undefined = `lyra://tasks/${taskId}/review`; uri !== undefined; ) {
    const { contents } = await client.readResource({ uri })
    const text = contents.map((one) => ('text' in one ? one.text : '')).join('')
    bytes += sizeOf(text)
    uri = text.includes(last) ? undefined : /^next: (?<uri>\S+)$/mu.exec(text)?.groups?.uri
  }
  return { items, bytes: bytes + sizeOf(items) }
}

const home = values.home ?? demoHome()
const client = await open(home)
try {
  const taskId = values.task ?? (await play(client))
  process.stderr.write(`home ${home}, task ${taskId}\n`)
  for (let portion = 1; portion <= PORTIONS; portion += 1)
    process.stdout.write(`portion ${portion}: ${await review(client, taskId)}\n`)
} finally {
  await client.close()
}

/** One portion of the queue, read and corrected. */
async function review(client: Client, taskId: string): Promise<string> {
  const { items: queue, bytes } = await readQueue(client, taskId)
  if (values.queue !== undefined) writeFileSync(values.queue, queue.map((one) => `${JSON.stringify(one)}\n`).join(''))
  const known = new Map(lines<Answer>(ANSWERS).map((one) => [`${one.sentence}\n${one.claim}`, one.answer]))
  const answered = queue.flatMap((item) => {
    const answer = known.get(`${item.sentence}\n${item.claim}`)
    return answer === undefined ? [] : [{ item, answer }]
  })
  if (answered.length > 0) return correct(client, taskId, { queue, bytes, answered })
  return `${queue.length} pairs read, none of them has an answer in demo-answers.jsonl`
}

interface Reviewed {
  readonly queue: readonly Item[]
  readonly bytes: number
  readonly answered: readonly { readonly item: Item; readonly answer: Answer['answer'] }[]
}

async function correct(client: Client, taskId: string, { queue, bytes, answered }: Reviewed): Promise<string> {
  const items = answered.map(({ item, answer }) => ({
    action: 'correct_nli',
    target_id: item.id,
    payload: { correct_relation: answer, ...(item.kind === 'unjudged' ? { claim_id: item.claimId } : {}) },
  }))
  const input = { task_id: taskId, action: 'list', payload: { items } }
  const answer = await callTool<{
    results: readonly { feedback_id: string | null }[]
    findings: readonly { status_before: string; status: string }[]
  }>(client, 'feedback', input)
  const changed = answered.filter(({ item, answer: right }) => item.verdict !== right)
  return JSON.stringify(
    {
      pairs_read: queue.length,
      answered: answered.length,
      kept: answered.length - changed.length,
      changed: changed.map(({ item, answer: right }) => `${item.verdict ?? 'not judged'} -> ${right}`).sort(),
      accepted: answer.results.filter(({ feedback_id: id }) => id !== null).length,
      findings_touched: answer.findings.length,
      statuses_changed: answer.findings.filter((one) => one.status_before !== one.status).length,
      tokens: { queue: tokens(bytes), corrections: tokens(sizeOf(input)), answer: tokens(sizeOf(answer)) },
    },
    null,
    2,
  )
}
