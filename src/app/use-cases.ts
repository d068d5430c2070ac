import { addDocuments } from '../api/add-documents.ts'
import { answerQuestion } from '../api/answer-question.ts'
import { auditBibliography } from '../api/audit-bibliography.ts'
import { browseTasks } from '../api/browse-tasks.ts'
import { calibrate } from '../api/calibrate.ts'
import { calibrateRollback } from '../api/calibrate-rollback.ts'
import { checkCitations } from '../api/check-citations.ts'
import { checkText } from '../api/check-text.ts'
import { cleanUp } from '../api/clean-up.ts'
import { createTask } from '../api/create-task.ts'
import type { AnswerOf, InputOf, UseCase } from '../api/define-use-case.ts'
import { drawArchived } from '../api/draw-archived.ts'
import { correctEntities, getEntities, getEntity } from '../api/entities.ts'
import { explainFinding } from '../api/explain-finding.ts'
import { exportBundle } from '../api/export-bundle.ts'
import { exportCorrections } from '../api/export-corrections.ts'
import { exportTask } from '../api/export-task.ts'
import { feedback } from '../api/feedback.ts'
import { findTexts } from '../api/find-texts.ts'
import { getArchivedPassage } from '../api/get-archived-passage.ts'
import { getAuthQueue } from '../api/get-auth-queue.ts'
import { getCalibration } from '../api/get-calibration.ts'
import { getClaim } from '../api/get-claim.ts'
import { getCorrections } from '../api/get-corrections.ts'
import { getEngines } from '../api/get-engines.ts'
import { getFeed } from '../api/get-feed.ts'
import { getFindings } from '../api/get-findings.ts'
import { getFlow } from '../api/get-flow.ts'
import { getGraph } from '../api/get-graph.ts'
import { getMetrics } from '../api/get-metrics.ts'
import { getNetwork } from '../api/get-network.ts'
import { getPulse } from '../api/get-pulse.ts'
import { getReport } from '../api/get-report.ts'
import { getReportPage } from '../api/get-report-page.ts'
import { getReview } from '../api/get-review.ts'
import { getSchema } from '../api/get-schema.ts'
import { getSearchLog } from '../api/get-search-log.ts'
import { getSettings } from '../api/get-settings.ts'
import { getSources } from '../api/get-sources.ts'
import { getStatus } from '../api/get-status.ts'
import { getTimeline } from '../api/get-timeline.ts'
import { getUnread } from '../api/get-unread.ts'
import { importBundle } from '../api/import-bundle.ts'
import { learning } from '../api/learning.ts'
import { listCitations } from '../api/list-citations.ts'
import { listLenses } from '../api/list-lenses.ts'
import { listQuestions } from '../api/list-questions.ts'
import { listTasks, NEWEST_TASKS } from '../api/list-tasks.ts'
import { listUpdates } from '../api/list-updates.ts'
import { listViews } from '../api/list-views.ts'
import { notifyUser } from '../api/notify-user.ts'
import { pauseTask } from '../api/pause-task.ts'
import { checkPublicSources, listPublicSources } from '../api/public-sources.ts'
import { queryGraph } from '../api/query-graph.ts'
import { raiseBudget } from '../api/raise-budget.ts'
import { readArchived } from '../api/read-archived.ts'
import { renderReport } from '../api/render-report.ts'
import { resolveAuth } from '../api/resolve-auth.ts'
import { resumeTask } from '../api/resume-task.ts'
import { deleteQuery, listSavedQueries, saveQuery } from '../api/saved-queries.ts'
import { search } from '../api/search.ts'
import { sendToZotero } from '../api/send-to-zotero.ts'
import { showPage } from '../api/show-page.ts'
import { getTrust, removeTrust, setTrust } from '../api/site-trust.ts'
import { stopTask } from '../api/stop-task.ts'
import { getLanguageGaps, getSubjectTimeline } from '../api/time-and-language.ts'
import { updateTask } from '../api/update-task.ts'
import { vectorSearch } from '../api/vector-search.ts'
import { verify } from '../api/verify.ts'
import { waitForUser } from '../api/wait-for-user.ts'
import { requireKnownEngines } from '../engines/choose-engines.ts'
import { requireTask } from '../store/require-task.ts'
import type { Application } from './application.ts'
import type { CallHooks } from './lyra.ts'

