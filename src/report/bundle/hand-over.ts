import { mkdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type CopiedArchive, copyTaskArchive, sharedFileName } from '../../archive/copy-archive.ts'
import { writeWacz } from '../../archive/write-wacz.ts'
import { LyraError } from '../../domain/errors.ts'
import type { Task } from '../../domain/task.ts'
import { requireTask } from '../../store/require-task.ts'
import type { TaskReach } from '../../store/slice/slice-store.ts'
import type { WrittenSlice } from '../../store/slice/write-slice.ts'
import type { Store } from '../../store/types.ts'
import { MEMBERS } from './manifest.ts'

export interface HandOverParts {
  readonly store: Store
  readonly archiveFolder: string
  readonly lyraVersion: string
  readonly now: string
  /** A page that only this machine or its network can read. */
  readonly isPrivateAddress: (url: string) => boolean
  /** Keys, tokens and addresses of the settings; cookies of sessions are known to the store. */
  readonly secrets: readonly string[]
}

export interface HandOverOrder {
  readonly taskId: string
  /** Also private pages and pages behind a login, by the user's wish. */
  readonly withPrivate: boolean
  /** Who corrected what, and what was learned from corrections, stays at home. */
  readonly withoutCorrections?: boolean
}

/** What may leave the home of a task, and what may not. Every way out begins here. */
export interface HandOverPlan {
  readonly task: Task
  readonly reach: TaskReach
  /** How many of its pages are private, whether they are handed over or not. */
  readonly privatePages: number
  /** Ids of the pages that stay at home. */
  readonly withheld: ReadonlySet<string>
  readonly leavesOut: (url: string) => boolean
  /** Cookies and keys, by their value. */
  readonly secrets: readonly string[]
  /** The same and what would tell of a private site. */
  readonly untold: readonly string[]
  /** Hosts that the task met and that may be told. */
  readonly hosts: readonly string[]
  readonly withoutCorrections: boolean
}

export function planHandOver(
  parts: HandOverParts,
  { taskId, withPrivate, withoutCorrections = false }: HandOverOrder,
): HandOverPlan {
  const { store } = parts
  const task = requireTask(store, taskId)
  const reach = store.slices.reach(task.id)
  const isPrivate = (url: string) => parts.isPrivateAddress(url) || isOn(url, reach.login_domains)
  const leavesOut = (url: string) => !withPrivate && isPrivate(url)
  const secrets = [...parts.secrets, ...store.slices.sessionSecrets()]
  const addresses = [...reach.pages.map(({ url }) => url), ...reach.looked_at]
  return {
    task,
    reach,
    privatePages: reach.pages.filter(({ url }) => isPrivate(url)).length,
    withheld: new Set(reach.pages.filter(({ url }) => leavesOut(url)).map(({ id }) => id)),
    leavesOut,
    withoutCorrections,
    secrets,
    untold: withPrivate ? secrets : [...secrets, ...reach.login_domains, ...reach.looked_at.filter(isPrivate)],
    hosts: hostsOf(addresses.filter((url) => !leavesOut(url))),
  }
}

export interface HandedRows {
  readonly slicePath: string
  readonly slice: WrittenSlice
}

/** The rows as a database file in the folder. */
export function handOverRows(
  { store }: HandOverParts,
  { task, withheld, hosts, secrets, untold, withoutCorrections }: HandOverPlan,
  folder: string,
  placeOf: (file: string) => string | null,
): HandedRows {
  const path = join(folder, MEMBERS.slice)
  const order = { taskId: task.id, path, withheld: [...withheld], hosts, secrets: untold, placeOf }
  const slice = store.slices.write({ ...order, withoutCorrections })
  requireNoSecret(path, secrets)
  return { slicePath: path, slice }
}

export interface HandedArchive {
  readonly waczPath: string
  readonly archive: CopiedArchive
}

/** The archive as a WACZ file in the folder. */
export async function handOverArchive(
  parts: HandOverParts,
  { task, reach, withheld, leavesOut, secrets }: HandOverPlan,
  folder: string,
): Promise<HandedArchive> {
  const [into, waczPath] = [join(folder, 'warcs'), join(folder, MEMBERS.archive)]
  mkdirSync(into)
  const archive = await copyTaskArchive({
    folder: parts.archiveFolder,
    into,
    taskId: task.id,
    elsewhere: recordsElsewhere(reach, task.id),
    leaveOut: leavesOut,
    secrets,
  })
  const shown = reach.pages.filter(({ id }) => !withheld.has(id))
  await writeWacz({
    path: waczPath,
    title: task.query,
    created: parts.now,
    software: `Lyra ${parts.lyraVersion}`,
    folder: into,
    files: archive.files,
    index: archive.index,
    pages: shown.map(({ id, url, title, fetched_at: time }) => ({ id, url, title, time })),
  })
  return { waczPath, archive }
}

function isOn(url: string, domains: readonly string[]): boolean {
  const host = URL.parse(url)?.hostname ?? ''
  return domains.some((domain) => host === domain || host.endsWith(`.${domain}`))
}

function hostsOf(urls: readonly string[]): readonly string[] {
  return [...new Set(urls.flatMap((url) => URL.parse(url)?.hostname ?? []))].sort()
}

/** Records of pages that another task fetched before: its file to the ids. */
function recordsElsewhere({ records }: TaskReach, taskId: string): ReadonlyMap<string, ReadonlySet<string>> {
  const others = records.filter(({ file }) => !file.startsWith(`${taskId}/`))
  const files = Map.groupBy(others, ({ file }) => file)
  return new Map([...files].map(([file, rows]) => [file, new Set(rows.map(({ recordId }) => recordId))]))
}

/** In the bundle, and in the home that it is opened in, all lies in the folder of the task. */
export function placeIn({ files }: CopiedArchive, taskId: string, file: string): string | null {
  const name = file.startsWith(`${taskId}/`) ? basename(file) : sharedFileName(taskId)
  return files.includes(name) ? `${taskId}/${name}` : null
}

/** The last look: whatever the tables hold, no cookie and no key leaves in them. */
function requireNoSecret(slice: string, secrets: readonly string[]): void {
  const bytes = secrets.length === 0 ? Buffer.alloc(0) : readFileSync(slice)
  if (!secrets.some((secret) => bytes.includes(secret))) return
  throw new LyraError('INVALID_PARAMS', 'A page or a claim of this task repeats a cookie or a key of this home', {
    hint: 'Change the key, or remove the session with `lyra auth`, then export again',
  })
}
