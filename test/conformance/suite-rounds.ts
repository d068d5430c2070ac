import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  type InputRequest,
  inputRequired,
  inputResponse,
  isInputRequiredResult,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { waitForUser } from '../../src/api/wait-for-user.ts'
import type { McpCall, OfferedTool } from '../../src/mcp/offer.ts'
import { answerToolCall } from '../../src/mcp/tool-call.ts'
import { suiteTool, text } from './suite-tools.ts'

/** Since 2026-07-28: a call that needs something ends with `input_required`, and is made again with it. */

const round = z.object({ round: z.number() })
type Round = z.output<typeof round>

/** Lyra keeps no state between the rounds of a call; the suite wants to see state that cannot be changed on the way. */
export const roundState = createRequestStateCodec<Round>({ key: 'a-key-of-the-conformance-fixture-only' })

const form = (message: string, schema: z.ZodObject) => inputRequired.elicit({ message, requestedSchema: schema })
const sample = (words: string) =>
  inputRequired.createMessage({
    messages: [{ role: 'user', content: { type: 'text', text: words } }],
    maxTokens: 100,
  })

const named = z.object({ name: z.string() })
const confirmed = z.object({ ok: z.boolean() })
const coloured = z.object({ color: z.string() })

const user_name = form('What is your name?', named)
const confirm = form('Please confirm', confirmed)

/** Ends with what is asked for until every answer is there. */
function asking(name: string, requests: Readonly<Record<string, InputRequest>>, withState = false): OfferedTool {
  return suiteTool(name, async (_args, { ctx }) => {
    const { inputResponses } = ctx.mcpReq
    const isMissing = Object.keys(requests).some((key) => inputResponse(inputResponses, key).kind === 'missing')
    if (!isMissing) return text(`state-ok ${JSON.stringify(inputResponses)}`)
    const requestState = withState ? { requestState: await roundState.mint({ round: 1 }, ctx) } : {}
    return inputRequired({ inputRequests: { ...requests }, ...requestState })
  })
}

const multiRound = suiteTool('test_input_required_result_multi_round', async (_args, { ctx }) => {
  const state = round.safeParse(ctx.mcpReq.requestState()).data?.round ?? 0
  const [step1, step2] = [form('Step 1: What is your name?', named), form('Step 2: Which colour?', coloured)]
  if (state === 0)
    return inputRequired({ inputRequests: { step1 }, requestState: await roundState.mint({ round: 1 }, ctx) })
  if (state === 1)
    return inputRequired({ inputRequests: { step2 }, requestState: await roundState.mint({ round: 2 }, ctx) })
  return text('three rounds')
})

const declared = z.object({ [CLIENT_CAPABILITIES_META_KEY]: z.record(z.string(), z.unknown()) })

/** The requests whose ability the client has declared. */
const byAbility = suiteTool('test_input_required_result_capabilities', async (_args, { ctx }) => {
  const able = declared.safeParse(ctx.mcpReq.envelope).data?.[CLIENT_CAPABILITIES_META_KEY] ?? {}
  return inputRequired({
    inputRequests: {
      ...('elicitation' in able ? { user_name } : {}),
      ...('sampling' in able ? { greeting: sample('Generate a greeting') } : {}),
    },
    requestState: 'nothing that matters',
  })
})

/** The suite's names for the one field of Lyra's form, in both directions. */
const renamed: OfferedTool = {
  ...suiteTool('test_input_required_result_elicitation', () => text('')),
  answer: async (parts, _args, { server, ctx }: McpCall) => {
    const { user_name: given } = ctx.mcpReq.inputResponses ?? {}
    const content = acceptedContent({ given }, 'given', named)
    const responses = content === undefined ? {} : { answer: { action: 'accept', content: { answer: content.name } } }
    const inner = { ...ctx, mcpReq: { ...ctx.mcpReq, inputResponses: responses } }
    const answer = await answerToolCall(parts, waitForUser, { prompt: 'お名前は?' }, server, inner)
    if (!isInputRequiredResult(answer) || answer.inputRequests?.answer === undefined) return answer
    return inputRequired({ inputRequests: { user_name: answer.inputRequests.answer } })
  },
}

export const ROUND_TOOLS: readonly OfferedTool[] = [
  renamed,
  asking('test_input_required_result_sampling', { capital_question: sample('What is the capital of France?') }),
  // Asked of a client that has not said it can: the call is refused.
  asking('test_missing_capability', { greeting: sample('Generate a greeting') }),
  asking('test_input_required_result_list_roots', { client_roots: inputRequired.listRoots() }),
  asking('test_input_required_result_request_state', { confirm }, true),
  asking('test_input_required_result_tampered_state', { confirm }, true),
  asking(
    'test_input_required_result_multiple_inputs',
    { user_name, greeting: sample('Generate a greeting'), client_roots: inputRequired.listRoots() },
    true,
  ),
  multiRound,
  byAbility,
]
