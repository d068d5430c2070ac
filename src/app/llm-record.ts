import { z } from 'zod'
import { type ArchiveWriter, MODEL_ANSWER, type ReplayArchive } from '../archive/types.ts'
import { sha256 } from '../domain/ids.ts'
import { createInstructionTag } from '../guard/l3-instruction-tag.ts'
import { checkJsonOutput } from '../guard/l4-output-check.ts'
import { type LlmAnswer, type LlmQuestion, type LocalLlm, secretOf } from '../models/local-llm.ts'

/**
 * Text that L4 masked cannot be detected again, so kind and position are stored beside the answer. Older records lack
 * them.
 */
const finding = z.object({ kind: z.string().max(50), position: z.number().int().min(0) })
const kept = z.object({ text: z.string(), findings: z.array(finding).max(10_000).default([]) })

/** Keyed by a hash of the question; the question itself is not stored (L8). */
export function answerName({ instruction, mayReturn, data, schema }: LlmQuestion): string {
  return `${MODEL_ANSWER}${sha256(JSON.stringify([instruction, mayReturn ?? '', data, schema]))}`
}

/**
 * REQ 4.6: the model's answer, after L4, is archived with the task, so that a replay reads it instead of asking a model
 * that may have changed.
 */
export function recordingLlm(
  llm: Pick<LocalLlm, 'ask' | 'model'>,
  archive: Pick<ArchiveWriter, 'writeResource'>,
  groupOf: () => string,
): LocalLlm['ask'] {
  return async (question, signal) => {
    const group = groupOf()
    const answer = await llm.ask(question, signal)
    if (!answer.ok) return answer
    // The caller continued without this answer (time-out or abort), so a replay must not find it either.
    signal?.throwIfAborted()
    const body = Buffer.from(JSON.stringify({ model: llm.model, text: answer.text, findings: answer.findings }))
    await archive.writeResource(answerName(question), 'application/json', body, group)
    return answer
  }
}

/**
 * A question without a recorded answer stays unanswered in a replay, and the built-in rules are used, as in the
 * recorded run. Null when the archive holds no model answers.
 */
export function recordedLlm(replay: ReplayArchive): LocalLlm['ask'] | null {
  const { modelAnswer } = replay
  if (modelAnswer === undefined) return null
  return async (question) => {
    const body = await modelAnswer(answerName(question))
    return body === null ? { ok: false, reason: 'refused', detail: 'not in the archive' } : readAgain(body, question)
  }
}

/** The original tag is unknown, so every tag is masked by its form; fixed bytes keep replays deterministic. */
const ANY_TAG = createInstructionTag((size) => new Uint8Array(size))

/** The archive may come from anywhere, so its answers pass L4 like those of a live model. */
function readAgain(body: Uint8Array, question: LlmQuestion): LlmAnswer {
  const record = recordIn(body)
  if (record === null) return { ok: false, reason: 'unreadable', detail: 'not as it was recorded' }
  const { expectedLength, data } = question
  const again = checkJsonOutput(record.text, { systemPrompt: secretOf(question, ANY_TAG), expectedLength, data })
  const isNew = ({ kind }: { readonly kind: string }) => record.findings.every((one) => one.kind !== kind)
  return { ok: true, text: again.text, findings: [...record.findings, ...again.findings.filter(isNew)] }
}

function recordIn(body: Uint8Array): z.infer<typeof kept> | null {
  try {
    const parsed = kept.safeParse(JSON.parse(Buffer.from(body).toString('utf8')))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