const ok = true as const

/**
 * The list of use cases: each contract of `src/api` beside the code that answers it. A new tool is its contract and its
 * entry here; MCP, limits and reference pages follow. `lyra mcp` reads the list before anything is opened, so the rooms
 * are imported inside the entries, not above them.
 */
export const USE_CASES: readonly Entry[] = [
  answer(createTask, async ({ research }, { query, config }) => {
    const tasks = await import('../research/tasks.ts')
    // A lens or an organisation that nobody knows is told now, not by the first search.
    if (config?.scope !== undefined)
      (await import('../research/scope/resolve-scope.ts')).resolveScope(research.scopeTables, config.scope)
    return tasks.createTask(research, { query, ...config })
  }),
  answer(raiseBudget, async ({ research }, { task_id, ...asked }) => {
    const budgets = await import('../research/budget.ts')
    return { ok: true as const, task_id, budget: budgets.raiseBudget(research, task_id, asked) }
  }),
  answer(search, async (app, { task_id, query, targets, pivot_from, options: given = {} }, hooks) => {
    const { research, conductor } = app
    const { budget, ...options } = given
    requireKnownEngines(options.engines ?? [], research.webSearch.engines, 'INVALID_PARAMS')
    if (budget !== undefined) {
      const budgets = await import('../research/budget.ts')
      budgets.raiseBudget(research, task_id, budget)
    }
    await applyOverrides(research)
    await (await import('./learn-from-corrections.ts')).learnIfDue(app)
    const named = { ...(targets === undefined ? {} : { targets }), ...(pivot_from === undefined ? {} : { pivot_from }) }
    return conductor.search(task_id, query, { ...options, ...named }, hooks)
  }),
  answer(addDocuments, async (app, input, hooks) =>
    (await import('./add-documents.ts')).addOwnDocuments(app, input, hooks),
  ),
  answer(getStatus, async (app, { task_id }) => (await import('./task-status.ts')).statusOfTask(app, task_id)),
  answer(stopTask, async ({ research, conductor }, { task_id, reason, cancel, finish_first }) => {
    requireTask(research.store, task_id)
    const tasks = await import('../research/tasks.ts')
    const stop = tasks.stopRequest(reason, cancel, finish_first)
    const cut = await conductor.stop(task_id, stop)
    return tasks.stopTask(research, task_id, stop, cut)
  }),
  answer(queryGraph, async ({ research, sandbox, settings }, { sql, options }) => {
    await catchUp(research)
    await refreshReviews(research, sql)
    await refreshEntities(research, sql)
    const rows = await sandbox.query(sql, {
      limit: options.limit ?? settings.query.limit,
      offset: options.offset,
      whole: options.whole,
      timeoutMs: options.timeout_ms ?? settings.query.timeout_ms,
      maxVmSteps: options.max_vm_steps,
      includeSchema: options.include_schema,
    })
    return { ok, ...rows }
  }),
  answer(vectorSearch, async ({ research, makesUpVectors: makeUp = false, backlog, signal }, input) => {
    const { searchVectors } = await import('../research/vector-search.ts')
    return searchVectors(research, input, { makeUp, behind: backlog.mayBeIncomplete(), signal })
  }),
  answer(getClaim, async ({ research }, { claim_id }) => {
    await catchUp(research)
    const { claimProvenance } = await import('../research/graph/claim-provenance.ts')
    return research.store.read(() => claimProvenance(research, claim_id))
  }),
  answer(feedback, async (app, input, hooks) => {
    const { research, human, signal } = app
    const [{ submitFeedback }, { feedbackEffects }] = await Promise.all([
      import('../human/feedback.ts'),
      import('./feedback-effects.ts'),
    ])
    return submitFeedback(human, input, feedbackEffects(research, hooks.signal ?? signal), authorOf(app, hooks))
  }),
  answer(calibrate, async ({ human }, input) => (await import('../human/calibration.ts')).calibrate(human, input)),
  answer(calibrateRollback, async ({ human }, { source, version, reason }) =>
    (await import('../human/calibration.ts')).rollBack(human, source, version, reason),
  ),
  answer(exportCorrections, async ({ human }, { task_id = null }) => {
    if (task_id !== null) requireTask(human.store, task_id)
    const { trainingSamples } = await import('../human/feedback/training-samples.ts')
    return { ok, samples: trainingSamples(human, task_id) }
  }),
  answer(learning, async (app, input) => (await import('./learn-from-corrections.ts')).learningOf(app, input)),
  answer(getAuthQueue, async ({ human }, input) => (await import('../human/auth-queue.ts')).getAuthQueue(human, input)),
  answer(resolveAuth, async (app, input) => (await import('./settle-auth.ts')).settleAuth(app, input)),
  answer(notifyUser, async ({ human }, { event, payload }) => {
    const [desktop, notices] = await Promise.all([import('../human/desktop.ts'), import('../human/notify.ts')])
    return notices.notifyUser(human, event, payload, await desktop.systemDesktop())
  }),
  answer(waitForUser, async (app, { prompt, options }, hooks) => {
    const [ask, { channelsTo }] = await Promise.all([import('../human/ask-user.ts'), import('./question-channels.ts')])
    return ask.waitForUser(app.human, prompt, options, channelsTo(app, hooks))
  }),
  answer(listQuestions, async ({ human, clock }) => {
    const { openQuestions } = await import('../human/questions.ts')
    return { ok, questions: openQuestions({ ...human, waiting: clock }) }
  }),
  answer(answerQuestion, async ({ human, clock }, { question_id, answer, channel }) => {
    const questions = await import('../human/questions.ts')
    const chosen = questions.answerQuestion({ ...human, waiting: clock }, question_id, answer, channel)
    return { ok, question_id, answer: chosen }
  }),

  answer(listTasks, async ({ research }) => ({ ok, tasks: research.store.tasks.list(NEWEST_TASKS) })),
  answer(resumeTask, async ({ research, conductor }, { task_id }) => {
    requireTask(research.store, task_id)
    const resumed = conductor.resume(task_id)
    await conductor.settle(task_id)
    return { ok, task_id, resumed }
  }),
  answer(pauseTask, async ({ conductor }, { task_id }) => {
    return { ok, task_id, paused: await conductor.pause(task_id) }
  }),
  answer(findTexts, async ({ research, signal }, input) =>
    (await import('../research/find-texts.ts')).findTexts(research, input, signal),
  ),
  answer(getReport, async (app, { task_id, language }) => {
    const { reportOfTask } = await import('./task-report.ts')
    return { task_id, ...reportOfTask(app, task_id, language) }
  }),
  answer(renderReport, async (app, { task_id, format, language }) => {
    const { renderedReport } = await import('./task-report.ts')
    return renderedReport(app, task_id, format, language)
  }),
  answer(getReportPage, async (app, { task_id, section, from }) => {
    const { reportPageOfTask } = await import('./task-report.ts')
    return { ok, task_id, ...reportPageOfTask(app, task_id, { section, from }) }
  }),
  answer(updateTask, async (app, { task_id: taskId, max_pages: maxPages, language }, hooks) => {
    await applyOverrides(app.research)
    const { updateOfTask } = await import('./task-update.ts')
    return updateOfTask(app, { taskId, maxPages, language }, hooks)
  }),
  answer(getFeed, async (app, { task_id, language }) => {
    const { feedOfTask } = await import('./task-update.ts')
    return { ok, task_id, ...feedOfTask(app, task_id, language) }
  }),
  answer(listUpdates, async (app, { task_id }) => {
    const { updatesOfTask } = await import('./task-update.ts')
    return { ok, task_id, updates: updatesOfTask(app, task_id) }
  }),
  answer(checkCitations, async ({ research, home }, { report, format, task_id }) => {
    if (task_id !== undefined) requireTask(research.store, task_id)
    const citations = await import('../report/citation-check.ts')
    const { openRecordReader } = await import('../archive/read-record.ts')
    const { read } = openRecordReader(home.archive)
    return { ok, citations: await citations.checkCitations(report, research.store, read, format) }
  }),
  answer(checkText, async ({ research, signal }, input, hooks) => {
    const { checkDraft } = await import('../report/check/check-draft.ts')
    return checkDraft(research, input, hooks.signal ?? signal)
  }),
  answer(auditBibliography, async ({ research, signal }, input, hooks) => {
    const { auditReferences } = await import('../report/bibliography/audit-references.ts')
    const { notingIfFree } = await import('./note-if-free.ts')
    const { store, ...parts } = research
    return auditReferences({ ...parts, store: notingIfFree(store) }, input, hooks.signal ?? signal)
  }),
  answer(exportBundle, async (app, { task_id, file, signing_key: key = null, ...wanted }) => {
    const { exportTaskBundle } = await import('./bundle-export.ts')
    const { with_private: withPrivate = false, without_corrections: withoutCorrections = false } = wanted
    return exportTaskBundle(app, { taskId: task_id, path: file, withPrivate, withoutCorrections, signingKeyPem: key })
  }),
  answer(exportTask, async (app, { task_id: taskId, format, out, with_private: withPrivate = false, reviewer }) => {
    const { exportTaskAs } = await import('./task-export.ts')
    const order = { taskId, format, path: out, withPrivate, ...(reviewer === undefined ? {} : { reviewer }) }
    return exportTaskAs(app, order)
  }),
  answer(sendToZotero, async (app, { task_id: taskId, with_private: withPrivate = false }) => {
    const { handToZotero } = await import('./zotero-connector.ts')
    return handToZotero(app, { taskId, withPrivate })
  }),
  answer(importBundle, async (app, { file, key = null, dry_run: dryRun = false }) => {
    const { importIntoHome } = await import('./bundle-import.ts')
    return importIntoHome(app, { file, key, dryRun })
  }),
  answer(getReview, async ({ research }, { task_id, from, limit }) => {
    await catchUp(research)
    return (await import('../research/review/read-review.ts')).readReview(research, task_id, { from, limit })
  }),
  answer(getEntities, async ({ research }, { task_id, ...asked }) =>
    (await import('../research/entities/list-entities.ts')).listEntities(research, task_id, asked),
  ),
  answer(getEntity, async ({ research }, { task_id, ...asked }) =>
    (await import('../research/entities/list-entities.ts')).showEntity(research, task_id, asked),
  ),
  answer(correctEntities, async (app, decision, hooks) => {
    const entities = await import('../research/entities/correct-entities.ts')
    return entities.correctEntities(app.research, decision, authorOf(app, hooks))
  }),
  answer(getGraph, async ({ research }, { task_id, from }) => {
    requireTask(research.store, task_id)
    await catchUp(research)
    const { graphJson } = await import('../report/graph-json.ts')
    return { ok, task_id, ...research.store.read(() => graphJson(research, task_id, from)) }
  }),
  answer(listCitations, async ({ research }, { task_id, ...asked }) =>
    (await import('../research/list-citations.ts')).listCitations(research, task_id, asked),
  ),
  answer(getSubjectTimeline, async ({ research }, { task_id, subject, from }) =>
    (await import('../report/overview/subject-timeline.ts')).subjectTimeline(research, task_id, { subject, from }),
  ),
  answer(getLanguageGaps, async ({ research }, { task_id, from }) =>
    (await import('../report/overview/subject-timeline.ts')).languageGaps(research, task_id, from),
  ),
  answer(listPublicSources, async ({ settings }) =>
    (await import('./public-sources.ts')).publicSources({ settings, home: settings.home }),
  ),
  answer(checkPublicSources, async ({ settings }, { source }) =>
    (await import('./public-sources.ts')).checkSources({ settings, home: settings.home }, source),
  ),
  answer(listLenses, async ({ research }) => {
    const lenses = research
      .scopeTables()
      .lenses.map(({ sources = null, category = null, title_ja, about_ja, ...lens }) => ({
        ...lens,
        ...(title_ja === undefined ? {} : { title_ja }),
        ...(about_ja === undefined ? {} : { about_ja }),
        sources,
        category,
      }))
    return { ok, lenses }
  }),
  answer(getNetwork, async ({ research }, { task_id, from, limit }) => {
    await catchUp(research)
    const { taskNetwork } = await import('../report/network.ts')
    return research.store.read(() => taskNetwork(research.store, task_id, from, limit))
  }),
  answer(getArchivedPassage, async (app, input) => {
    await catchUp(app.research)
    const { archivedPassage } = await import('../research/archived/archived-passage.ts')
    return archivedPassage(archivedParts(app), input)
  }),
  answer(readArchived, async (app, input) => {
    const { readArchivedBytes } = await import('../research/archived/read-archived.ts')
    return readArchivedBytes(archivedParts(app), input)
  }),
  answer(drawArchived, async (app, input, hooks) => {
    const { drawArchivedPage } = await import('../research/archived/read-archived.ts')
    return drawArchivedPage(archivedParts(app), input, hooks.signal ?? app.signal)
  }),
  answer(getMetrics, async ({ research }, { task_id }) => {
    const { metricsOfHome, metricsOfTask } = await import('../research/metrics/home-metrics.ts')
    if (task_id !== undefined) {
      requireTask(research.store, task_id)
      return { ok, metrics: metricsOfTask(research, task_id) }
    }
    return { ok, metrics: metricsOfHome(research, research.store.jobs, process.memoryUsage()) }
  }),
  answer(cleanUp, async ({ research, home }, input) => {
    const done = (await import('../research/cleanup.ts')).cleanUp(research, home.archive, input)
    const { recomputeDomains } = await import('../research/graph/recompute.ts')
    const blocked = research.store.domains.standingBlocks().map(({ domain }) => domain)
    // What a block rested on may be gone.
    if (!done.dry_run) recomputeDomains(research, blocked, research.ids.next('cause'))
    return done
  }),
  answer(browseTasks, async ({ research }, { task_id, words, from, limit }) => {
    const { overview } = research.store
    const filter = { taskId: task_id ?? null, words }
    return { ok, total: overview.taskCount(filter), tasks: overview.tasks({ ...filter, from, limit }) }
  }),
  answer(getFindings, async ({ research }, { task_id, ...wanted }) => {
    await catchUp(research)
    const { findingsOf } = await import('../report/overview/findings.ts')
    return research.store.read(() => findingsOf(research, task_id, wanted))
  }),
  answer(explainFinding, async ({ research }, { task_id, finding_id }) => {
    requireTask(research.store, task_id)
    await catchUp(research)
    const findings = await import('../research/findings/explain-finding.ts')
    return research.store.read(() => findings.explainFinding(research, task_id, finding_id))
  }),
  answer(getSources, async ({ research }, { task_id }) => {
    await catchUp(research)
    const sources = await import('../report/overview/sources.ts')
    return task_id === undefined ? sources.markedSites(research) : sources.sourcesOf(research, task_id)
  }),
  answer(getTrust, async ({ research }, { domain }) => {
    await catchUp(research)
    return (await import('../research/graph/set-trust.ts')).trustOf(research, domain)
  }),
  answer(setTrust, async (app, { channel, ...wanted }, hooks) => {
    const trust = await import('../research/graph/set-trust.ts')
    return trust.setTrust(trustWriter(app), wanted, { by: authorOf(app, hooks), channel })
  }),
  answer(removeTrust, async (app, { channel, domain }, hooks) => {
    const trust = await import('../research/graph/set-trust.ts')
    return trust.removeTrust(trustWriter(app), domain, { by: authorOf(app, hooks), channel })
  }),
  answer(getFlow, async ({ research }, { task_id }) =>
    (await import('../report/overview/flow.ts')).flowOf(research, task_id),
  ),
  answer(getUnread, async ({ research }, { task_id }) => {
    const { query } = requireTask(research.store, task_id)
    const { unreadOf } = await import('../report/overview/flow.ts')
    return { ok, task_id, query, pages: unreadOf(research.store, task_id) }
  }),
  answer(getSearchLog, async ({ research }, { task_id }) => {
    const { query } = requireTask(research.store, task_id)
    const { searchLogOf } = await import('../report/overview/search-log.ts')
    return { ok, task_id, query, searches: searchLogOf(research.store, task_id) }
  }),
  answer(getTimeline, async ({ research }, { task_id, limit }) =>
    (await import('../report/overview/timeline.ts')).timelineOf(research.store, task_id, limit),
  ),
  answer(getCorrections, async ({ research }, { task_id }) => {
    const { correctionsOf } = await import('../report/overview/timeline.ts')
    return { ok, task_id, corrections: correctionsOf(research.store, task_id) }
  }),
  answer(getCalibration, async ({ human }) => {
    const { calibrationOverview } = await import('../human/calibration-overview.ts')
    return { ok, sources: calibrationOverview(human) }
  }),
  answer(listSavedQueries, async ({ home }) => {
    const { savedQueries } = await import('./saved-queries.ts')
    return { ok, queries: savedQueries(home.root) }
  }),
  answer(saveQuery, async ({ home }, given) => {
    const { keepQuery } = await import('./saved-queries.ts')
    keepQuery(home.root, given)
    return { ok, name: given.name }
  }),
  answer(deleteQuery, async ({ home }, { name }) => {
    const { dropQuery } = await import('./saved-queries.ts')
    dropQuery(home.root, name)
    return { ok, name }
  }),
  answer(getEngines, async (app) => (await import('./home-overview.ts')).enginesOf(app)),
  answer(getSettings, async (app) => (await import('./home-overview.ts')).settingsOf(app)),
  answer(getPulse, async ({ research }, { task_id }) => ({
    ok,
    pulse: research.store.overview.pulse(task_id ?? null),
  })),
  answer(listViews, async ({ research }) => ({ ok, views: research.store.views() })),
  answer(getSchema, async ({ sandbox }) => ({ ok, tables: await sandbox.schema() })),
  answer(verify, async ({ research, human, net, settings, home }, input, hooks) => {
    const [{ runVerify }, { reachesInternet }] = await Promise.all([
      import('./verify/run-verify.ts'),
      import('./reach-internet.ts'),
    ])
    const isOnline = () => reachesInternet(settings.net.online_hosts)
    return runVerify({ research, human, ...net, isOnline, places: [home.root] }, input, hooks)
  }),
  answer(showPage, async ({ tabs }, { url }) => {
    const { systemDesktop } = await import('../human/desktop.ts')
    return (await import('../human/show-page.ts')).showPage(url, await systemDesktop(), tabs.openTab)
  }),
]

