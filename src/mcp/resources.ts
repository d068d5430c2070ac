import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { checkText } from '../api/check-text.ts'
import { getEntities } from '../api/entities.ts'
import { RESOURCE_TOKENS } from '../api/fields.ts'
import { getArchivedPassage } from '../api/get-archived-passage.ts'
import { getClaim } from '../api/get-claim.ts'
import { getGraph } from '../api/get-graph.ts'
import { getReportPage } from '../api/get-report-page.ts'
import { getReview } from '../api/get-review.ts'
import { getSchema } from '../api/get-schema.ts'
import { listCitations } from '../api/list-citations.ts'
import { listLenses } from '../api/list-lenses.ts'
import { listTasks } from '../api/list-tasks.ts'
import { listUpdates } from '../api/list-updates.ts'
import { listViews } from '../api/list-views.ts'
import type { TrustNotes } from '../api/lyra-meta.ts'
import { listPublicSources } from '../api/public-sources.ts'
import { TASKS_URI, tasksUri } from '../api/resource-uris.ts'
import { getLanguageGaps, getSubjectTimeline } from '../api/time-and-language.ts'
import { answerError } from '../app/answer-error.ts'
import type { Lyra } from '../app/lyra.ts'
import { LyraError } from '../domain/errors.ts'
import { estimateTokens } from '../domain/token-estimate.ts'
import { cleanDeep, sanitiseText } from '../guard/l7-response-sanitiser.ts'
import { checkAnswerText } from './answers/check-answer.ts'
import { citationsText } from './answers/citations-answer.ts'
import { briefClaim, claimText } from './answers/claim-answer.ts'
import { entitiesText } from './answers/entities-answer.ts'
import { passageJson } from './answers/passage-answer.ts'
import { reviewText } from './answers/review-answer.ts'
import { languageGapsText, timelineText } from './answers/time-answer.ts'
import { completeTaskId } from './completions.ts'
import type { OfferedResource } from './offer.ts'
import { auditAnswer, cleanNotes, type McpParts, MOST_WARNINGS, withoutEmpty } from './tool-call.ts'

/** The application pages by whole entries; the last clean-up must not cut what it left. */
const CLEAN_LIMIT = 1_000_000
const JSON_TYPE = 'application/json'

interface FixedResource {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly read: (lyra: Lyra) => Promise<readonly unknown[]>
}

const TASKS: FixedResource = {
  name: 'tasks',
  title: 'Research tasks',
  description: 'All tasks, newest first, with status and budget',
  read: async (lyra) => (await lyra.call(listTasks, {})).tasks.map(({ cause_id: _cause, ...task }) => task),
}

const FIXED: readonly FixedResource[] = [
  TASKS,
  {
    name: 'views',
    title: listViews.title,
    description: listViews.description,
    read: async (lyra) => (await lyra.call(listViews, {})).views,
  },
  {
    name: 'lenses',
    title: listLenses.title,
    description: listLenses.description,
    read: async (lyra) => (await lyra.call(listLenses, {})).lenses,
  },
  {
    name: 'sources',
    title: listPublicSources.title,
    description: listPublicSources.description,
    read: async (lyra) => {
      const { sources, pivots } = await lyra.call(listPublicSources, {})
      const brief = sources.map(({ name, about, asked_by, key, pace, licence, state }) => ({
        ...{ name, about, asked_by, state, pace, licence },
        ...(key === undefined ? {} : { key: `${key.environment} (${key.needed ? 'needed' : 'may be left out'})` }),
      }))
      return [
        ...pivots.map(({ kind, about, steps }) => ({
          pivot_from: kind,
          about,
          asks: [...new Set(steps.map(({ ask }) => ask))],
        })),
        ...brief,
      ]
    },
  },
  {
    name: 'schema',
    title: getSchema.title,
    description: getSchema.description,
    read: async (lyra) => (await lyra.call(getSchema, {})).tables,
  },
]

interface PagedResource {
  readonly name: string
  readonly uri: string
  readonly title: string
  readonly description: string
  readonly mimeType: string
  readonly read: (lyra: Lyra, variables: Variables) => Promise<string>
}
type Variables = Readonly<Record<'id' | 'section' | 'from' | 'text', string>>

