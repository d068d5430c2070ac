import type { ArchivedPassage } from '../../api/get-archived-passage.ts'
import { locatePassage } from '../../domain/locate-passage.ts'

/** Words of the neighbouring passages. */
const AROUND = 400

/** A passage for a resource: what was judged marked in its surroundings, and where its bytes lie. */
export function passageJson({
  page,
  kind,
  record,
  record_problem,
  passage,
  marked,
  verdicts,
}: ArchivedPassage): string {
  const sides = verdicts.map(({ edge_id, claim_id, claim, relation, confidence, sentence }) => {
    return { edge_id, claim_id, claim, relation, confidence, sentence }
  })
  return JSON.stringify({ page, kind, record, record_problem, text: markedText(passage, marked), verdicts: sides })
}

function markedText(passage: ArchivedPassage['passage'], marked: string | null) {
  if (passage === null) return []
  const found = marked === null ? null : locatePassage(passage.text, marked)
  const { start, end } = found ?? { start: 0, end: passage.text.length }
  return [
    { words: `${passage.before.slice(-AROUND)} `, marked: false },
    { words: passage.text.slice(0, start), marked: false },
    { words: passage.text.slice(start, end), marked: true },
    { words: passage.text.slice(end), marked: false },
    { words: ` ${passage.after.slice(0, AROUND)}`, marked: false },
  ].filter(({ words }) => words.trim() !== '')
}
