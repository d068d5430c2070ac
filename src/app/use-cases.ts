import { openRecordReader } from '../archive/read-record.ts'
import { openForPerson } from '../browser/human-page.ts'
import { systemClock } from '../domain/clock.ts'
import type { Settings } from '../domain/settings.ts'
import { waitForUser } from '../human/ask-user.ts'
import { authSummary, getAuthQueue, resolveAuth } from '../human/auth-queue.ts'
import { calibrate, rollBack } from '../human/calibration.ts'
import { submitFeedback } from '../human/feedback.ts'
import { humanTabs } from '../human/human-tabs.ts'
import { notifyUser, systemDesktop } from '../human/notify.ts'
import { showPage } from '../human/show-page.ts'
import { terminalAsk } from '../human/terminal.ts'
import { checkCitations } from '../report/citation-check.ts'
import { graphJson } from '../report/graph-json.ts'
import { renderReport } from '../report/markdown.ts'
import { gatherMaterial } from '../report/material.ts'
import { cleanUp } from '../research/cleanup.ts'
import { Conductor } from '../research/conductor.ts'
import { embedBacklog } from '../research/embed-backlog.ts'
import { findTexts } from '../research/find-texts.ts'
import { applyOverrides } from '../research/graph/apply-overrides.ts'
import { recomputeClaims } from '../research/graph/recompute.ts'
import { walkClaimBack } from '../research/graph/walk-claim-back.ts'
import { indexBacklog } from '../research/index-backlog.ts'
import { metricsOfHome, metricsOfTask } from '../research/metrics/home-metrics.ts'
import { taskStatus } from '../research/status.ts'
import { createTask, stopTask } from '../research/tasks.ts'
import { searchVectors } from '../research/vector-search.ts'
import { requireTask } from '../store/require-task.ts'
import type { Home } from './home.ts'
import { checkFindInput, checkQueryInput, checkSearchInput, checkTaskInput, checkVectorInput } from './input-limits.ts'
import type { Lyra } from './lyra.ts'
import type { OpenOptions } from './open-lyra.ts'
import { trustNotes } from './trust-notes.ts'
import { noteUnfinished } from './unfinished-report.ts'
import type { Rooms } from './wire-rooms.ts'
import { withPresence } from './with-presence.ts'

interface Wired extends Rooms {
  readonly settings: Settings
  readonly home: Home
  readonly mode: OpenOptions['mode']
  readonly citationSteps: OpenOptions['citationSteps']
}

