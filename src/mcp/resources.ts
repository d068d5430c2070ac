import { type McpServer, ProtocolError, ProtocolErrorCode, ResourceTemplate } from '@modelcontextprotocol/server'
import { RESOURCE_CHARS } from '../api/fields.ts'
import { getGraph } from '../api/get-graph.ts'
import { getReport } from '../api/get-report.ts'
import { getSchema } from '../api/get-schema.ts'
import { listTasks } from '../api/list-tasks.ts'
import { listViews } from '../api/list-views.ts'
import type { TrustNotes } from '../api/lyra-meta.ts'
import { answerError } from '../app/answer-error.ts'
import type { Lyra } from '../app/lyra.ts'
import { cleanDeep, sanitiseText } from '../guard/l7-response-sanitiser.ts'
import { auditAnswer, cleanMeta, type McpParts } from './tool-call.ts'

/** The application cuts at whole entries or says where it cut; the last clean-up must not cut what it left. */
const CLEAN_LIMIT = RESOURCE_CHARS + 2000
const LISTED_TASKS = 100

interface FixedResource {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly read: (lyra: Lyra) => Promise<readonly unknown[]>
}

const FIXED: readonly FixedResource[] = [
  {
    name: 'tasks',
    title: 'Research tasks',
    description: 'All tasks, newest first, with status and budget',
    read: async (lyra) => (await lyra.call(listTasks, {})).tasks.map(({ cause_id: _cause, ...task }) => task),
  },
  {
    name: 'views',
    title: listViews.title,
    description: listViews.description,
    read: async (lyra) => (await lyra.call(listViews, {})).views,
  },
  {
    name: 'schema',
    title: getSchema.title,
    description: getSchema.description,
    read: async (lyra) => (await lyra.call(getSchema, {})).tables,
  },
]

/** LYRA 3.3: the task list, reports, graphs, views and schema, readable without a tool call. */
export function registerResources(server: McpServer, parts: McpParts): void {
  for (const { name, title, description, read } of FIXED) {
    const uri = `lyra://${name}`
    server.registerResource(name, uri, { title, description, mimeType: 'application/json' }, () =>
      guarded(parts, uri, async (lyra) => {
        const text = boundedJson(await read(lyra))
        return contents(uri, 'application/json', text, (await lyra.open()).meta(null))
      }),
    )
  }
  ofTask(
    server,
    parts,
    'report',
    'text/markdown',
    'Report material of a task, as Markdown with sources',
    async (lyra, id) => (await lyra.call(getReport, { task_id: id, limit_chars: RESOURCE_CHARS })).markdown,
  )
  ofTask(
    server,
    parts,
    'graph',
    'application/json',
    getGraph.title,
    async (lyra, id) => (await lyra.call(getGraph, { task_id: id, limit_chars: RESOURCE_CHARS })).json,
  )
}

function ofTask(
  server: McpServer,
  parts: McpParts,
  name: 'report' | 'graph',
  mimeType: string,
  description: string,
  read: (lyra: Lyra, taskId: string) => Promise<string>,
): void {
  const template = new ResourceTemplate(`lyra://tasks/{id}/${name}`, {
    // Listing must not load the application: what exists is in lyra://tasks.
    list: undefined,
    complete: { id: (value) => completeTask(parts, value) },
  })
  server.registerResource(
    `task-${name}`,
    template,
    { title: `Task ${name}`, description, mimeType },
    (uri, variables) =>
      guarded(parts, uri.href, async (lyra) => {
        const taskId = String(variables.id)
        const { text, hadTag } = sanitiseText(await read(lyra, taskId), CLEAN_LIMIT)
        const opened = await lyra.open()
        if (hadTag) auditAnswer(parts, opened, `task-${name}`, ['tag_name:text'])
        return contents(uri.href, mimeType, text, opened.meta(taskId))
      }),
  )
}

async function completeTask({ lyra }: McpParts, value: string): Promise<string[]> {
  try {
    const { tasks } = await lyra.call(listTasks, {})
    return tasks
      .map((task) => task.id)
      .filter((id) => id.startsWith(value))
      .slice(0, LISTED_TASKS)
  } catch {
    return []
  }
}

/** L5: a resource has no envelope; what MCP calls `_meta` stands beside the text. */
function contents(uri: string, mimeType: string, text: string, meta: TrustNotes) {
  return { contents: [{ uri, mimeType, text, _meta: { _lyra_meta: cleanMeta(meta) } }] }
}

/** A list that is too long loses its end and says so; JSON cut in the middle would be no JSON. */
function boundedJson(items: readonly unknown[]): string {
  const kept: string[] = []
  let length = 0
  for (const item of items) {
    const text = JSON.stringify(cleanDeep(item))
    if (length + text.length > RESOURCE_CHARS) break
    length += text.length
    kept.push(text)
  }
  return `{"items":[${kept.join(',')}],"total":${items.length},"truncated":${kept.length < items.length}}`
}

/** Resources have no answer envelope: failures become protocol errors that carry our code and no inner detail. */
async function guarded<T>(parts: McpParts, uri: string, read: (lyra: Lyra) => Promise<T>): Promise<T> {
  try {
    return await read(parts.lyra)
  } catch (error) {
    const { code, message, error_id: errorId } = answerError(parts, uri, error).error
    const missing = code === 'TASK_NOT_FOUND' || code === 'NOT_FOUND'
    throw new ProtocolError(missing ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError, message, {
      uri,
      code,
      ...(errorId === undefined ? {} : { error_id: errorId }),
    })
  }
}
