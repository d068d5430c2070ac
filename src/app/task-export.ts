import { constants, copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type { ExportFormat, ExportTaskAnswer } from '../api/export-task.ts'
import { type Cell, csv } from '../domain/csv.ts'
import { LyraError } from '../domain/errors.ts'
import { LONGEST_QUERY_MS, MOST_ROWS } from '../domain/query-limits.ts'
import { handOverArchive, handOverRows, planHandOver } from '../report/bundle/hand-over.ts'
import { bibtex } from '../report/exports/bibtex.ts'
import { cslItems } from '../report/exports/csl.ts'
import { collectExportData, type ExportData } from '../report/exports/export-data.ts'
import { obsidianNotes } from '../report/exports/obsidian.ts'
import { provenance } from '../report/exports/provenance.ts'
import { ris } from '../report/exports/ris.ts'
import { crateMetadata } from '../report/exports/ro-crate.ts'
import { renderReport } from '../report/markdown.ts'
import { collectReportData } from '../report/report-data.ts'
import { openStore } from '../store/open-store.ts'
import { openSandbox } from '../store/sandbox/open-sandbox.ts'
import type { Store } from '../store/types.ts'
import { type Exporting, handOverParts } from './bundle-export.ts'
import { PACKAGE_ROOT } from './package-root.ts'
import { VERSION } from './version.ts'

export interface ExportOrder {
  readonly taskId: string
  readonly format: ExportFormat
  readonly path: string
  readonly withPrivate: boolean
}

interface OutFile {
  readonly name: string
  readonly content: Uint8Array | { readonly file: string }
}

/** Every format is written from the slice that a bundle would hold: what stays at home stays there in all of them. */
export async function exportTaskAs(app: Exporting, order: ExportOrder): Promise<ExportTaskAnswer> {
  if (existsSync(order.path))
    throw new LyraError('INVALID_PARAMS', `${order.path} is there already`, { hint: 'Choose another name' })
  if (!existsSync(dirname(order.path)))
    throw new LyraError('INVALID_PARAMS', `There is no folder ${dirname(order.path)}`)
  const folder = mkdtempSync(join(tmpdir(), 'lyra-export-'))
  try {
    const parts = handOverParts(app)
    const plan = planHandOver(parts, order)
    const { slicePath } = handOverRows(parts, plan, folder, (file) => file)
    const store = storeOf(app, order.taskId, slicePath, folder)
    try {
      const needsArchive = order.format === 'wacz' || order.format === 'ro-crate'
      const wacz = needsArchive ? (await handOverArchive(parts, plan, folder)).waczPath : null
      const told = writeOut(order.path, await filesOf(app, order, store, wacz))
      return {
        ok: true,
        task_id: order.taskId,
        format: order.format,
        out: order.path,
        files: told.map(({ name }) => name),
        bytes: told.reduce((sum, { bytes }) => sum + bytes, 0),
        private_pages_left_out: plan.withheld.size,
      }
    } finally {
      store.close()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function storeOf(app: Exporting, taskId: string, slice: string, folder: string): Store {
  const { clock, ids } = app.research
  const viewFolders = [join(PACKAGE_ROOT, 'config', 'views'), app.home.views]
  const store = openStore({ path: join(folder, 'lyra.db'), clock, ids, viewFolders, terms: null })
  store.slices.merge({ path: slice, taskId, isolated: true, dryRun: false, screen: (_, row) => row })
  return store
}

const text = (name: string, content: string): OutFile => ({ name, content: Buffer.from(content) })
const json = (name: string, value: unknown): OutFile => text(name, `${JSON.stringify(value, null, 2)}\n`)

/** One file without a name of its own, or the files of a folder. */
async function filesOf(
  app: Exporting,
  order: ExportOrder,
  store: Store,
  wacz: string | null,
): Promise<readonly OutFile[]> {
  const data = () => collectExportData({ store, trust: app.research.trust }, order.taskId)
  switch (order.format) {
    case 'csl-json':
      return [json('', cslItems(data()))]
    case 'bibtex':
      return [text('', bibtex(cslItems(data())))]
    case 'ris':
      return [text('', ris(cslItems(data())))]
    case 'jsonld':
      return [json('', provenance(data(), VERSION))]
    case 'csv':
      return viewTables(app, order.taskId, store)
    case 'wacz':
      return wacz === null ? [] : [{ name: '', content: { file: wacz } }]
    case 'obsidian':
      return obsidianNotes(data()).map(({ name, text: content }) => text(name, content))
    default:
      return crate(app, order.taskId, store, { data: data(), wacz })
  }
}

/** The rows of the task in every view that knows tasks, read in the sandbox like any query. */
async function viewTables(app: Exporting, taskId: string, store: Store): Promise<readonly OutFile[]> {
  const { memory_mb: memoryMb, max_answer_bytes: maxAnswerBytes } = app.settings.query
  const sandbox = openSandbox({ dbPath: store.path, memoryMb, maxAnswerBytes })
  const files: OutFile[] = []
  try {
    for (const { name, columns } of store.views()) {
      if (!columns.includes('task_id')) continue
      const rows: Readonly<Record<string, Cell>>[] = []
      for (let offset: number | undefined = 0; offset !== undefined; ) {
        const options = { limit: MOST_ROWS, offset, timeoutMs: LONGEST_QUERY_MS, whole: true }
        const answer: Awaited<ReturnType<typeof sandbox.query>> = await sandbox.query(`SELECT * FROM ${name}`, options)
        rows.push(...answer.rows)
        offset = answer.next_offset
      }
      files.push(
        text(
          `${name}.csv`,
          csv(
            columns,
            rows.filter((row) => row.task_id === taskId),
          ),
        ),
      )
    }
    return files
  } finally {
    sandbox.close()
  }
}

function crate(
  app: Exporting,
  taskId: string,
  store: Store,
  { data, wacz }: { readonly data: ExportData; readonly wacz: string | null },
): readonly OutFile[] {
  const report = collectReportData({ store, trust: app.research.trust }, taskId, app.settings.report)
  const files = [
    { ...text('report.md', renderReport(report, [])), about: 'Report', mediaType: 'text/markdown' },
    { ...json('references.json', cslItems(data)), about: 'References (CSL-JSON)', mediaType: 'application/json' },
    { ...json('provenance.jsonld', provenance(data, VERSION)), about: 'Provenance', mediaType: 'application/ld+json' },
    ...(wacz === null
      ? []
      : [{ name: 'archive.wacz', content: { file: wacz }, about: 'Web archive', mediaType: 'application/wacz' }]),
  ]
  const listed = files.map(({ name, about, mediaType, content }) => ({
    name,
    about,
    mediaType,
    bytes: sizeOf(content),
  }))
  const now = handOverParts(app).now
  return [json('ro-crate-metadata.json', crateMetadata(data.task, listed, { version: VERSION, now })), ...files]
}

interface Told {
  readonly name: string
  readonly bytes: number
}

function sizeOf(content: OutFile['content']): number {
  return content instanceof Uint8Array ? content.length : statSync(content.file).size
}

/** Never over a file that is there; only its owner can read it. */
function writeOut(path: string, files: readonly OutFile[]): readonly Told[] {
  return files.map(({ name, content }) => {
    const file = name === '' ? path : join(path, name)
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    if (content instanceof Uint8Array) writeFileSync(file, content, { flag: 'wx', mode: 0o600 })
    else copyFileSync(content.file, file, constants.COPYFILE_EXCL)
    return { name: name === '' ? basename(path) : name, bytes: sizeOf(content) }
  })
}