const ofReport = { title: 'Task report', mimeType: 'text/markdown' }
const ofReview = { title: getReview.title, mimeType: 'text/plain' }
const ofCitations = { title: listCitations.title, mimeType: 'text/plain' }
const ofEntities = { title: getEntities.title, mimeType: 'text/plain' }
const ofTimeline = { title: getSubjectTimeline.title, mimeType: 'text/plain' }
const ofLanguages = { title: getLanguageGaps.title, mimeType: 'text/plain' }
const ofUpdates = { title: listUpdates.title, mimeType: JSON_TYPE }
const ofGraph = { title: 'Task graph', mimeType: JSON_TYPE }

/** LYRA 3.8: long things come in pages, each of which names the next one. */
const PAGED: readonly PagedResource[] = [
  {
    ...ofReport,
    name: 'task-report',
    uri: 'lyra://tasks/{id}/report',
    description: 'Report material of a task, as Markdown with sources: its outline, whole where it is short',
    read: async (lyra, { id }) => (await lyra.call(getReportPage, { task_id: id })).markdown,
  },
  {
    ...ofReport,
    name: 'task-report-section',
    uri: 'lyra://tasks/{id}/report/{section}',
    description: 'A section of the report, by its name in the outline',
    read: async (lyra, { id, section }) => (await lyra.call(getReportPage, { task_id: id, section })).markdown,
  },
  {
    ...ofReport,
    name: 'task-report-page',
    uri: 'lyra://tasks/{id}/report/{section}/{from}',
    description: 'A later page of a section',
    read: async (lyra, { id, section, from }) =>
      (await lyra.call(getReportPage, { task_id: id, section, from: entry(from) })).markdown,
  },
  {
    ...ofGraph,
    name: 'task-graph',
    uri: 'lyra://tasks/{id}/graph',
    description: getGraph.description,
    read: async (lyra, { id }) => (await lyra.call(getGraph, { task_id: id })).json,
  },
  {
    ...ofGraph,
    name: 'task-graph-page',
    uri: 'lyra://tasks/{id}/graph/{from}',
    description: 'A later page of the graph',
    read: async (lyra, { id, from }) => (await lyra.call(getGraph, { task_id: id, from: entry(from) })).json,
  },
  {
    ...ofReview,
    name: 'task-review',
    uri: 'lyra://tasks/{id}/review',
    description: getReview.description,
    read: async (lyra, { id }) => reviewText(await lyra.call(getReview, { task_id: id })),
  },
  {
    ...ofReview,
    name: 'task-review-page',
    uri: 'lyra://tasks/{id}/review/{from}',
    description: 'A later page of it',
    read: async (lyra, { id, from }) => reviewText(await lyra.call(getReview, { task_id: id, from: entry(from) })),
  },
  {
    ...ofCitations,
    name: 'task-citations',
    uri: 'lyra://tasks/{id}/citations',
    description: listCitations.description,
    read: async (lyra, { id }) => citationsText(await lyra.call(listCitations, { task_id: id })),
  },
  {
    ...ofCitations,
    name: 'task-citations-page',
    uri: 'lyra://tasks/{id}/citations/{from}',
    description: 'A later page of them',
    read: async (lyra, { id, from }) =>
      citationsText(await lyra.call(listCitations, { task_id: id, from: entry(from) })),
  },
  {
    ...ofEntities,
    name: 'task-entities',
    uri: 'lyra://tasks/{id}/entities',
    description: getEntities.description,
    read: async (lyra, { id }) => entitiesText(await lyra.call(getEntities, { task_id: id })),
  },
  {
    ...ofEntities,
    name: 'task-entities-page',
    uri: 'lyra://tasks/{id}/entities/{from}',
    description: 'A later page of them',
    read: async (lyra, { id, from }) => entitiesText(await lyra.call(getEntities, { task_id: id, from: entry(from) })),
  },
  {
    ...ofTimeline,
    name: 'task-timeline',
    uri: 'lyra://tasks/{id}/timeline',
    description: getSubjectTimeline.description,
    read: async (lyra, { id }) => timelineText(await lyra.call(getSubjectTimeline, { task_id: id })),
  },
  {
    ...ofTimeline,
    name: 'task-timeline-list-page',
    uri: 'lyra://tasks/{id}/timeline/from/{from}',
    description: 'A later page of them',
    read: async (lyra, { id, from }) =>
      timelineText(await lyra.call(getSubjectTimeline, { task_id: id, from: entry(from) })),
  },
  {
    ...ofTimeline,
    name: 'task-timeline-subject',
    uri: 'lyra://tasks/{id}/timeline/{text}',
    description: 'The dates of one: a claim id, a record id or a name, percent-encoded',
    read: async (lyra, { id, text }) =>
      timelineText(await lyra.call(getSubjectTimeline, { task_id: id, subject: addressedText(text) })),
  },
  {
    ...ofTimeline,
    name: 'task-timeline-subject-page',
    uri: 'lyra://tasks/{id}/timeline/{text}/{from}',
    description: 'Later dates of it',
    read: async (lyra, { id, text, from }) => {
      const asked = { task_id: id, subject: addressedText(text), from: entry(from) }
      return timelineText(await lyra.call(getSubjectTimeline, asked))
    },
  },
  {
    ...ofLanguages,
    name: 'task-languages',
    uri: 'lyra://tasks/{id}/languages',
    description: getLanguageGaps.description,
    read: async (lyra, { id }) => languageGapsText(await lyra.call(getLanguageGaps, { task_id: id })),
  },
  {
    ...ofLanguages,
    name: 'task-languages-page',
    uri: 'lyra://tasks/{id}/languages/{from}',
    description: 'A later page of them',
    read: async (lyra, { id, from }) =>
      languageGapsText(await lyra.call(getLanguageGaps, { task_id: id, from: entry(from) })),
  },
  {
    ...ofUpdates,
    name: 'task-updates',
    uri: 'lyra://tasks/{id}/updates',
    description: listUpdates.description,
    read: (lyra, { id }) => updatesPage(lyra, id, 0),
  },
  {
    ...ofUpdates,
    name: 'task-updates-page',
    uri: 'lyra://tasks/{id}/updates/{from}',
    description: 'Older updates',
    read: (lyra, { id, from }) => updatesPage(lyra, id, entry(from)),
  },
  {
    name: 'task-check',
    uri: 'lyra://tasks/{id}/check/{text}',
    title: checkText.title,
    description: 'A text, percent-encoded in the address, against the evidence of the task: what differs, and where',
    mimeType: 'text/plain',
    read: async (lyra, { id, text }) =>
      checkAnswerText(await lyra.call(checkText, { task_id: id, text: addressedText(text) })),
  },
  {
    name: 'tasks-page',
    uri: 'lyra://tasks/from/{from}',
    title: TASKS.title,
    description: 'Older tasks',
    mimeType: JSON_TYPE,
    read: async (lyra, { from }) => jsonPage(await TASKS.read(lyra), entry(from), tasksUri),
  },
  {
    name: 'claim',
    uri: 'lyra://claims/{id}',
    title: getClaim.title,
    description: getClaim.description,
    mimeType: 'text/plain',
    read: async (lyra, { id }) => claimText(briefClaim(await lyra.call(getClaim, { claim_id: id }), 4)),
  },
  {
    name: 'passage',
    uri: 'lyra://passages/{id}',
    title: getArchivedPassage.title,
    description: 'A passage by its id or that of a judgement: its archived words, record and digest, and its verdicts',
    mimeType: JSON_TYPE,
    read: async (lyra, { id }) => {
      const named = id.startsWith('edge_') ? { edge_id: id } : { fragment_id: id }
      return passageJson(await lyra.call(getArchivedPassage, named))
    },
  },
]

