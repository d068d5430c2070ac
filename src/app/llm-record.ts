import { z } from 'zod'
import { type ArchiveWriter, MODEL_ANSWER, type ReplayArchive } from '../archive/types.ts'
import { sha256 } from '../domain/ids.ts'
import { createInstructionTag } from '../guard/l3-instruction-tag.ts'
import { checkJsonOutput } from '../guard/l4-output-check.ts'
import { type LlmAnswer, type LlmQuestion, type LocalLlm, secretOf } from '../models/local-llm.ts'

/** What L4 masked then can be found no more: kind and place are kept beside the text. Older records have none. */
const finding = z.object({ kind: z.string().max(50), position: z.number().int().min(0) })
const kept = z.object({ text: z.string(), findings: z.array(finding).max(10_000).default([]) })

/** By what was asked; of the question itself nothing is kept (L8). */
export function answerName({ instruction, mayReturn, data, schema }: LlmQuestion): string {
  return `${MODEL_ANSWER}${sha256(JSON.stringify([instruction, mayReturn ?? '', data, schema]))}`
}

/**
 * REQ 4.6: what the model answered, as L4 left it, goes into the archive of the task, so that a replay reads it there
 * instead of asking a model that may be another one by then.
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
    // Whoever asked has gone on without it, and so must a replay.
    signal?.throwIfAborted()
    const body = Buffer.from(JSON.stringify({ model: llm.model, text: answer.text, findings: answer.findings }))
    await archive.writeResource(answerName(question), 'application/json', body, group)
    return answer
  }
}

/**
 * What was not answered then is not answered now: the built-in rules stood in. Null when the archive knows no model at
 * all.
 */
export function recordedLlm(replay: ReplayArchive): LocalLlm['ask'] | null {
  const { modelAnswer } = replay
  if (modelAnswer === undefined) return null
  return async (question) => {
    const body = await modelAnswer(answerName(question))
    return body === null ? { ok: false, reason: 'refused', detail: 'not in the archive' } : readAgain(body, question)
  }
}

/** The tag of then is not known, and every tag is masked by its form; fixed bytes keep a replay the same each time. */
const ANY_TAG = createInstructionTag((size) => new Uint8Array(size))

/** An archive may come from anywhere: what it says the model said passes L4 like the model's own words. */
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
