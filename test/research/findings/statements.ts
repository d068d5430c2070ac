import type { Stances } from '../../../src/research/findings/same-statement.ts'
import { readStatement, type Statement } from '../../../src/research/findings/statement.ts'
import { unitVector } from '../../../src/store/vector-codec.ts'
import { claim, fragment, page } from '../../store/graph-fixture.ts'

/** A statement on a page of its own; the angle between two of them is given in degrees. */
export function said(
  text: string,
  over: { id?: string; page?: string; title?: string; angle?: number; language?: string } = {},
): Statement {
  const { id = text, page: pageId = `page of ${text}`, title = 'A page', angle = 0, language = 'en' } = over
  const radians = (angle * Math.PI) / 180
  return readStatement(
    {
      claim: claim(id, 'task_1', 'f', { claim_text: text, span_start: 0, span_end: text.length, language }),
      fragment: fragment('f', pageId, { text_content: text, heading_context: null }),
      page: page(pageId, { title }),
    },
    unitVector(Float32Array.from([Math.cos(radians), Math.sin(radians)])),
  )
}

export const SILENT: Stances = { there: null, back: null }
export const ONE_SUPPORTS: Stances = { there: { relation: 'supports', confidence: 0.9 }, back: null }
export const BOTH_SUPPORT: Stances = {
  there: { relation: 'supports', confidence: 0.9 },
  back: { relation: 'supports', confidence: 0.9 },
}
export const ONE_REFUTES: Stances = { there: null, back: { relation: 'refutes', confidence: 0.9 } }
