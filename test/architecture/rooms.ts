/** The one table of rooms (docs/architecture.md): what a file under src/<room> may import from src/. */

const LOWER = [
  'net',
  'archive',
  'browser',
  'engines',
  'sources',
  'extract',
  'rank',
  'models',
  'judge',
  'guard',
  'intake',
  'store',
  'work',
] as const
const MIDDLE = ['research', 'report', 'human'] as const

export const ROOMS: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  api: ['domain'],

  store: ['domain'],
  archive: ['domain'],
  guard: ['domain', 'api'],
  extract: ['domain'],
  net: ['domain', 'archive', 'store'],
  browser: ['domain', 'net', 'archive'],
  engines: ['domain', 'net', 'browser', 'store'],
  sources: ['domain', 'net'],
  models: ['domain', 'guard'],
  judge: ['domain', 'guard', 'models'],
  // The one door for text from outside: it screens with guard and saves in store what extract and net hand it.
  intake: ['domain', 'guard', 'store', 'extract', 'net'],
  work: ['domain', 'store'],
  rank: ['domain', 'models'],

  research: ['domain', 'api', ...LOWER],
  // A report is written from the graph that research keeps; research knows nothing of reports.
  report: ['domain', 'api', ...LOWER, 'research'],
  human: ['domain', 'api', ...LOWER],

  app: ['domain', 'api', ...LOWER, ...MIDDLE],

  // A team's PostgreSQL: bundles are checked and screened as a home does it, and merged into tables of the same shape;
  // they lie in object storage, of which single records of the archive are read.
  hub: ['domain', 'store', 'intake', 'report', 'net', 'archive'],
  worker: ['domain', 'api', 'app', 'hub'],
  // The use cases on a hub instead of a home.
  remote: ['domain', 'api', 'app', 'hub'],

  // Every answer of a tool gets its L5 notes and is cut by L7 where it leaves.
  mcp: ['domain', 'api', 'app', 'guard'],
  web: ['domain', 'api', 'app', 'mcp'],
  // Doctor looks only where L1 would let the program look.
  cli: ['domain', 'api', 'app', 'mcp', 'web', 'guard', 'hub', 'worker', 'remote'],
}

/** Who may hold a door to the outside: module name to the folders that may import it. */
export const DOORS: Readonly<Record<string, readonly string[]>> = {
  undici: ['src/net/'],
  'node:http': ['src/net/', 'src/web/', 'src/cli/doctor/'],
  'node:https': ['src/net/', 'src/web/'],
  'node:http2': ['src/net/'],
  'node:net': ['src/net/', 'src/web/', 'src/cli/doctor/'],
  'node:tls': ['src/net/'],
  'node:dgram': ['src/net/'],
  'node:dns': ['src/net/'],
  'node:dns/promises': ['src/net/'],
  'playwright-core': ['src/browser/'],
  'patchright-core': ['src/browser/'],
  '@sparticuz/chromium': ['src/browser/'],
  'wreq-js': ['src/net/'],
  'node:sqlite': ['src/store/'],
  pg: ['src/hub/'],
  // It reports to its maker unless told not to before it is loaded.
  'onnxruntime-node': ['src/models/model-runtime.ts'],
}

/**
 * Writers of the store that let text from outside into the graph, as `Store.method` of src/store. Each takes a
 * `Screened<...>` and nothing else, so that the compiler proves that the text came through src/intake.
 */
export const TEXT_WRITERS = [
  'PageStore.save',
  'PageStore.describePaper',
  'PageStore.linkToPaper',
  'FragmentStore.saveAll',
  'PaperStore.merge',
  'RecordStore.save',
  'CitationCandidateStore.saveAll',
  'SearchStore.addSerpItems',
  'CacheStore.saveSerp',
  'PageStore.setFullTextOf',
  'FullTextStore.save',
  'PrimarySourceStore.save',
] as const

/** Events whose data is text from outside; only src/intake may append one, after the screen (L2). */
export const TEXT_EVENTS = ['link_followed', 'page_history'] as const

/** Files outside src/intake that may read a text with L2, and why. */
export const READS_WITH_L2: Readonly<Record<string, string>> = {
  'src/judge/claim-drops/told-to-a-model.ts': 'a sentence that was let in and speaks to a model becomes no claim',
  'src/judge/speech-check.ts': 'a doubtful sentence is no claim and speaks for none',
  'src/judge/text-context.ts': 'a doubtful title or heading is not read with what stands under it',
}

/** Names of node:net that compare addresses and open nothing. */
export const HARMLESS_NET_NAMES = ['isIP', 'isIPv4', 'isIPv6', 'BlockList', 'SocketAddress']

/** Must not load before `initialize` is answered (under 700 ms, under 150 MB idle). */
export const HEAVY_PACKAGES = [
  '@huggingface/tokenizers',
  '@hyzyla/pdfium',
  '@sparticuz/chromium',
  'eld',
  'kuromoji',
  'linkedom',
  'onnxruntime-node',
  'patchright-core',
  'pdfjs-dist',
  'pg',
  'playwright-core',
  'tesseract.js',
  'undici',
  'warcio',
  'wreq-js',
]

export const FORBIDDEN_WORDS = ['utils', 'util', 'helpers', 'helper', 'common', 'manager', 'base', 'misc']

export const LONGEST_FILE = 500
export const MEDIAN_FILE = 120
export const LONGEST_LINE = 120
