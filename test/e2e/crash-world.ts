import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import type { StatusAnswer } from '../../src/api/get-status.ts'
import type { SearchAnswer } from '../../src/api/search.ts'
import { type ScanReport, scanRecords } from '../../src/archive/scan-records.ts'
import { seededRandom } from '../../src/domain/random.ts'
import { callTool, citationsFollowed, DEMO_ARCHIVE, ROOT } from './demo-client.ts'

export interface CrashStep {
  readonly query: string
  readonly options: Readonly<Record<string, unknown>>
}

export interface CrashRun {
  readonly taskId: string
  readonly searches: readonly SearchAnswer[]
  /** Steps a search told of, in the uninterrupted run: the places where it can be killed. */
  readonly steps: readonly number[]
  readonly kills: number
  /** `background` of get_status right after the answer of each search. */
  readonly meanwhile: readonly StatusAnswer['background'][]
  readonly status: StatusAnswer
}

/** A death while citations are followed: so many milliseconds after the answer or the restart, or when `due` says. */
export type LaterDeath = number | { readonly due: () => Promise<void>; readonly killed: () => void }

/** A running `lyra mcp` with a client of its own. */
export interface CrashServer {
  readonly client: Client
  readonly pid: number
}

const WAIT_SECONDS = 280

/** Runs are held against each other, whatever they find: fewer claims are judged sooner. */
const FEW_CLAIMS = ['--set', 'judgement.claims_per_search=6', '--set', 'judgement.candidates_per_claim=3']

export const startServer = (home: string, settings: readonly string[] = FEW_CLAIMS): Promise<CrashServer> =>
  startLyra(home, ['--replay', DEMO_ARCHIVE, ...settings])

/** On the web that the environment leads to, without an archive to replay. */
export const startLive = (home: string, env: NodeJS.ProcessEnv): Promise<CrashServer> =>
  startLyra(home, FEW_CLAIMS, env)

async function startLyra(home: string, args: readonly string[], env?: NodeJS.ProcessEnv): Promise<CrashServer> {
  const client = new Client({ name: 'crash-test', version: '1.0.0' })
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [join(ROOT, 'bin', 'lyra'), 'mcp', '--home', home, ...args],
    stderr: 'ignore',
    ...(env === undefined ? {} : { env: env as Record<string, string> }),
  })
  await client.connect(transport)
  return { client, pid: transport.pid as number }
}

/**
 * The searches one after the other by a real client of the real process. `killAt[n]` lists how many steps the n-th
 * search may tell of before the process gets SIGKILL (and how much later); the client then starts a new one and asks
 * again. `killAfter[n]` lists when, after its answer and after each restart, the process is killed while it follows
 * the citations.
 */
export async function crashRun(
  home: string,
  question: string,
  script: readonly CrashStep[],
  killAt: readonly (readonly { readonly step: number; readonly delayMs: number }[])[],
  killAfter: readonly (readonly LaterDeath[])[] = [],
  start: (home: string) => Promise<CrashServer> = startServer,
): Promise<CrashRun> {
  let server = await start(home)
  let kills = 0
  const searches: SearchAnswer[] = []
  const steps: number[] = []
  const meanwhile: StatusAnswer['background'][] = []
  try {
    const { task_id: taskId } = await callTool<{ task_id: string }>(server.client, 'create_task', { query: question })
    for (const [index, { query, options }] of script.entries()) {
      const points = [...(killAt[index] ?? [])]
      for (;;) {
        const attempt = await attemptSearch(server, taskId, { query, options }, points.shift() ?? null)
        if (attempt !== null) {
          searches.push(attempt.answer)
          steps.push(attempt.steps)
          break
        }
        kills += 1
        server = await start(home)
      }
      meanwhile.push((await callTool<StatusAnswer>(server.client, 'get_status', { task_id: taskId })).background)
      for (const death of killAfter[index] ?? []) {
        if (typeof death !== 'number') await death.due()
        await kill(server, typeof death === 'number' ? death : 0)
        if (typeof death !== 'number') death.killed()
        kills += 1
        server = await start(home)
        // Opens the home, so that the work goes on.
        await callTool<StatusAnswer>(server.client, 'get_status', { task_id: taskId })
      }
    }
    await citationsFollowed(server.client, taskId)
    const status = await callTool<StatusAnswer>(server.client, 'get_status', { task_id: taskId, details: true })
    return { taskId, searches, steps, kills, meanwhile, status }
  } finally {
    await server.client.close()
  }
}

/** Null when the process was killed first. */
async function attemptSearch(
  server: CrashServer,
  taskId: string,
  { query, options }: CrashStep,
  point: { readonly step: number; readonly delayMs: number } | null,
): Promise<{ readonly answer: SearchAnswer; readonly steps: number } | null> {
  let steps = 0
  const { promise: reached, resolve } = Promise.withResolvers<null>()
  const input = { task_id: taskId, query, options: { ...options, wait_seconds: WAIT_SECONDS } }
  const call = callTool<SearchAnswer>(server.client, 'search', input, () => {
    steps += 1
    if (steps === point?.step) resolve(null)
  })
  const answer = await Promise.race([reached, call])
  if (answer !== null) return { answer, steps }
  call.catch(() => undefined)
  await kill(server, point?.delayMs ?? 0)
  return null
}

