import { z } from 'zod'
import type { AskModel } from '../domain/ask-model.ts'
import { type QualityJudge, secondOpinion } from './quality.ts'
import type { Extract } from './types.ts'

/** REQ 3.3.3: what the local model looks at, besides how good a source the text is. */
const answerSchema = z.strictObject({
  score: z.number().min(0).max(1),
  problems: z.array(z.enum(['generated', 'aggregator', 'spam', 'advertising', 'no_sources', 'no_insight'])).max(6),
})

/** Stage 2 of the quality gate. An answer that is not of the asked form is no opinion. */
export function createQualityJudge(options: { readonly ask: AskModel; readonly prompt: string }): QualityJudge {
  const schema = z.toJSONSchema(answerSchema)
  return async (text) => {
    const answer = await options.ask({ instruction: options.prompt, data: text, schema, expectedLength: 300 })
    if (!answer.ok) return null
    try {
      const parsed = answerSchema.safeParse(JSON.parse(answer.text))
      return parsed.success ? { score: parsed.data.score, problems: [...new Set(parsed.data.problems)] } : null
    } catch {
      return null
    }
  }
}

/** REQ 3.3.3 stage 2 over pages that were read: nothing changes without a judge, or where the rules are clear. */
export function judgedExtract(extract: Extract, judge: QualityJudge | null): Extract {
  if (judge === null) return extract
  return async (document, signal) => {
    const extraction = await extract(document, signal)
    if (!extraction.ok) return extraction
    const { page } = extraction
    const first = { score: page.quality, flags: page.qualityFlags, reasons: page.qualityReasons ?? [] }
    const text = page.fragments.map((fragment) => fragment.text_content).join('\n\n')
    const { score, flags, reasons } = await secondOpinion(first, text, judge)
    return { ok: true, page: { ...page, quality: score, qualityFlags: flags, qualityReasons: reasons } }
  }
}
