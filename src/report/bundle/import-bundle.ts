import { createHash } from 'node:crypto'
import { constants, copyFileSync, createReadStream, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { scanRecords } from '../../archive/scan-records.ts'
import type { IdSource } from '../../domain/ids.ts'
import { screenSliceRow } from '../../intake/admit-slice.ts'
import type { MergeOutcome } from '../../store/slice/merge-slice.ts'
import type { Store } from '../../store/types.ts'
import { MEMBERS } from './manifest.ts'
import { unpackArchive, unpackSlice } from './unpack-bundle.ts'
import type { VerifiedBundle } from './verify-bundle.ts'

export interface ImportParts {
  readonly store: Store
  readonly ids: IdSource
  readonly archiveFolder: string
}

export interface ImportOrder {
  /** A home made for this bundle alone; see `MergeOrder.isolated`. */
  readonly isolated: boolean
  readonly dryRun: boolean
}

export interface ImportedBundle extends MergeOutcome {
  readonly files: {
    readonly added: readonly string[]
    readonly same: readonly string[]
    /** There with other bytes; the home's stays. */
    readonly conflicts: readonly string[]
  }
}

/** Adds a bundle to a home: rows that are not there yet, in one transaction, and files that are not there yet. */
export async function importBundle(
  parts: ImportParts,
  bundle: VerifiedBundle,
  { isolated, dryRun }: ImportOrder,
): Promise<ImportedBundle> {
  const { store } = parts
  const taskId = bundle.manifest.task.id
  const folder = mkdtempSync(join(tmpdir(), 'lyra-import-'))
  try {
    const slice = join(folder, MEMBERS.slice)
    await unpackSlice(bundle, slice)
    const names = await unpackArchive(bundle, join(folder, 'archive'))
    const files = await sortFiles(join(folder, 'archive'), names, join(parts.archiveFolder, taskId))
    const screen = placesInside(taskId, names)
    const merge = () => store.slices.merge({ path: slice, taskId, isolated, dryRun, screen })
    const merged = dryRun || isolated ? merge() : store.write(() => noted(parts, bundle, merge()))
    if (!dryRun) copyInto(join(folder, 'archive'), files.added, join(parts.archiveFolder, taskId))
    return { ...merged, files }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** In the log of the home, in the same transaction. */
function noted({ store, ids }: ImportParts, { manifest }: VerifiedBundle, outcome: MergeOutcome): MergeOutcome {
  const { added, conflicts, kept_out } = outcome
  const data = { conclusions: manifest.conclusions.sha256, added, conflicts: conflicts.length, kept_out }
  store.events.append({ kind: 'bundle_imported', taskId: manifest.task.id, data, causeId: ids.next('cause') })
  return outcome
}

/** L2, and no row may name bytes outside of its own bundle. */
function placesInside(taskId: string, names: readonly string[]): typeof screenSliceRow {
  const inside = (place: unknown) => names.some((name) => place === `${taskId}/${name}`)
  return (table, row) => {
    const screened = screenSliceRow(table, row)
    if (screened === null) return null
    if (typeof screened.warc_file === 'string' && !inside(screened.warc_file)) screened.warc_file = null
    const [shot = ''] = String(screened.screenshot_path ?? '').split('#', 1)
    if (typeof screened.screenshot_path === 'string' && !inside(shot)) screened.screenshot_path = null
    return screened
  }
}

async function sortFiles(from: string, names: readonly string[], to: string): Promise<ImportedBundle['files']> {
  const files: Record<keyof ImportedBundle['files'], string[]> = { added: [], same: [], conflicts: [] }
  for (const name of names) {
    const [given, known] = [join(from, name), join(to, name)]
    if (!existsSync(known)) files.added.push(name)
    else if ((await hashOf(given)) === (await hashOf(known)) || (await holdsAll(known, given))) files.same.push(name)
    else files.conflicts.push(name)
  }
  return files
}

/** The home that made the bundle has more in its file: cookies, and pages that stayed at home. */
async function holdsAll(known: string, given: string): Promise<boolean> {
  const there = await recordIds(known)
  return [...(await recordIds(given))].every((id) => there.has(id))
}

async function recordIds(path: string): Promise<ReadonlySet<string>> {
  const ids = new Set<string>()
  for await (const { fields } of scanRecords(path, { end: 0, skippedBytes: 0 }))
    ids.add(fields.get('warc-record-id') ?? '')
  return ids
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path)) hash.update(piece)
  return hash.digest('hex')
}

function copyInto(from: string, names: readonly string[], to: string): void {
  if (names.length > 0) mkdirSync(to, { recursive: true, mode: 0o700 })
  for (const name of names) copyFileSync(join(from, name), join(to, name), constants.COPYFILE_EXCL)
}
