import type { QualityJudge, QualityOpinion } from '../extract/quality.ts'
import { createQualityJudge } from '../extract/quality-judge.ts'
import { MISLEADING_FLAG } from '../guard/l6-source-verification.ts'
import { statementsOf } from '../judge/statements.ts'
import type { SharedLlm } from './open-local-llm.ts'
import { readPrompt } from './system-prompts.ts'

/** One number about one page; an unreachable model must not delay extraction for long. */
const JUDGE_MS = 30_000

/** REQ 3.3.3 stage 2: without a local model a page is judged by rules alone. */
export function openQualityJudge(llm: SharedLlm | null): QualityJudge | null {
  if (llm === null) return null
  const ask = llm.asking(JUDGE_MS)
  return async (text) => {
    let isMisled = false
    const judge = createQualityJudge({
      // L2: sentences that tell the model how to rate the page are removed before it is rated.
      ask: async (question, signal) => {
        const answer = await ask({ ...question, data: statementsOf(question.data) }, signal)
        // A number and a few fixed words contain nothing for L4 to find; an answer that is merely too long is no sign
        // of an attack.
        isMisled = answer.ok && answer.findings.some(({ kind }) => kind !== 'too_long')
        return answer
      },
      prompt: readPrompt('judge-quality'),
    })
    const opinion = await judge(text)
    return isMisled ? MISLED : opinion
  }
}

/** REQ 4.4.1 L4, L6: a page after which the model says such things is no source, whatever the model thinks of it. */
const MISLED: QualityOpinion = { score: 0, problems: [MISLEADING_FLAG] }
