import { type McpServer, ProtocolError, ProtocolErrorCode, ResourceTemplate } from '@modelcontextprotocol/server'
import type { Lyra } from '../app/lyra.ts'
import type { LyraMeta } from '../domain/answers.ts'
import { EMPTY_META } from '../guard/l5-response-meta.ts'
import { cleanDeep, sanitiseAnswer, sanitiseText } from '../guard/l7-response-sanitiser.ts'
import { metaSchema } from './answer-schemas.ts'
import { auditAnswer, errorAnswer, type OutletParts } from './outlet.ts'

/** What one resource may carry: enough to write from, little enough for a context window. */
const LIMIT_CHARS = 60_000
/** The application cuts at whole entries or says where it cut; the last clean-up must not cut what it left. */
const CLEAN_LIMIT = LIMIT_CHARS + 2000
const LISTED_TASKS = 100

/** LYRA 3.3: the task list, reports, graphs, views and schema, readable without a tool call. */
export function registerResources(server: McpServer, parts: OutletParts): void {
  const fixed = (name: string, uri: string, title: string, description: string, read: (lyra: Lyra) => unknown) =>
    server.registerResource(name, uri, { title, description, mimeType: 'application/json' }, () =>
      guarded(parts, uri, async (lyra) =>
        contents(uri, 'application/json', boundedJson(await read(lyra)), lyra.meta(null)),
      ),
    )
  fixed('tasks', 'lyra://tasks', 'Research tasks', 'All tasks, newest first, with status and budget', (lyra) =>
    lyra.tasks().map(({ cause_id: _cause, ...task }) => task),
  )
  fixed('views', 'lyra://views', 'Views for query_graph', 'Ready-made SQL views with purpose and columns', (lyra) =>
    lyra.views(),
  )
  fixed('schema', 'lyra://schema', 'Schema for query_graph', 'Tables and columns that SQL may read', (lyra) =>
    lyra.schema(),
  )
  ofTask(server, parts, 'report', 'text/markdown', 'Report material of a task, as Markdown with sources', (lyra, id) =>
    lyra.report(id, LIMIT_CHARS),
  )
  ofTask(server, parts, 'graph', 'application/json', "A task's part of the evidence graph", (lyra, id) =>
    lyra.graph(id, LIMIT_CHARS),
  )
}

function ofTask(
  server: McpServer,
  parts: OutletParts,
  name: 'report' | 'graph',
  mimeType: string,
  description: string,
  read: (lyra: Lyra, taskId: string) => string | Promise<string>,
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
        if (hadTag) auditAnswer(parts, lyra, `task-${name}`, ['tag_name:text'])
        return contents(uri.href, mimeType, text, lyra.meta(taskId))
      }),
  )
}

async function completeTask(parts: OutletParts, value: string): Promise<string[]> {
  try {
    const lyra = await parts.getLyra()
    return lyra
      .tasks()
      .map((task) => task.id)
      .filter((id) => id.startsWith(value))
      .slice(0, LISTED_TASKS)
  } catch {
    return []
  }
}

/** L5: a resource has no envelope; what MCP calls `_meta` stands beside the text. */
function contents(uri: string, mimeType: string, text: string, meta: LyraMeta) {
  const noted = sanitiseAnswer(metaSchema, meta)
  return { contents: [{ uri, mimeType, text, _meta: { _lyra_meta: noted.ok ? noted.value : EMPTY_META } }] }
}

/** A list that is too long loses its end and says so; JSON cut in the middle would be no JSON. */
function boundedJson(value: unknown): string {
  const items = Array.isArray(value) ? value : [value]
  const kept: string[] = []
  let length = 0
  for (const item of items) {
    const text = JSON.stringify(cleanDeep(item))
    if (length + text.length > LIMIT_CHARS) break
    length += text.length
    kept.push(text)
  }
  return `{"items":[${kept.join(',')}],"total":${items.length},"truncated":${kept.length < items.length}}`
}

/** Resources have no answer envelope: failures become protocol errors that carry our code and no inner detail. */
async function guarded<T>(parts: OutletParts, uri: string, read: (lyra: Lyra) => Promise<T>): Promise<T> {
  try {
    return await read(await parts.getLyra())
  } catch (error) {
    const { error: told } = errorAnswer(parts, uri, error)
    const missing = told.code === 'TASK_NOT_FOUND' || told.code === 'NOT_FOUND'
    throw new ProtocolError(missing ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError, told.message, {
      uri,
      code: told.code,
      ...(told.error_id === undefined ? {} : { error_id: told.error_id }),
    })
  }
}
