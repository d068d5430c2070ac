import { type CallToolResult, type ElicitRequestFormParams, fromJsonSchema } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { getAuthQueue } from '../../src/api/get-auth-queue.ts'
import { getStatus } from '../../src/api/get-status.ts'
import { search } from '../../src/api/search.ts'
import { waitForUser } from '../../src/api/wait-for-user.ts'
import type { Arguments } from '../../src/mcp/advertised-schema.ts'
import type { McpCall, OfferedTool } from '../../src/mcp/offer.ts'
import { answerToolCall } from '../../src/mcp/tool-call.ts'
import { offeredTool } from '../../src/mcp/tools.ts'
import { SEARCH_ANSWER, TASK_ID } from '../mcp/fake-lyra.ts'

/** One red dot, and a WAV file without a sound. */
export const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC'
const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA='

const anyArguments: OfferedTool['inputSchema'] = z.record(z.string(), z.unknown()).prefault({})
type Answer = (args: Arguments, call: McpCall) => ReturnType<OfferedTool['answer']> | CallToolResult

/** A tool that the suite names, answered by hand. */
export function suiteTool(name: string, answer: Answer, inputSchema: OfferedTool['inputSchema'] = anyArguments) {
  const tool: OfferedTool = {
    name,
    title: name,
    description: `What the conformance suite expects of ${name}`,
    inputSchema,
    answer: async (_parts, args, call) => answer(args, call),
  }
  return tool
}

export const text = (words: string): CallToolResult => ({ content: [{ type: 'text', text: words }] })

/** What Lyra can be asked to say is said by its own use cases, through its one exit, under the suite's name. */
const OWN: readonly OfferedTool[] = [
  { ...offeredTool(getAuthQueue), name: 'test_simple_text' },
  // Called without the task it needs: INVALID_PARAMS.
  { ...offeredTool(getStatus), name: 'test_error_handling' },
  {
    ...suiteTool('test_tool_with_progress', () => text('')),
    answer: (parts, _args, { server, ctx }) =>
      answerToolCall(parts, search, { task_id: TASK_ID, query: SEARCH_ANSWER.query }, server, ctx),
  },
  ...['test_elicitation', 'test_streaming_elicitation'].map(
    (name) =>
      ({
        ...suiteTool(name, () => text('')),
        answer: (parts, { message = 'protected.go.jp を開きますか?' }, { server, ctx }) =>
          answerToolCall(parts, waitForUser, { prompt: message }, server, ctx),
      }) satisfies OfferedTool,
  ),
]

const image = { type: 'image' as const, data: PNG, mimeType: 'image/png' }
const embedded = (uri: string, mimeType: string, words: string) => ({
  type: 'resource' as const,
  resource: { uri, mimeType, text: words },
})

const CONTENT: readonly OfferedTool[] = [
  suiteTool('test_image_content', () => ({ content: [image] })),
  suiteTool('test_audio_content', () => ({ content: [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }] })),
  suiteTool('test_embedded_resource', () => ({
    content: [embedded('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')],
  })),
  suiteTool('test_multiple_content_types', () => ({
    content: [
      { type: 'text', text: 'Multiple content types test:' },
      image,
      embedded('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ],
  })),
]

const logging: Answer = async (_args, { ctx }) => {
  for (const step of ['started', 'goes on', 'ended']) await ctx.mcpReq.log('info', `The tool ${step}`)
  return text('logged')
}

const sampling: Answer = async ({ prompt }, { ctx }) => {
  const content = { type: 'text' as const, text: String(prompt) }
  const answer = await ctx.mcpReq.requestSampling({ messages: [{ role: 'user', content }], maxTokens: 100 })
  return text(`LLM response: ${JSON.stringify(answer.content)}`)
}

const asked =
  (requestedSchema: ElicitRequestFormParams['requestedSchema']): Answer =>
  async (_args, { ctx }) => {
    const { action, content } = await ctx.mcpReq.elicitInput({
      mode: 'form',
      message: 'Please fill in',
      requestedSchema,
    })
    return text(`Elicitation completed: action=${action}, content=${JSON.stringify(content)}`)
  }

const options = ['option1', 'option2', 'option3']
const titled = options.map((value) => ({ const: value, title: `The ${value}` }))

/** Up to 2025-11-25: messages to the client while the call runs. */
const PUSHED: readonly OfferedTool[] = [
  suiteTool('test_tool_with_logging', logging),
  suiteTool('test_logging_tool', logging),
  suiteTool('test_sampling', sampling),
  suiteTool(
    'test_elicitation_sep1034_defaults',
    asked({
      type: 'object',
      properties: {
        name: { type: 'string', default: 'John Doe' },
        age: { type: 'integer', default: 30 },
        score: { type: 'number', default: 95.5 },
        status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
        verified: { type: 'boolean', default: true },
      },
    }),
  ),
  suiteTool(
    'test_elicitation_sep1330_enums',
    asked({
      type: 'object',
      properties: {
        untitledSingle: { type: 'string', enum: options },
        titledSingle: { type: 'string', oneOf: titled },
        legacyEnum: { type: 'string', enum: options, enumNames: titled.map(({ title }) => title) },
        untitledMulti: { type: 'array', items: { type: 'string', enum: options } },
        titledMulti: { type: 'array', items: { anyOf: titled } },
      },
    }),
  ),
]

const address = {
  $anchor: 'addressDef',
  type: 'object',
  properties: { street: { type: 'string' }, city: { type: 'string' } },
}
const SCHEMAS: readonly OfferedTool[] = [
  suiteTool(
    'json_schema_2020_12_tool',
    () => text('whole'),
    fromJsonSchema<Arguments>({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      $defs: { address },
      properties: {
        name: { type: 'string' },
        address: { $ref: '#/$defs/address' },
        contactMethod: { type: 'string', enum: ['phone', 'email'] },
        phone: { type: 'string' },
        email: { type: 'string' },
      },
      allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
      if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { required: ['phone'] },
      else: { required: ['email'] },
      additionalProperties: false,
    }),
  ),
  suiteTool(
    'test_custom_header',
    ({ region }) => text(`region ${String(region)}`),
    z.object({ region: z.string().meta({ 'x-mcp-header': 'Region' }) }),
  ),
]

export const PLAIN_TOOLS: readonly OfferedTool[] = [...OWN, ...CONTENT, ...PUSHED, ...SCHEMAS]
