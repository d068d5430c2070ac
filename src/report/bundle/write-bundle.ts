import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { CopiedArchive } from '../../archive/copy-archive.ts'
import { CHUNK_BYTES, type ZipMember } from '../../archive/zip/member.ts'
import { openZipWriter, type ZipSource } from '../../archive/zip/write-zip.ts'
import { type Conclusions, conclusionsHash } from '../../domain/conclusions.ts'
import { LyraError } from '../../domain/errors.ts'
import type { Settings } from '../../domain/settings.ts'
import type { TaskReach } from '../../store/slice/slice-store.ts'
import type { WrittenSlice } from '../../store/slice/write-slice.ts'
import {
  type HandOverOrder,
  type HandOverParts,
  handOverArchive,
  handOverRows,
  placeIn,
  planHandOver,
} from './hand-over.ts'
import { BUNDLE_VERSION, type Manifest, MEMBERS } from './manifest.ts'
import { sharedSettings } from './shared-settings.ts'
import { signManifest } from './signature.ts'

export interface BundleOrder extends HandOverOrder {
  /** The file to write; must not be there. */
  readonly path: string
  readonly signingKeyPem: string | null
}

export interface BundleParts extends HandOverParts {
  readonly settings: Settings
  /** What a reader of the slice will find in it. */
  readonly tell: (slice: string) => SliceTale
  /** domains.yaml and engines.yaml as far as the task needs them; null where there is nothing to tell. */
  readonly files: (hosts: readonly string[]) => Readonly<Record<'domains' | 'engines', string | null>>
}

export interface SliceTale {
  readonly report: string
  readonly conclusions: Conclusions
}

export interface WrittenBundle {
  readonly file: string
  readonly bytes: number
  readonly manifest: Manifest
}

/** Writes to a file beside the wanted one, which gets its name when it is whole. */
export async function writeBundle(parts: BundleParts, order: BundleOrder): Promise<WrittenBundle> {
  const folder = makeFolder(order.path)
  try {
    const { manifest, bytes } = await build(parts, order, folder)
    renameSync(join(folder, 'bundle.zip'), order.path)
    return { file: order.path, bytes, manifest }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function makeFolder(path: string): string {
  try {
    return mkdtempSync(join(dirname(path), `.${basename(path)}-`))
  } catch (cause) {
    const hint = 'Choose a folder that exists and is yours'
    throw new LyraError('INVALID_PARAMS', `The file ${path} cannot be written`, { hint, cause })
  }
}

async function build(parts: BundleParts, order: BundleOrder, folder: string) {
  const plan = planHandOver(parts, order)
  const { task, reach } = plan
  const { archive, waczPath } = await handOverArchive(parts, plan, folder)
  const { slicePath, slice } = handOverRows(parts, plan, folder, (file) => placeIn(archive, task.id, file))
  const { domains, engines } = parts.files(plan.hosts)
  const { report, conclusions } = parts.tell(slicePath)
  const sources: [string, ZipSource | null][] = [
    [MEMBERS.slice, { file: slicePath }],
    [MEMBERS.archive, { file: waczPath }],
    [MEMBERS.report, Buffer.from(report)],
    [MEMBERS.domains, domains === null ? null : Buffer.from(domains)],
    [MEMBERS.engines, engines === null ? null : Buffer.from(engines)],
  ]
  const made: Omit<Manifest, 'members'> = {
    format: 'lyra-bundle',
    version: BUNDLE_VERSION,
    lyra_version: parts.lyraVersion,
    created_at: parts.now,
    task: { id: task.id, question: task.query, language: task.language },
    schema_version: slice.schema_version,
    rows: slice.rows,
    conclusions: {
      sha256: conclusionsHash(conclusions),
      claims: conclusions.claims.size,
      edges: conclusions.edges.size,
    },
    models: copyOfLists(reach.models),
    settings: sharedSettings(parts.settings),
    archive: {
      files: archive.files.length,
      records: archive.records,
      unreadable_bytes: archive.unreadable_bytes,
    },
    privacy: privacyOf(order.withPrivate, plan.privatePages, slice, archive),
    chunk_bytes: CHUNK_BYTES,
  }
  return zipUp(join(folder, 'bundle.zip'), sources, made, order.signingKeyPem)
}

async function zipUp(
  path: string,
  sources: readonly (readonly [string, ZipSource | null])[],
  made: Omit<Manifest, 'members'>,
  signingKeyPem: string | null,
) {
  const zip = await openZipWriter(path)
  const members: ZipMember[] = []
  for (const [name, source] of sources) if (source !== null) members.push(await zip.add(name, source))
  const manifest: Manifest = { ...made, members: members.map((one) => ({ ...one, chunks: [...one.chunks] })) }
  const bytes = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`)
  await zip.add(MEMBERS.manifest, bytes)
  if (signingKeyPem !== null) await zip.add(MEMBERS.signature, signManifest(bytes, signingKeyPem))
  await zip.close()
  return { manifest, bytes: members.reduce((sum, member) => sum + member.bytes, bytes.length) }
}

function copyOfLists(models: TaskReach['models']): Manifest['models'] {
  return { stance: [...models.stance], embedding: [...models.embedding], claims: [...models.claims] }
}

function privacyOf(
  withPrivate: boolean,
  privatePages: number,
  slice: WrittenSlice,
  archive: CopiedArchive,
): Manifest['privacy'] {
  return {
    private_pages: privatePages === 0 ? 'none' : withPrivate ? 'included' : 'left out',
    pages: privatePages,
    rows_left_out: { ...slice.left_out },
    records_left_out: archive.left_out,
    records_left_out_for_secrets: archive.left_out_for_secrets,
    records_cleaned: archive.cleaned,
  }
}
