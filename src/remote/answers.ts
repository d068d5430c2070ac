import { checkText } from '../api/check-text.ts'
import { createTask } from '../api/create-task.ts'
import type { AnswerOf, InputOf, UseCase } from '../api/define-use-case.ts'
import { getEntities, getEntity } from '../api/entities.ts'
import { explainFinding } from '../api/explain-finding.ts'
import { feedback } from '../api/feedback.ts'
import { findTexts } from '../api/find-texts.ts'
import { getArchivedPassage } from '../api/get-archived-passage.ts'
import { getClaim } from '../api/get-claim.ts'
import { getCorrections } from '../api/get-corrections.ts'
import { getFindings } from '../api/get-findings.ts'
import { getGraph } from '../api/get-graph.ts'
import { getNetwork } from '../api/get-network.ts'
import { getReport } from '../api/get-report.ts'
import { getReportPage } from '../api/get-report-page.ts'
import { getReview } from '../api/get-review.ts'
import { getSchema } from '../api/get-schema.ts'
import { getStatus } from '../api/get-status.ts'
import { listCitations } from '../api/list-citations.ts'
import { listLenses } from '../api/list-lenses.ts'
import { listTasks } from '../api/list-tasks.ts'
import { listUpdates } from '../api/list-updates.ts'
import { listViews } from '../api/list-views.ts'
import { notifyUser } from '../api/notify-user.ts'
import { listPublicSources } from '../api/public-sources.ts'
import { queryGraph } from '../api/query-graph.ts'
import { search } from '../api/search.ts'
import { stopTask } from '../api/stop-task.ts'
import { getLanguageGaps, getSubjectTimeline } from '../api/time-and-language.ts'
import { vectorSearch } from '../api/vector-search.ts'
import { waitForUser } from '../api/wait-for-user.ts'
import type { CallHooks, OpenLyra } from '../app/lyra.ts'
import { LyraError } from '../domain/errors.ts'
import { hubSchema, hubViews } from '../hub/hub-query.ts'
import type { RemoteParts } from './parts.ts'
import { queryOnHub } from './query-on-hub.ts'
import { feedbackOnHub, searchOnHub } from './search-on-hub.ts'
import { statusOnHub, stopOnHub } from './status-on-hub.ts'
import { createOnHub, listOnHub, taskOf } from './tasks-on-hub.ts'
import { textsOnHub, vectorsOnHub } from './vectors-on-hub.ts'

interface Entry {
  readonly useCase: UseCase
  readonly run: (parts: RemoteParts, input: unknown, hooks: CallHooks) => Promise<unknown>
}

const ok = true as const

/**
 * The use cases that a hub answers, beside the same contracts as a home's (app/use-cases.ts): by the database, by a
 * worker, or by a home that is made of the rows which the user may see. What is not here works in a home alone.
 */
export const REMOTE_USE_CASES: readonly Entry[] = [
  answer(createTask, createOnHub),
  answer(search, searchOnHub),
  answer(feedback, feedbackOnHub),
  answer(getStatus, (parts, { task_id }) => statusOnHub(parts, task_id)),
  answer(stopTask, stopOnHub),
  answer(queryGraph, queryOnHub),
  answer(vectorSearch, (parts, input, hooks) =>
    vectorsOnHub(parts, input, hooks.signal ?? new AbortController().signal),
  ),
  answer(findTexts, textsOnHub),
  answer(listTasks, listOnHub),
  answer(listViews, async ({ hub }) => ({
    ok,
    views: (await hubViews(hub)).map(({ purpose, ...view }) => ({ ...view, purpose: purpose ?? '' })),
  })),
  answer(getSchema, async ({ hub }) => ({ ok, tables: [...(await hubSchema(hub))] })),

  inTaskHome(getClaim, ({ hub }, { claim_id }) => taskOf(hub, { claim: claim_id })),
  inTaskHome(getArchivedPassage, ({ hub }, { task_id, edge_id, fragment_id, page_id }) => {
    if (task_id !== undefined) return Promise.resolve(task_id)
    return taskOf(hub, {
      ...(edge_id === undefined ? {} : { edge: edge_id }),
      ...(fragment_id === undefined ? {} : { fragment: fragment_id }),
      ...(page_id === undefined ? {} : { page: page_id }),
    })
  }),
  ...[getReport, getReportPage, getGraph, getReview, getFindings, explainFinding].map(ofTask),
  ...[listCitations, listUpdates, getEntities, getEntity, getSubjectTimeline].map(ofTask),
  ...[getLanguageGaps, getCorrections, getNetwork, checkText].map(ofTask),

  ...[listLenses, listPublicSources].map((useCase) => inHome(useCase, ({ emptyHome }) => emptyHome())),
  ...[notifyUser, waitForUser].map((useCase) =>
    inHome(useCase, (parts) => {
      if (parts.isOwnMachine) return parts.emptyHome()
      throw new LyraError('NOT_ON_A_HUB', `${useCase.name} reaches a person at their own machine`, {
        hint: 'Ask the user yourself, or run `lyra mcp --hub` at their machine',
      })
    }),
  ),
]

function answer<U extends UseCase>(
  useCase: U,
  run: (parts: RemoteParts, input: InputOf<U>, hooks: CallHooks) => Promise<AnswerOf<U>>,
): Entry {
  return { useCase, run: (parts, input, hooks) => run(parts, input as InputOf<U>, hooks) }
}

function inHome<U extends UseCase>(useCase: U, home: (parts: RemoteParts) => Promise<OpenLyra>): Entry {
  return answer(useCase, async (parts, input, hooks) => (await home(parts)).handlerOf(useCase)(input, hooks))
}

function inTaskHome<U extends UseCase>(
  useCase: U,
  taskNamed: (parts: RemoteParts, input: InputOf<U>) => Promise<string>,
): Entry {
  return answer(useCase, async (parts, input, hooks) => {
    const home = await parts.homes.of(await taskNamed(parts, input))
    return home.handlerOf(useCase)(input, hooks)
  })
}

function ofTask(useCase: UseCase): Entry {
  return inTaskHome(useCase, async (_, input) => {
    const { task_id: taskId } = input as { readonly task_id?: unknown }
    if (typeof taskId === 'string') return taskId
    throw new LyraError('NOT_ON_A_HUB', `${useCase.name} of all tasks at once is asked of a home`, {
      hint: 'Name a task, or ask query_graph',
    })
  })
}
