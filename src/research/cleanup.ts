import { readdirSync, rmdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join, normalize, sep } from 'node:path'
import { type Clock, isoTime } from '../domain/clock.ts'
import { LyraError } from '../domain/errors.ts'
import type { IdSource } from '../domain/ids.ts'
import { requireTask } from '../store/require-task.ts'
import type { Store } from '../store/types.ts'
import { citationsPending } from './citation-queue.ts'

export interface CleanupParts {
  readonly store: Store
  readonly clock: Clock
  readonly ids: IdSource
}

export interface CleanupRequest {
  /** Absent: no task goes, only what no task uses any more. */
  readonly taskId?: string | undefined
  readonly hard?: boolean | undefined
  readonly dryRun?: boolean | undefined
}

export interface CleanupAnswer {
  readonly ok: true
  readonly task_id: string | null
  readonly mode: 'soft' | 'hard' | 'orphans'
  readonly dry_run: boolean
  /** Rows by table. */
  readonly removed: Readonly<Record<string, number>>
  /** Pages of the task that stay because another task or a citation needs them. */
  readonly pages_kept: number
  readonly files: readonly { readonly path: string; readonly bytes: number }[]
  /** Files that could not be removed now; the next cleanup tries again. */
  readonly files_left: readonly string[]
}

/**
 * GRAPH 2. Soft: the task's own rows, nothing shared. Hard: also pages, fragments and archive files that
 * no other task uses. Rows go in one transaction; files after it, from a list that survives an interruption.
 */
export function cleanUp(parts: CleanupParts, archive: string, request: CleanupRequest): CleanupAnswer {
  const { store, clock, ids } = parts
  const taskId = request.taskId ?? null
  const dryRun = request.dryRun === true
  const hard = taskId === null || request.hard === true
  if (taskId !== null) requireIdle(store, taskId)
  const causeId = dryRun ? 'dry run' : ids.next('cause')
  const ownFiles = taskId !== null && hard ? filesIn(archive, taskId) : []
  const outcome = store.cleanup.run({ taskId, hard, dryRun, ownFiles, at: isoTime(clock), causeId })
  const files = outcome.files.map((path) => ({ path, bytes: sizeOf(join(archive, path)) }))
  const mode = taskId === null ? 'orphans' : hard ? 'hard' : 'soft'
  if (!dryRun)
    store.events.append({
      kind: 'cleaned_up',
      subjectType: 'task',
      ...(taskId === null ? {} : { subjectId: taskId }),
      data: { mode, removed: outcome.removed, files: files.length },
      causeId,
    })
  const files_left = dryRun ? [] : removeNoted(store, archive)
  return {
    ok: true,
    task_id: taskId,
    mode,
    dry_run: dryRun,
    removed: outcome.removed,
    pages_kept: outcome.keptPages,
    files,
    files_left,
  }
}

/** A search that is running would write into what is being removed. */
function requireIdle(store: Store, taskId: string): void {
  const task = requireTask(store, taskId)
  const running = store.searches.ofTask(taskId).some((search) => search.status === 'running')
  if (task.status === 'exploring' && running)
    throw new LyraError('INVALID_PARAMS', `A search of ${taskId} is running`, {
      hint: `Wait for it, or stop the task first: lyra task stop ${taskId}`,
    })
  if (citationsPending(store, taskId) > 0)
    throw new LyraError('INVALID_PARAMS', `Citations of ${taskId} are still being followed`, {
      hint: `Wait for them, or stop the task first: lyra task stop ${taskId}`,
    })
}

function filesIn(archive: string, folder: string): readonly string[] {
  if (!/^[A-Za-z0-9_-]{1,80}$/u.test(folder)) return []
  try {
    const names = readdirSync(join(archive, folder))
    // An index goes with its archive file, not by itself.
    return names.filter((name) => !names.some((other) => indexOf(other) === name)).map((name) => `${folder}/${name}`)
  } catch {
    // a task that fetched nothing has no folder
    return []
  }
}

/** The index the archive keeps beside a WARC file. */
function indexOf(warc: string): string | null {
  return /\.warc(?:\.gz)?$/u.test(warc) ? warc.replace(/\.warc(?:\.gz)?$/u, '.cdxj') : null
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

/** Also those that an interrupted cleanup left. A path that leads out of the archive is never followed. */
function removeNoted(store: Store, archive: string): readonly string[] {
  const left: string[] = []
  for (const path of store.cleanup.pendingRemovals()) {
    const full = normalize(join(archive, path))
    if (!full.startsWith(normalize(archive + sep))) {
      store.cleanup.crossOff(path)
      continue
    }
    try {
      rmSync(full, { force: true })
      rmSync(indexOf(full) ?? full, { force: true })
      store.cleanup.crossOff(path)
      dropEmptyFolder(dirname(full), archive)
    } catch {
      left.push(path)
    }
  }
  return left
}

function dropEmptyFolder(folder: string, archive: string): void {
  if (normalize(folder) === normalize(archive) || readdirSync(folder).length > 0) return
  rmdirSync(folder)
}
