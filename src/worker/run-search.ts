import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { checkInput } from '../api/check-input.ts'
import { createTask } from '../api/create-task.ts'
import { exportBundle } from '../api/export-bundle.ts'
import { getStatus } from '../api/get-status.ts'
import { resumeTask } from '../api/resume-task.ts'
import { search } from '../api/search.ts'
import { openBundleHome } from '../app/bundle-home.ts'
import { createLyra } from '../app/create-lyra.ts'
import type { Lyra, OpenLyra } from '../app/lyra.ts'
import type { OpenOptions } from '../app/open-options.ts'
import { LONGEST_WAIT_SECONDS } from '../domain/task.ts'
import type { BundleFolder } from '../hub/bundle-folder.ts'
import type { HubLanes } from '../hub/hub-lanes.ts'
import type { HeldSearch } from '../hub/queue.ts'
import type { RunPhase } from './observation.ts'

export interface SearchRun {
  readonly held: HeldSearch
  readonly bundles: BundleFolder
  readonly lanes: (leaseMs: number) => HubLanes
  /** Folder of this worker; a search has a folder of its own in it. */
  readonly folder: string
  readonly open: Pick<OpenOptions, 'flags' | 'replay'>
  readonly openLyra: (options: OpenOptions) => Promise<OpenLyra>
  readonly signal: AbortSignal
  readonly phase: RunPhase
}

/**
 * One search in a home that is made for it: from the task's last bundle, or empty for the first. What comes out follows
 * from the bundle, the search and the web alone, whichever worker runs it. Hands the new bundle to `publish`; nothing
 * stays on this machine.
 */
export async function runSearch<T>(run: SearchRun, publish: (bundle: string) => Promise<T>): Promise<T> {
  const { held, bundles, folder, signal, phase } = run
  const { task, taskId } = held
  const own = mkdtempSync(join(folder, 'search-'))
  try {
    const last = join(own, 'last.lyra.zip')
    const { bundleSha256 } = task
    if (bundleSha256 !== null) await phase('fetch_bundle', () => bundles.get(bundleSha256, last))
    using started = bundleSha256 === null ? null : await phase('open_home', () => openBundleHome(last, null, own))
    const lyra = openHome(run, started?.folder ?? join(own, 'home'))
    const bundle = join(own, 'next.lyra.zip')
    try {
      if (started === null) await lyra.call(createTask, checkInput(createTask, newTask(task)))
      await phase('search', () => searchToEnd(lyra, held, signal))
      await phase('citations', () => followCitations(lyra, taskId, signal))
      signal.throwIfAborted()
      await phase('export', () => lyra.call(exportBundle, { task_id: taskId, file: bundle }))
    } finally {
      await lyra.close()
    }
    signal.throwIfAborted()
    return await phase('publish', () => publish(bundle))
  } finally {
    rmSync(own, { recursive: true, force: true })
  }
}

function openHome({ held, lanes, open, openLyra }: SearchRun, home: string): Lyra {
  return createLyra(() =>
    openLyra({
      ...open,
      home,
      mode: 'cli',
      lanes,
      newTaskId: held.taskId,
      replaySeed: `hub search ${held.id}`,
    }),
  )
}

function newTask({ question, config }: HeldSearch['task']) {
  return { query: question, ...(Object.keys(config).length === 0 ? {} : { config }) }
}

/** The queue keeps what the contract takes, as JSON; it is checked here. */
async function searchToEnd(lyra: Lyra, { taskId, query, options }: HeldSearch, signal: AbortSignal): Promise<void> {
  const { targets, ...rest } = options
  const input = checkInput(search, {
    task_id: taskId,
    ...(query === '' ? {} : { query }),
    ...(targets === undefined ? {} : { targets }),
    options: { ...rest, wait_seconds: LONGEST_WAIT_SECONDS },
  })
  for (;;) {
    const { status } = await lyra.call(search, input, { signal })
    signal.throwIfAborted()
    if (status !== 'running' && status !== 'queued') return
  }
}

/** A bundle is of a task that has nothing under way. */
async function followCitations(lyra: Lyra, taskId: string, signal: AbortSignal): Promise<void> {
  const { background } = await lyra.call(getStatus, { task_id: taskId })
  if (background.citations_pending === 0) return
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const onAbort = () => reject(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    signal.throwIfAborted()
    await Promise.race([lyra.call(resumeTask, { task_id: taskId }), aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
