import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { withAuditLog } from '../../src/app/audit-log.ts'
import { loadSettings } from '../../src/app/config.ts'
import { createLyra } from '../../src/app/create-lyra.ts'
import { openHome } from '../../src/app/home.ts'
import { openLogger } from '../../src/app/log.ts'
import { PACKAGE_ROOT } from '../../src/app/package-root.ts'
import { startApplication } from '../../src/app/start-application.ts'
import { type Rooms, wireRooms } from '../../src/app/wire-rooms.ts'
import { systemClock } from '../../src/domain/clock.ts'
import { seededIds } from '../../src/domain/ids.ts'
import type { Paper } from '../../src/domain/paper.ts'
import { seededRandom } from '../../src/domain/random.ts'
import { createMcpServer } from '../../src/mcp/server.ts'
import { createAnalyser, termSource } from '../../src/rank/tokens.ts'
import type { AcademicSource } from '../../src/sources/types.ts'
import { openStore } from '../../src/store/open-store.ts'
import type { Store } from '../../src/store/types.ts'

export interface Document {
  readonly body: Uint8Array
  readonly contentType: string
  /** What a result page says of it; the words of the query where nothing is given. */
  readonly result?: { readonly title: string; readonly snippet: string }
}

export interface World {
  readonly store: Store
  readonly client: Client
  /** What one result page lists, what stands at each address, and what the academic index knows. */
  publish(pages: ReadonlyMap<string, Document>, papers?: readonly Paper[]): void
  /** All that was written to any log file since the last time. */
  newLogs(): string
  close(): Promise<void>
}

/**
 * A real Lyra with a real MCP client: store, extraction, ranking, models, claims, stance, graph, trust and logs
 * are the product's. Replaced are result pages, the academic index, which knows of no copy in full, and the socket
 * under the page fetcher; what is pure and slow (vectors, verdicts) is computed once a text.
 */
export async function openInjectionWorld(ollama: string | null): Promise<World> {
  const root = mkdtempSync(join(tmpdir(), 'lyra-injection-'))
  const flags: Record<string, string> = {
    home: root,
    'log.level': 'debug',
    'explore.enabled': 'false',
    'engines.mirror': 'false',
    'human.notify': 'false',
    'task.wait_seconds': '600',
    ...(ollama === null ? {} : { 'llm.endpoint': ollama, 'llm.model': 'double:3b' }),
  }
  const settings = loadSettings({ packageRoot: PACKAGE_ROOT, environment: {}, flags })
  const home = openHome(root)
  const log = openLogger(settings.log, home.logs)
  const analyser = await createAnalyser()
  const ids = seededIds('injection')
  const views = [join(PACKAGE_ROOT, 'config', 'views')]
  const terms = termSource(analyser)
  const opened = openStore({ path: home.database, clock: systemClock, ids, viewFolders: views, terms })
  const store = withAuditLog(opened, openLogger({ ...settings.log, level: 'warn' }, home.logs, Date.now, 'audit'))
  const random = seededRandom(1)
  const rooms = wireRooms({ settings, home, store, analyser, clock: systemClock, ids, random, log, replay: null })
  const seenLogs = new Map<string, number>()
  let web: ReadonlyMap<string, Document> = new Map()
  let known: readonly Paper[] = []
  const papers = { sources: [indexOf(() => known)], openCopies: async () => ({ copies: [], refusals: [] }) }
  const research = { ...rooms.research, ...memory(rooms.research), ...papers, ...webOf(() => web) }
  const lyra = startApplication({ ...rooms, research, settings, home, mode: 'stdio', citationSteps: undefined })
  const server = createMcpServer(
    createLyra(async () => lyra),
    { version: '0.0.0', log, ids: seededIds('mcp') },
  )
  const client = new Client({ name: 'bench', version: '1' })
  const [near, far] = InMemoryTransport.createLinkedPair()
  await server.connect(far)
  await client.connect(near)
  return {
    store,
    client,
    publish: (pages, papers = []) => {
      web = pages
      known = papers
    },
    newLogs: () => {
      const files = readdirSync(home.logs).sort()
      return files
        .map((name) => {
          const text = readFileSync(join(home.logs, name), 'utf8')
          const fresh = text.slice(seenLogs.get(name) ?? 0)
          seenLogs.set(name, text.length)
          return fresh
        })
        .join('')
    },
    close: async () => {
      await client.close()
      await server.close()
      await lyra.close()
      rmSync(root, { recursive: true, force: true })
    },
  }
}

type Parts = Rooms['research']

function indexOf(papers: () => readonly Paper[]): AcademicSource {
  const answer = (items: readonly Paper[]) => ({ source: 'openalex', outcome: 'ok', reason: null, items }) as const
  return {
    name: 'openalex',
    search: async () => answer(papers()),
    lookUp: async ({ value }) => answer(papers().filter((work) => work.identifiers.some((own) => own.value === value))),
  }
}

function webOf(pages: () => ReadonlyMap<string, Document>): Pick<Parts, 'webSearch' | 'fetcher'> {
  const item = ([url, { result }]: readonly [string, Document], index: number, query: string) => ({
    ...{ title: query, snippet: query, ...result },
    ...{ url, date: null, engine: 'mojeek', rank: index + 1, source_tag: 'unknown' },
  })
  return {
    webSearch: {
      engines: ['mojeek'],
      search: async ({ query }) => [
        {
          ...{ engine: 'mojeek', outcome: 'ok', reason: null, cached: false },
          items: [...pages()].map((page, index) => item(page, index, query)),
        },
      ],
    },
    fetcher: {
      warnings: [],
      fetchPage: async ({ url }) => {
        const page = pages().get(url)
        if (page === undefined) throw new Error(`nothing stands at ${url}`)
        const headers = { 'content-type': page.contentType }
        const response = { status: 200, headers, body: page.body, finalUrl: url }
        return {
          result: { outcome: 'ok', route: 'http', response, archive: null, elapsedMs: 1 },
          attempts: [],
          screenshot: null,
        }
      },
    },
  }
}

/** Vectors and verdicts depend on their texts alone. */
const vectors = new Map<string, Promise<Float32Array | undefined>>()
const verdicts = new Map<string, ReturnType<Parts['stance']['judgeFragments']>>()

function memory({ embedder, stance }: Parts): Pick<Parts, 'embedder' | 'stance'> {
  return {
    embedder: {
      ...embedder,
      embed: async (texts) => {
        for (const text of texts)
          if (!vectors.has(text))
            vectors.set(
              text,
              embedder.embed([text]).then(([vector]) => vector),
            )
        return Promise.all(texts.map(async (text) => (await vectors.get(text)) as Float32Array))
      },
    },
    stance: {
      ...stance,
      judgeFragments: (claim, fragments) => {
        const key = JSON.stringify([claim, fragments.map(({ text }) => text)])
        const known = verdicts.get(key) ?? stance.judgeFragments(claim, fragments)
        verdicts.set(key, known)
        return known
      },
    },
  }
}