async function kill({ pid, client }: CrashServer, delayMs: number): Promise<void> {
  await new Promise((done) => setTimeout(done, delayMs))
  process.kill(pid, 'SIGKILL')
  await client.close().catch(() => undefined)
}

/** Seeded places to die among the first `steps` that an attempt tells of. */
export function killPoints(seed: number, count: number, steps: number) {
  const random = seededRandom(seed)
  return Array.from({ length: count }, () => ({
    step: 1 + Math.floor(random.next() * Math.max(1, Math.floor(steps))),
    delayMs: Math.floor(random.next() * 150),
  }))
}

export interface Remains {
  readonly claims: unknown[]
  readonly edges: unknown[]
  readonly searchPages: unknown[]
  /** Claims and edges by what they say: live, every task has an id of its own, and with it every claim. */
  readonly said: unknown[]
  readonly duplicates: number
  readonly openJobs: number
  readonly unexplainedEvents: number
  readonly integrity: string
}

/** What a home holds, for comparing two runs and for finding what must not be there. */
export function remainsOf(home: string): Remains {
  const db = new DatabaseSync(join(home, 'lyra.db'), { readOnly: true })
  const count = (sql: string) => Number(Object.values(db.prepare(sql).get() ?? {})[0])
  try {
    return {
      claims: db
        .prepare('SELECT id, claim_text, confidence, verification_status, adopted FROM claims ORDER BY id')
        .all(),
      edges: db.prepare('SELECT id, source_id, target_id, relation, nli_confidence FROM edges ORDER BY id').all(),
      searchPages: db
        .prepare(
          'SELECT q.query, p.url, p.outcome, p.found_by, p.counts_toward_budget FROM search_pages p JOIN queries q ON q.id = p.query_id ORDER BY 1, 2',
        )
        .all(),
      said: [
        ...db
          .prepare('SELECT claim_text, confidence, verification_status, adopted FROM claims ORDER BY 1, 2, 3, 4')
          .all(),
        ...db
          .prepare(
            `SELECT f.text_hash, c.claim_text, e.relation, e.nli_confidence
               FROM edges e JOIN fragments f ON f.id = e.source_id
               JOIN claims c ON c.id = e.target_id ORDER BY 1, 2, 3, 4`,
          )
          .all(),
      ],
      duplicates:
        count(
          'SELECT count(*) FROM (SELECT 1 FROM claims GROUP BY task_id, source_fragment_id, claim_text HAVING count(*) > 1)',
        ) +
        count(
          'SELECT count(*) FROM (SELECT 1 FROM edges GROUP BY source_id, target_id, relation, citation_source HAVING count(*) > 1)',
        ) +
        count(
          'SELECT count(*) FROM (SELECT 1 FROM fragments GROUP BY page_id, position, text_hash HAVING count(*) > 1)',
        ) +
        count('SELECT count(*) FROM (SELECT 1 FROM queries GROUP BY task_id, query HAVING count(*) > 1)'),
      openJobs: count("SELECT count(*) FROM jobs WHERE state IN ('queued', 'running')"),
      unexplainedEvents: count(
        // A connection is the program's: many requests of many searches may share one.
        `SELECT count(*) FROM events e WHERE cause_id NOT LIKE 'cause\\_%' ESCAPE '\\' AND kind <> 'net.connection'
           AND NOT EXISTS (SELECT 1 FROM events c WHERE c.id = e.cause_id)`,
      ),
      integrity: String(Object.values(db.prepare('PRAGMA integrity_check').get() ?? {})[0]),
    }
  } finally {
    db.close()
  }
}

/** Every file of the archive, read to its end; a torn tail may be skipped, a record that pages point to may not. */
export async function archiveRemains(home: string): Promise<{ files: number; records: number; missing: string[] }> {
  const folder = join(home, 'archive')
  const found = new Set<string>()
  let files = 0
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.warc.gz')) continue
    files += 1
    const report: ScanReport = { end: 0, skippedBytes: 0 }
    for await (const record of scanRecords(join(folder, name), report))
      found.add(`${name} ${record.fields.get('warc-record-id') ?? ''}`)
  }
  const db = new DatabaseSync(join(home, 'lyra.db'), { readOnly: true })
  const pages = db.prepare('SELECT warc_file, warc_record_id FROM pages WHERE warc_file IS NOT NULL').all()
  db.close()
  const named = pages.map((page) => `${page.warc_file} ${page.warc_record_id}`)
  return { files, records: found.size, missing: named.filter((name) => !found.has(name)) }
}
