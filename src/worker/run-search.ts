import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { checkInput } from '../api/check-input.ts'
import { createTask } from '../api/create-task.ts'
import { exportBundle } from '../api/export-bundle.ts'
import { feedback } from '../api/feedback.ts'
import { getStatus } from '../api/get-status.ts'
import { resumeTask } from '../api/resume-task.ts'
import { search } from '../api/search.ts'
import { vectorSearch } from '../api/vector-search.ts'
import { openBundleHome } from '../app/bundle-home.ts'
import { createLyra } from '../app/create-lyra.ts'
import type { Lyra, OpenLyra } from '../app/lyra.ts'
import type { OpenOptions } from '../app/open-options.ts'
import { LONGEST_WAIT_SECONDS } from '../domain/task.ts'
import type { BundleStore } from '../hub/bundles/bundle-store.ts'
import type { HubLanes } from '../hub/hub-lanes.ts'
import type { CallTold } from '../hub/publish.ts'
import type { HeldSearch } from '../hub/queue/search-queue.ts'
import type { RunPhase } from './observation.ts'

export interface SearchRun {
  readonly held: HeldSearch
  readonly bundles: BundleStore
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
export async function runSearch<T>(
  run: SearchRun,
  publish: (bundle: string, told: CallTold) => Promise<T>,
): Promise<T> {
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
    let told: CallTold
    try {
      if (started === null) await lyra.call(createTask, checkInput(createTask, newTask(task)))
      const answer = await phase('search', () => callToEnd(lyra, held, signal))
      await phase('citations', () => followCitations(lyra, taskId, signal))
      signal.throwIfAborted()
      await makeVectors(lyra, held)
      // It also brings what is to be reviewed up to date, which the bundle carries.
      const status = await lyra.call(getStatus, { task_id: taskId })
      told = { answer, status, notes: (await lyra.open()).meta(taskId) }
      await phase('export', () => lyra.call(exportBundle, { task_id: taskId, file: bundle }))
    } finally {
      await lyra.close()
    }
    signal.throwIfAborted()
    return await phase('publish', () => publish(bundle, told))
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
function callToEnd(lyra: Lyra, held: HeldSearch, signal: AbortSignal): Promise<unknown> {
  if (held.useCase === 'search') return searchToEnd(lyra, held, signal)
  const input = checkInput(feedback, { ...held.options, task_id: held.taskId })
  return lyra.call(feedback, input, { signal, byPerson: false })
}

async function searchToEnd(lyra: Lyra, { taskId, query, options }: HeldSearch, signal: AbortSignal) {
  const { targets, pivot_from, ...rest } = options
  const input = checkInput(search, {
    task_id: taskId,
    ...(query === '' ? {} : { query }),
    ...(targets === undefined ? {} : { targets }),
    ...(pivot_from === undefined ? {} : { pivot_from }),
    options: { ...rest, wait_seconds: LONGEST_WAIT_SECONDS },
  })
  for (;;) {
    const answer = await lyra.call(search, input, { signal })
    signal.throwIfAborted()
    if (answer.status !== 'running' && answer.status !== 'queued') return answer
  }
}

/** The team searches by meaning, and nobody makes vectors later: some hundred that are missing are made now. */
async function makeVectors(lyra: Lyra, { taskId, task }: HeldSearch): Promise<void> {
  for (const target of ['claims', 'fragments'] as const)
    await lyra.call(vectorSearch, { task_id: taskId, query: task.question, target, top_k: 1 })
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