/** LYRA 3.3: the task list, reports, graphs, claims, views and schema, readable without a tool call. */
export const RESOURCES: readonly OfferedResource[] = [...FIXED.map(fixedResource), ...PAGED.map(pagedResource)]

function fixedResource({ name, title, description, read }: FixedResource): OfferedResource {
  const uri = `lyra://${name}`
  return {
    name,
    uri,
    title,
    description,
    mimeType: JSON_TYPE,
    read: (parts) =>
      guarded(parts, uri, async (lyra) => {
        const text = jsonPage(await read(lyra), 0, uri === TASKS_URI ? tasksUri : undefined)
        return contents(uri, JSON_TYPE, text, (await lyra.open()).meta(null, text))
      }),
  }
}

function pagedResource({ read, ...listed }: PagedResource): OfferedResource {
  const { name, mimeType } = listed
  const isOfTask = listed.uri.startsWith('lyra://tasks/{id}')
  return {
    ...listed,
    ...(isOfTask ? { complete: { id: ({ lyra }, typed) => completeTaskId(lyra, typed) } } : {}),
    read: (parts, uri, { id = '', section = '', from = '', text: given = '' }) =>
      guarded(parts, uri, async (lyra) => {
        const withheld: string[] = []
        const told = await read(telling(lyra, withheld), { id, section, from, text: given })
        const { text, hadTag } = sanitiseText(told, CLEAN_LIMIT)
        const opened = await lyra.open()
        if (hadTag) auditAnswer(parts, opened, name, ['tag_name:text'])
        const meta = opened.meta(isOfTask ? id : null, text)
        return contents(uri, mimeType, text, {
          ...meta,
          security_warnings: [...withheld, ...meta.security_warnings].slice(0, MOST_WARNINGS),
        })
      }),
  }
}

