import { directionOf } from '../../judge/rules/direction.ts'
import { isNegated } from '../../judge/rules/negation.ts'
import { contentWords } from '../../judge/rules/words.ts'
import type { ClaimNode } from '../graph/task-graph.ts'
import { type Figure, numbersOf } from './figures.ts'
import { type NamedWords, namesIn, type Place, placesIn, wordsToName } from './names.ts'
import { numberWordsAsDigits } from './number-words.ts'

/** A claim as far as it matters for whether another one says the same. */
export interface Statement {
  readonly claimId: string
  readonly pageId: string
  readonly language: string
  /** The topic words of its own sentence, without the title and heading that complete it. */
  readonly words: ReadonlySet<string>
  readonly negated: boolean
  /** It speaks of more, or of less. */
  readonly direction: 'more' | 'less' | null
  /** It says what will be, not what is. */
  readonly prospective: boolean
  readonly figures: readonly Figure[]
  readonly names: ReadonlySet<string>
  /** Title, heading and words, where a name of the other statement may stand. */
  readonly known: NamedWords
  /** Places and organisations of its words, title or heading: a sentence may leave them to its page. */
  readonly places: readonly Place[]
  readonly vector: Float32Array | null
}

const PROSPECTIVE =
  /\b(?:will|shall|would|going to|(?:is|are) (?:to|set to|due to|expected to)|plans? to)\b|予定|見込|計画|方針|つもり/i
/** "12 %, not 21 %" denies a figure, not the statement. */
const DENIED_FIGURE = /\bnot\s(?:the\s)?[$€¥£]?\d[\d,.]*|\d[^。、,]{0,6}(?:では|で|じゃ)なく/giu

type Source = Pick<ClaimNode, 'claim' | 'fragment' | 'page'>

export function readStatement({ claim, fragment, page }: Source, vector: Float32Array | null): Statement {
  const context = [page.title ?? '', fragment.heading_context ?? '']
  // Its page's own words: the claim's text may be completed by its title, which a whole page has in common.
  const sentence = fragment.text_content.slice(claim.span_start, claim.span_end) || claim.claim_text
  const numbers = numbersOf(sentence)
  return {
    claimId: claim.id,
    pageId: page.id,
    language: claim.language,
    words: contentWords(sentence),
    negated: isNegated(sentence.replace(DENIED_FIGURE, ' ')),
    direction: directionOf(sentence),
    prospective: PROSPECTIVE.test(sentence),
    figures: numbers.figures,
    names: new Set([...namesIn(sentence), ...numbers.names]),
    known: wordsToName(numberWordsAsDigits([claim.claim_text, sentence, ...context].join('\n'))),
    places: [sentence, ...context].flatMap(placesIn),
    vector,
  }
}
