import { createHash } from 'node:crypto'
import {
  constants,
  copyFileSync,
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type { ExportFormat, ExportTaskAnswer } from '../api/export-task.ts'
import { csv } from '../domain/csv.ts'
import { LyraError } from '../domain/errors.ts'
import { type HandOverPlan, handOverArchive, handOverRows, planHandOver } from '../report/bundle/hand-over.ts'
import { bibtex } from '../report/exports/bibtex.ts'
import { claimReviews, type Reviewer } from '../report/exports/claim-review.ts'
import { cslItems } from '../report/exports/csl.ts'
import { collectExportData, type ExportData } from '../report/exports/export-data.ts'
import { obsidianNotes } from '../report/exports/obsidian.ts'
import { provenance } from '../report/exports/provenance.ts'
import { ris } from '../report/exports/ris.ts'
import { crateMetadata } from '../report/exports/ro-crate.ts'
import { renderReport } from '../report/markdown.ts'
import { collectReportData } from '../report/report-data.ts'
import { openStore } from '../store/open-store.ts'
import type { Store } from '../store/types.ts'
import { type Exporting, handOverParts } from './bundle-export.ts'
import { PACKAGE_ROOT } from './package-root.ts'
import { programFacts } from './task-report.ts'
import { VERSION } from './version.ts'
import { viewTables } from './view-tables.ts'

export interface ExportOrder {
  readonly taskId: string
  readonly format: ExportFormat
  readonly path: string
  readonly withPrivate: boolean
  /** In whose name a claimreview speaks. */
  readonly reviewer?: {
    readonly name: string
    readonly url?: string | undefined
    readonly verdicts: Reviewer['verdicts']
  }
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
  return withSlice(app, order, async ({ store, plan, folder }) => {
    const needsArchive = order.format === 'wacz' || order.format === 'ro-crate'
    const wacz = needsArchive ? (await handOverArchive(handOverParts(app), plan, folder)).waczPath : null
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
  })
}

interface Slice {
  readonly store: Store
  readonly plan: HandOverPlan
  readonly folder: string
}

/** What may leave the home, as a store of its own that is gone afterwards. */
export async function withSlice<T>(
  app: Exporting,
  order: Pick<ExportOrder, 'taskId' | 'withPrivate'>,
  work: (slice: Slice) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'lyra-export-'))
  try {
    const parts = handOverParts(app)
    // One moment: a private page that a search finds meanwhile is not in the plan, and must not be in the rows.
    const { plan, slicePath } = parts.store.read(() => {
      const plan = planHandOver(parts, order)
      return { plan, ...handOverRows(parts, plan, folder, (file) => file) }
    })
    const store = storeOf(app, order.taskId, slicePath, folder)
    try {
      return await work({ store, plan, folder })
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
      return (await viewTables(app.settings.query, order.taskId, store)).map(({ name, columns, rows }) =>
        text(`${name}.csv`, csv(columns, rows)),
      )
    case 'parquet': {
      const { parquet } = await import('../report/exports/parquet.ts')
      return (await viewTables(app.settings.query, order.taskId, store)).map(({ name, columns, rows }) => ({
        name: `${name}.parquet`,
        content: parquet(columns, rows),
      }))
    }
    case 'claimreview':
      return [json('', claimReviews(data(), reviewerOf(app, order)))]
    case 'wacz':
      return wacz === null ? [] : [{ name: '', content: { file: wacz } }]
    case 'obsidian':
      return obsidianNotes(data()).map(({ name, text: content }) => text(name, content))
    default:
      return crate(app, order.taskId, store, { data: data(), wacz })
  }
}

/** Lyra judges no claim: without somebody who does, there is no review. */
function reviewerOf(app: Exporting, { reviewer }: ExportOrder): Reviewer {
  if (reviewer === undefined || Object.keys(reviewer.verdicts).length === 0)
    throw new LyraError('INVALID_PARAMS', 'A ClaimReview speaks in the name of a person: who, and what do they say?', {
      hint: '--author "Your Name" --verdict find_0123456789abcdef="Misleading", once for each finding you have judged',
    })
  const { name, url = null, verdicts } = reviewer
  return { name, url, verdicts, date: handOverParts(app).now.slice(0, 10) }
}

async function crate(
  app: Exporting,
  taskId: string,
  store: Store,
  { data, wacz }: { readonly data: ExportData; readonly wacz: string | null },
): Promise<readonly OutFile[]> {
  const report = collectReportData(
    { store, trust: app.research.trust },
    taskId,
    app.settings.report,
    programFacts(app.settings),
  )
  const files = [
    { ...text('report.md', renderReport(report, [])), about: 'Report', mediaType: 'text/markdown' },
    { ...json('references.json', cslItems(data)), about: 'References (CSL-JSON)', mediaType: 'application/json' },
    { ...json('provenance.jsonld', provenance(data, VERSION)), about: 'Provenance', mediaType: 'application/ld+json' },
    ...(wacz === null
      ? []
      : [{ name: 'archive.wacz', content: { file: wacz }, about: 'Web archive', mediaType: 'application/wacz' }]),
  ]
  const listed = await Promise.all(
    files.map(async ({ name, about, mediaType, content }) => {
      return { name, about, mediaType, bytes: sizeOf(content), sha256: await hashOf(content) }
    }),
  )
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

async function hashOf(content: OutFile['content']): Promise<string> {
  const hash = createHash('sha256')
  if (content instanceof Uint8Array) return hash.update(content).digest('hex')
  for await (const piece of createReadStream(content.file)) hash.update(piece as Buffer)
  return hash.digest('hex')
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
