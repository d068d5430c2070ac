import { completable, inputRequired, inputResponse } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { McpOffer, OfferedPrompt, OfferedResource } from '../../src/mcp/offer.ts'
import { ROUND_TOOLS, roundState } from './suite-rounds.ts'
import { PLAIN_TOOLS, PNG } from './suite-tools.ts'

function resource(name: string, uri: string, mimeType: string, read: OfferedResource['read']): OfferedResource {
  return { name, title: name, description: `What the conformance suite expects at ${uri}`, uri, mimeType, read }
}

const RESOURCES: readonly OfferedResource[] = [
  resource('static-text', 'test://static-text', 'text/plain', async (_parts, uri) => ({
    contents: [{ uri, mimeType: 'text/plain', text: 'This is the content of the static text resource.' }],
  })),
  resource('static-binary', 'test://static-binary', 'image/png', async (_parts, uri) => ({
    contents: [{ uri, mimeType: 'image/png', blob: PNG }],
  })),
  resource('template', 'test://template/{id}/data', 'application/json', async (_parts, uri, { id }) => ({
    contents: [
      {
        uri,
        mimeType: 'application/json',
        text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
      },
    ],
  })),
]

function prompt(
  name: string,
  get: OfferedPrompt['get'],
  argsSchema?: NonNullable<OfferedPrompt['argsSchema']>,
): OfferedPrompt {
  const listed = { name, title: name, description: `What the conformance suite expects of ${name}`, get }
  return argsSchema === undefined ? listed : { ...listed, argsSchema }
}

const says = (text: string) => ({ role: 'user' as const, content: { type: 'text' as const, text } })
const user_context = inputRequired.elicit({
  message: 'What context should the prompt use?',
  requestedSchema: z.object({ context: z.string() }),
})

const PROMPTS: readonly OfferedPrompt[] = [
  prompt('test_simple_prompt', () => ({ messages: [says('This is a simple prompt for testing.')] })),
  prompt(
    'test_prompt_with_arguments',
    ({ arg1, arg2 }) => ({ messages: [says(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)] }),
    () =>
      z.object({
        arg1: completable(z.string(), (typed) => ['paris', 'park', 'party'].filter((word) => word.startsWith(typed))),
        arg2: z.string(),
      }),
  ),
  prompt(
    'test_prompt_with_embedded_resource',
    ({ resourceUri = '' }) => ({
      messages: [
        {
          role: 'user',
          content: {
            type: 'resource',
            resource: { uri: resourceUri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' },
          },
        },
        says('Please process the embedded resource above.'),
      ],
    }),
    () => z.object({ resourceUri: z.string() }),
  ),
  prompt('test_prompt_with_image', () => ({
    messages: [
      { role: 'user', content: { type: 'image', data: PNG, mimeType: 'image/png' } },
      says('Please analyze the image above.'),
    ],
  })),
  prompt('test_input_required_result_prompt', (_args, ctx) =>
    inputResponse(ctx.mcpReq.inputResponses, 'user_context').kind === 'elicit'
      ? { messages: [says('With the context of the user.')] }
      : inputRequired({ inputRequests: { user_context } }),
  ),
]

/** What the conformance suite expects to find, offered by the server that offers Lyra's tools. */
export const SUITE_OFFER: McpOffer = {
  instructions: 'A fixture for the conformance suite',
  tools: [...PLAIN_TOOLS, ...ROUND_TOOLS],
  resources: RESOURCES,
  prompts: PROMPTS,
  extras: { capabilities: { logging: {} }, requestState: { verify: roundState.verify } },
}