async function updatesPage(lyra: Lyra, id: string, from: number): Promise<string> {
  const { updates } = await lyra.call(listUpdates, { task_id: id })
  return jsonPage(updates, from, (next) => `lyra://tasks/${id}/updates/${next}`)
}

/** The text of an address; what is no encoding of one is taken as it stands. */
function addressedText(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The number of an entry in an address. */
function entry(from: string): number {
  if (!/^\d{1,6}$/u.test(from)) throw new LyraError('NOT_FOUND', `"${from.slice(0, 20)}" is not the number of an entry`)
  return Number(from)
}

/** The same application, which notes what it withholds. */
function telling(lyra: Lyra, withheld: string[]): Lyra {
  const onWithheld = (notes: readonly string[]) => void withheld.push(...notes)
  return { ...lyra, call: (useCase, input, hooks) => lyra.call(useCase, input, { ...hooks, onWithheld }) }
}

/** L5: a resource has no envelope; what MCP calls `_meta` stands beside the text. */
function contents(uri: string, mimeType: string, text: string, meta: TrustNotes) {
  return { contents: [{ uri, mimeType, text, _meta: { _lyra_meta: withoutEmpty(cleanNotes(meta)) } }] }
}

/** Whole items from one on, so that it stays JSON, with their number in all and the address of the rest. */
function jsonPage(items: readonly unknown[], from: number, uriOf?: (from: number) => string): string {
  const kept: string[] = []
  let tokens = 0
  for (const item of items.slice(from)) {
    const text = JSON.stringify(cleanDeep(item))
    tokens += estimateTokens(text)
    if (kept.length > 0 && tokens > RESOURCE_TOKENS) break
    kept.push(text)
  }
  const end = from + kept.length
  const truncated = end < items.length
  const next = truncated && uriOf !== undefined ? `,"next":${JSON.stringify(uriOf(end))}` : ''
  return `{"items":[${kept.join(',')}],"total":${items.length},"truncated":${truncated}${next}}`
}

/** Resources have no answer envelope: failures become protocol errors that carry our code and no inner detail. */
async function guarded<T>(parts: McpParts, uri: string, read: (lyra: Lyra) => Promise<T>): Promise<T> {
  try {
    return await read(parts.lyra)
  } catch (error) {
    const { code, message, hint, error_id: errorId } = answerError(parts, uri, error).error
    const missing = code === 'TASK_NOT_FOUND' || code === 'NOT_FOUND'
    throw new ProtocolError(missing ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError, message, {
      uri,
      code,
      ...(hint === undefined ? {} : { hint }),
      ...(errorId === undefined ? {} : { error_id: errorId }),
    })
  }
}
