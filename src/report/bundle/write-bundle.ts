import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type CopiedArchive, copyTaskArchive, sharedFileName } from '../../archive/copy-archive.ts'
import { writeWacz } from '../../archive/write-wacz.ts'
import { CHUNK_BYTES, type ZipMember } from '../../archive/zip/member.ts'
import { openZipWriter, type ZipSource } from '../../archive/zip/write-zip.ts'
import { type Conclusions, conclusionsHash } from '../../domain/conclusions.ts'
import { LyraError } from '../../domain/errors.ts'
import type { Settings } from '../../domain/settings.ts'
import { requireTask } from '../../store/require-task.ts'
import type { TaskReach } from '../../store/slice/slice-store.ts'
import type { WrittenSlice } from '../../store/slice/write-slice.ts'
import type { Store } from '../../store/types.ts'
import { BUNDLE_VERSION, type Manifest, MEMBERS } from './manifest.ts'
import { sharedSettings } from './shared-settings.ts'
import { signManifest } from './signature.ts'

export interface BundleOrder {
  readonly taskId: string
  /** The file to write; must not be there. */
  readonly path: string
  /** Also private pages and pages behind a login, by the user's wish. */
  readonly withPrivate: boolean
  readonly signingKeyPem: string | null
}

export interface BundleParts {
  readonly store: Store
  readonly settings: Settings
  readonly archiveFolder: string
  readonly lyraVersion: string
  readonly now: string
  /** A page that only this machine or its network can read. */
  readonly isPrivateAddress: (url: string) => boolean
  /** Keys, tokens and addresses of the settings; cookies of sessions are known to the store. */
  readonly secrets: readonly string[]
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
  const { store } = parts
  const task = requireTask(store, order.taskId)
  const reach = store.slices.reach(task.id)
  const secrets = [...parts.secrets, ...store.slices.sessionSecrets()]
  const isPrivate = (url: string) => parts.isPrivateAddress(url) || isOn(url, reach.login_domains)
  const privatePages = reach.pages.filter(({ url }) => isPrivate(url))
  const withheld = order.withPrivate ? [] : privatePages
  const warcs = join(folder, 'warcs')
  mkdirSync(warcs)
  const leavesOut = (url: string) => !order.withPrivate && isPrivate(url)
  const archive = await copyTaskArchive({
    folder: parts.archiveFolder,
    into: warcs,
    taskId: task.id,
    elsewhere: recordsElsewhere(reach, task.id),
    leaveOut: leavesOut,
    secrets,
  })
  const shown = reach.pages.filter((page) => !withheld.includes(page))
  const hosts = hostsOf([...shown.map(({ url }) => url), ...reach.looked_at.filter((url) => !leavesOut(url))])
  const slicePath = join(folder, MEMBERS.slice)
  const slice = store.slices.write({
    taskId: task.id,
    path: slicePath,
    withheld: withheld.map(({ id }) => id),
    hosts,
    secrets: order.withPrivate ? secrets : [...secrets, ...reach.login_domains, ...reach.looked_at.filter(isPrivate)],
    placeOf: (file) => placeIn(archive, task.id, file),
  })
  requireNoSecret(slicePath, secrets)
  await writeWacz({
    path: join(folder, MEMBERS.archive),
    title: task.query,
    created: parts.now,
    software: `Lyra ${parts.lyraVersion}`,
    folder: warcs,
    files: archive.files,
    index: archive.index,
    pages: shown.map(({ id, url, title, fetched_at: time }) => ({ id, url, title, time })),
  })
  const { domains, engines } = parts.files(hosts)
  const { report, conclusions } = parts.tell(slicePath)
  const sources: [string, ZipSource | null][] = [
    [MEMBERS.slice, { file: slicePath }],
    [MEMBERS.archive, { file: join(folder, MEMBERS.archive) }],
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
    privacy: privacyOf(order, privatePages.length, slice, archive),
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

function isOn(url: string, domains: readonly string[]): boolean {
  const host = URL.parse(url)?.hostname ?? ''
  return domains.some((domain) => host === domain || host.endsWith(`.${domain}`))
}

function hostsOf(urls: readonly string[]): readonly string[] {
  return [...new Set(urls.flatMap((url) => URL.parse(url)?.hostname ?? []))].sort()
}

function copyOfLists(models: TaskReach['models']): Manifest['models'] {
  return { stance: [...models.stance], embedding: [...models.embedding], claims: [...models.claims] }
}

/** Records of pages that another task fetched before: its file to the ids. */
function recordsElsewhere({ records }: TaskReach, taskId: string): ReadonlyMap<string, ReadonlySet<string>> {
  const others = records.filter(({ file }) => !file.startsWith(`${taskId}/`))
  const files = Map.groupBy(others, ({ file }) => file)
  return new Map([...files].map(([file, rows]) => [file, new Set(rows.map(({ recordId }) => recordId))]))
}

/** In the bundle, and in the home that it is opened in, all lies in the folder of the task. */
function placeIn({ files }: CopiedArchive, taskId: string, file: string): string | null {
  const name = file.startsWith(`${taskId}/`) ? basename(file) : sharedFileName(taskId)
  return files.includes(name) ? `${taskId}/${name}` : null
}

function privacyOf(
  { withPrivate }: BundleOrder,
  pages: number,
  slice: WrittenSlice,
  archive: CopiedArchive,
): Manifest['privacy'] {
  return {
    private_pages: pages === 0 ? 'none' : withPrivate ? 'included' : 'left out',
    pages,
    rows_left_out: { ...slice.left_out },
    records_left_out: archive.left_out,
    records_left_out_for_secrets: archive.left_out_for_secrets,
    records_cleaned: archive.cleaned,
  }
}

/** The last look: whatever the tables hold, no cookie and no key leaves in them. */
function requireNoSecret(slice: string, secrets: readonly string[]): void {
  const bytes = secrets.length === 0 ? Buffer.alloc(0) : readFileSync(slice)
  if (!secrets.some((secret) => bytes.includes(secret))) return
  throw new LyraError('INVALID_PARAMS', 'A page or a claim of this task repeats a cookie or a key of this home', {
    hint: 'Change the key, or remove the session with `lyra auth`, then export again',
  })
}