/** The verbs of the application, each a line to the room that does the work. */
export function useCases(wired: Wired): Lyra {
  const { research, human, sandbox, settings } = wired
  const { store, log, ids } = research
  const { jobs, citationSteps } = wired
  const conductor = new Conductor({ ...research, jobs, citationSteps, waiting: systemClock })
  // A server goes on with what was left; a command that only looks does not.
  if (wired.mode !== 'cli') conductor.resume()
  const tabs = humanTabs({
    endpoint: settings.human.cdp_endpoint,
    driven: settings.browser.cdp_endpoint,
    searching: () => store.jobs.open().some((job) => job.lease_owner !== null),
    open: openForPerson,
  })
  const stop = new AbortController()
  // Until a server has made up for every missing vector; from then on each text comes with its own.
  let behind = true
  const embedMissed = async () => {
    await embedBacklog(research, stop.signal)
    behind = false
  }
  const backlog =
    wired.mode === 'cli' || settings.replay !== ''
      ? null
      : makeUp([() => indexBacklog(research, stop.signal), embedMissed], (error) => {
          if (!stop.signal.aborted) log.warn('backlog_failed', { error: String(error) })
        })
  const status = (taskId: string) => {
    // TRUST 4.2: what the user wrote into domains.yaml holds from now on.
    applyOverrides(research)
    const auth = authSummary(human, taskId)
    return taskStatus(research, taskId, { summary: auth.auth_queue, alerts: auth.warnings })
  }
  const lyra: Lyra = {
    settings,
    home: wired.home.root,
    log,
    createTask: (input) => {
      checkTaskInput(input)
      return createTask(research, input)
    },
    search: async (taskId, query, options = {}, hooks = {}) => {
      checkSearchInput(query, options, research.webSearch.engines)
      return conductor.search(taskId, query, options, hooks)
    },
    resumeTask: async (taskId) => {
      requireTask(store, taskId)
      const resumed = conductor.resume(taskId)
      await conductor.settle(taskId)
      return { ok: true, task_id: taskId, resumed }
    },
    pauseTask: async (taskId) => ({ ok: true, task_id: taskId, paused: await conductor.pause(taskId) }),
    getStatus: status,
    stopTask: async (taskId, reason) => {
      requireTask(store, taskId)
      await conductor.stop(taskId, reason)
      return stopTask(research, taskId, reason)
    },
    queryGraph: async (sql, options = {}) => {
      checkQueryInput(options)
      applyOverrides(research)
      const answer = await sandbox.query(sql, {
        limit: options.limit ?? settings.query.limit,
        timeoutMs: options.timeout_ms ?? settings.query.timeout_ms,
        maxVmSteps: options.max_vm_steps,
        includeSchema: options.include_schema ?? false,
      })
      return { ok: true, ...answer }
    },
    vectorSearch: async (input) => {
      checkVectorInput(input)
      const makeUp = wired.mode === 'cli' && settings.replay === ''
      return searchVectors(research, input, { makeUp, behind, signal: stop.signal })
    },
    find: async (request) => {
      checkFindInput(request)
      return findTexts(research, request, stop.signal)
    },
    feedback: (taskId, action, targetId, payload) =>
      submitFeedback(human, { taskId, action, targetId, payload }, (claimIds) => {
        recomputeClaims(research, claimIds, ids.next('cause'))
      }),
    calibrate: (action, data) => calibrate(human, action, data),
    calibrateRollback: (source, version, reason) => rollBack(human, source, version, reason),
    getAuthQueue: (taskId, options) => getAuthQueue(human, taskId, options),
    resolveAuth: (target, data) =>
      resolveAuth(human, target, data, (searchIds) => conductor.revisit(searchIds, wired.mode !== 'cli'), tabs.session),
    notifyUser: async (event, payload) => notifyUser(human, event, payload, await systemDesktop()),
    showPage: async (url) => showPage(url, await systemDesktop(), tabs.openTab),
    waitForUser: (prompt, options = {}, hooks = {}) =>
      waitForUser(human, prompt, options, {
        elicit: hooks.elicit,
        terminal: wired.mode === 'cli' && process.stdin.isTTY ? terminalAsk() : undefined,
        signal: hooks.signal,
        waiting: systemClock,
      }),
    tasks: () => store.tasks.list(200),
    cleanup: (request) => cleanUp(research, wired.home.archive, request),
    metrics: (taskId) => {
      if (taskId !== undefined) requireTask(store, taskId)
      const metrics =
        taskId === undefined
          ? metricsOfHome(research, store.jobs, process.memoryUsage())
          : metricsOfTask(research, taskId)
      return { ok: true, metrics }
    },
    report: async (taskId, limitChars) => {
      const { blocked_domains, background } = status(taskId)
      const text = noteUnfinished(renderReport(gatherMaterial(research, taskId), blocked_domains), background)
      return limitChars === undefined || text.length <= limitChars
        ? text
        : `${text.slice(0, limitChars)}\n\n(cut here; the whole report: lyra report ${taskId})\n`
    },
    claim: (claimId) => {
      applyOverrides(research)
      return walkClaimBack(research, claimId)
    },
    checkCitations: (report) => checkCitations(report, store, openRecordReader(wired.home.archive).read),
    graph: (taskId, limitChars = 60_000) => {
      requireTask(store, taskId)
      applyOverrides(research)
      return graphJson(research, taskId, limitChars)
    },
    views: () => store.views(),
    schema: () => sandbox.schema(),
    meta: (taskId) => trustNotes(research, taskId),
    audit: (finding) =>
      store.events.audit({ layer: 'L7', subjectType: 'answer', ...finding, causeId: ids.next('cause') }),
    close: async () => {
      tabs.close()
      stop.abort()
      await backlog
      await conductor.close()
      await wired.close()
    },
  }
  return withPresence(lyra, () => conductor.attend())
}

/** One after the other; the failure of one does not keep the next from its work. */
async function makeUp(works: readonly (() => Promise<unknown>)[], failed: (error: unknown) => void): Promise<void> {
  for (const work of works) await work().catch(failed)
}
