import { lstat, opendir, realpath } from 'node:fs/promises'
import { basename, join, relative, sep } from 'node:path'
import type { FileOutcome } from '../../domain/own-document.ts'

/** A file to be read, or why it is not. */
export interface FoundFile {
  readonly path: string
  /** As the user sees it: under the folder that was named. */
  readonly shown: string
  readonly refused: { readonly outcome: FileOutcome; readonly reason: string } | null
}

export interface FolderLimits {
  readonly max_files: number
  /** Files of an assistant's choice must lie in one of these; null: a person chose them. */
  readonly allowed: readonly string[] | null
}

/** Folders deeper than this are left alone: no person nests so deep. */
const DEEPEST = 30
/** Entries looked at for one call, read or not: a folder of a million files is refused, not listed. */
const MOST_ENTRIES = 100_000

/**
 * The files that paths name, folders taken apart in the order of their names. Hidden entries of a folder are left
 * alone. Links are followed only as far as they stay inside the folder that was named; nothing is opened here.
 */
export async function findFiles(paths: readonly string[], limits: FolderLimits): Promise<readonly FoundFile[]> {
  const found: FoundFile[] = []
  const budget = { files: limits.max_files, entries: MOST_ENTRIES, told: false }
  for (const path of paths) {
    const root = await realpath(path).catch(() => null)
    const shown = basename(path)
    if (root === null) found.push(refused(path, shown, 'not_found', 'There is no such file or folder'))
    else if (!isAllowed(root, limits)) found.push(refused(path, shown, 'outside_folder', NOT_ALLOWED))
    else await walk({ path: root, shown: basename(root), depth: 0 }, root, budget, found)
  }
  return found
}

const NOT_ALLOWED = 'An assistant may name files in the folders of documents.folders only'

interface Place {
  readonly path: string
  readonly shown: string
  readonly depth: number
}

interface Budget {
  files: number
  entries: number
  told: boolean
}

async function walk(place: Place, root: string, budget: Budget, found: FoundFile[]): Promise<void> {
  const { path, shown, depth } = place
  const info = await lstat(path).catch(() => null)
  if (info === null) return void found.push(refused(path, shown, 'not_found', 'The file went away'))
  if (info.isSymbolicLink()) {
    const target = await realpath(path).catch(() => null)
    if (target === null) return void found.push(refused(path, shown, 'not_found', 'The link leads nowhere'))
    if (!isInside(root, target))
      return void found.push(refused(path, shown, 'outside_folder', 'The link leads out of the folder'))
    // What it leads to is met on its own; followed as well it would be read twice, or for ever.
    return
  }
  if (info.isDirectory()) return walkFolder(place, root, budget, found)
  if (!info.isFile()) return void found.push(refused(path, shown, 'not_a_file', 'No regular file'))
  if (budget.files <= 0) return tellLimit(place, budget, found)
  budget.files -= 1
  found.push({ path, shown: depth === 0 ? basename(path) : shown, refused: null })
}

async function walkFolder(place: Place, root: string, budget: Budget, found: FoundFile[]): Promise<void> {
  const { path, shown, depth } = place
  if (depth >= DEEPEST) return void found.push(refused(path, shown, 'too_many', `Deeper than ${DEEPEST} folders`))
  const names: string[] = []
  try {
    for await (const entry of await opendir(path)) {
      budget.entries -= 1
      if (budget.entries < 0) break
      if (!entry.name.startsWith('.')) names.push(entry.name)
    }
  } catch {
    return void found.push(refused(path, shown, 'not_a_file', 'The folder cannot be listed'))
  }
  for (const name of names.sort()) {
    if (budget.files <= 0) return tellLimit(place, budget, found)
    await walk({ path: join(path, name), shown: `${shown}/${name}`, depth: depth + 1 }, root, budget, found)
  }
  if (budget.entries < 0) tellLimit(place, budget, found)
}

/** Told once: a folder of ten thousand files would tell it nine thousand times. */
function tellLimit({ path, shown }: Place, budget: Budget, found: FoundFile[]): void {
  if (budget.told) return
  budget.told = true
  found.push(refused(path, shown, 'too_many', 'The rest is left out: more files than documents.max_files'))
}

function refused(path: string, shown: string, outcome: FileOutcome, reason: string): FoundFile {
  return { path, shown, refused: { outcome, reason } }
}

function isAllowed(path: string, { allowed }: FolderLimits): boolean {
  return allowed === null || allowed.some((folder) => isInside(folder, path))
}

function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way !== '..' && !way.startsWith(`..${sep}`) && !way.startsWith(sep) && !/^[A-Za-z]:/u.test(way)
}
