import { LyraError } from '../domain/errors.ts'
import type { Logger } from '../domain/log.ts'
import { isLocalEndpoint } from '../guard/l1-network-isolation.ts'
import { createInstructionTag, type InstructionTag, systemPart, wrapPrompt } from '../guard/l3-instruction-tag.ts'
import { checkJsonOutput, OPEN_PLACE } from '../guard/l4-output-check.ts'
import { redactMessage, summariseForLog } from '../guard/l8-log-policy.ts'
import { DIALECTS, type LlmApi, type LlmDialect } from './llm-dialect.ts'

/** How a request leaves: the app hands in the gateway, so that no room opens a connection by itself. */
export type LlmPost = (request: {
  readonly url: string
  readonly body: string
  readonly timeoutMs: number
  readonly signal?: AbortSignal
}) => Promise<
  | { readonly ok: true; readonly status: number; readonly text: string }
  | { readonly ok: false; readonly reason: string }
>

interface LocalLlmOptions {
  /** Setting llm.endpoint: loopback or private only (L1). */
  readonly endpoint: string
  /** Setting llm.model, e.g. qwen2.5:3b. */
  readonly model: string
  /** Setting llm.api. */
  readonly api?: LlmApi
  readonly timeoutMs: number
  readonly post: LlmPost
  readonly log: Logger
  /** Fixed by tests; the tags of L3 come from it. */
  readonly bytes?: (size: number) => Uint8Array
}

export interface LlmQuestion {
  readonly instruction: string
  /** Web text; cleaned and kept outside the instruction (L2, L3). */
  readonly data: string
  /** Stands for {{question}} in the instruction; no secret, an answer may say it: the question of the research. */
  readonly mayReturn?: string
  /** JSON schema the answer must follow. */
  readonly schema: Readonly<Record<string, unknown>>
  readonly expectedLength: number
}

export type LlmAnswer =
  | { readonly ok: true; readonly text: string; readonly findings: readonly { kind: string; position: number }[] }
  | {
      readonly ok: false
      readonly reason: 'unreachable' | 'refused' | 'unreadable' | 'time used up'
      readonly detail: string
    }

export interface LocalLlm {
  readonly model: string
  /** One at a time; a second question waits for the first. */
  ask(question: LlmQuestion, signal?: AbortSignal): Promise<LlmAnswer>
  /** Frees the model's memory; called at the end of a search. */
  unload(): Promise<void>
}

/** A local server over HTTP (REQ 3.3.1, L1, L8). Throws at once when the endpoint is not local. */
export function createLocalLlm(options: LocalLlmOptions): LocalLlm {
  const { endpoint, model, timeoutMs, post, log } = options
  const dialect = DIALECTS[options.api ?? 'ollama']
  if (!isLocalEndpoint(endpoint))
    throw new LyraError('INVALID_PARAMS', 'llm.endpoint must be on this machine or a private network (L1)')
  let turn: Promise<unknown> = Promise.resolve()
  let used = false

  async function send(question: LlmQuestion, signal?: AbortSignal): Promise<LlmAnswer> {
    const tag = createInstructionTag(options.bytes)
    const prompt = wrapPrompt(tag, withQuestion(question.instruction, question.mayReturn ?? ''), question.data)
    const secret = secretOf(question, tag)
    used = true
    const reply = await post({
      url: new URL(dialect.path, endpoint).href,
      body: JSON.stringify(dialect.body(model, prompt, question.schema)),
      timeoutMs,
      ...(signal === undefined ? {} : { signal }),
    })
    const answer = readReply(reply, question, secret, dialect)
    log.debug('llm_tag', { tag: tag.hashPrefix })
    log.info('llm_used', {
      model,
      input: summariseForLog(question.data, secret),
      ...(answer.ok
        ? { output: summariseForLog(answer.text, secret), findings: answer.findings.length }
        : { failed: answer.reason, detail: answer.detail }),
    })
    // L4 asks for a warning; kind and place only (L8).
    if (answer.ok) for (const finding of answer.findings) log.warn('llm_output_finding', { layer: 'L4', ...finding })
    return answer
  }

  return {
    model,
    ask: (question, signal) => {
      const mine = turn.then(() => {
        signal?.throwIfAborted()
        return send(question, signal)
      })
      turn = mine.catch(() => undefined)
      return mine
    },
    unload: async () => {
      await turn
      if (!used) return
      used = false
      if (dialect.unload === null) return
      const body = JSON.stringify(dialect.unload(model))
      await post({ url: new URL(dialect.path, endpoint).href, body, timeoutMs: 10_000 })
    },
  }
}

function withQuestion(instruction: string, words: string): string {
  return instruction.replaceAll('{{question}}', () => words)
}

/**
 * What no answer may repeat (L4). What a claim may say in the words of the question is no leak of the prompt; the words
 * around it are.
 */
export function secretOf({ instruction }: Pick<LlmQuestion, 'instruction'>, tag: InstructionTag): string {
  return systemPart(tag, withQuestion(instruction, OPEN_PLACE))
}

function readReply(
  reply: Awaited<ReturnType<LlmPost>>,
  { expectedLength, data }: LlmQuestion,
  systemPrompt: string,
  { contentOf }: LlmDialect,
): LlmAnswer {
  if (!reply.ok) return { ok: false, reason: 'unreachable', detail: redactMessage(reply.reason) }
  if (reply.status !== 200) return { ok: false, reason: 'refused', detail: `status ${reply.status}` }
  const content = contentOf(reply.text)
  if (content === null) return { ok: false, reason: 'unreadable', detail: 'no message in the answer' }
  const checked = checkJsonOutput(content, { systemPrompt, expectedLength, data })
  return { ok: true, text: checked.text, findings: checked.findings }
}