/** Those that an MCP client is shown, in the order of the reference page (LYRA 3.1). */
export const TOOLS: readonly UseCase[] = USE_CASES.map(({ useCase }) => useCase).filter(
  ({ tool }) => tool !== undefined,
)

export interface Entry {
  readonly useCase: UseCase
  readonly run: (app: Application, input: unknown, hooks: CallHooks) => Promise<unknown>
}

/** Types are checked here, where contract and handler meet; the list itself is untyped. */
function answer<U extends UseCase>(
  useCase: U,
  run: (app: Application, input: InputOf<U>, hooks: CallHooks) => Promise<AnswerOf<U>>,
): Entry {
  return { useCase, run: (app, input, hooks) => run(app, input as InputOf<U>, hooks) }
}

function authorOf({ mode }: Application, hooks: CallHooks): 'person' | 'assistant' {
  return (hooks.byPerson ?? mode === 'cli') ? 'person' : 'assistant'
}

function trustWriter({ research, home }: Application) {
  return { ...research, file: home.domainsFile }
}

function archivedParts({ research, records, drawPage }: Application) {
  return { store: research.store, records, drawPage }
}

/** Claims of before there were entities are read when a statement asks for them by a task. */
async function refreshEntities(research: Application['research'], sql: string): Promise<void> {
  if (!/entit/iu.test(sql)) return
  const { upToDate } = await import('../research/entities/list-entities.ts')
  const named = new Set(sql.match(/\btask_[0-9a-f]{16}\b/gu) ?? [])
  for (const taskId of named) if (research.store.tasks.get(taskId) !== null) await upToDate(research, taskId)
}

/** The queue that v_review shows follows the graph when it is asked for. */
async function refreshReviews(research: Application['research'], sql: string): Promise<void> {
  if (!/review/iu.test(sql)) return
  const reviews = await import('../research/review/refresh-review.ts')
  reviews.refreshNamed(research, sql)
}

/** TRUST 4.2: what the user wrote into domains.yaml holds from now on. */
async function applyOverrides(research: Application['research']): Promise<void> {
  const overrides = await import('../research/graph/apply-overrides.ts')
  overrides.applyOverrides(research)
}

/** The same for an answer that only reads. */
async function catchUp(research: Application['research']): Promise<void> {
  const { catchUpWithOverrides } = await import('./catch-up-with-overrides.ts')
  catchUpWithOverrides(research)
}
