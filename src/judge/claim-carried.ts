import { multilineRegExp } from '../domain/multiline-regexp.ts'
import { hasKnownVerb } from './claim-drops/english-verbs.ts'
import { framesTheRest, limitsTheRest, qualifiesJapanese, takesBack, takesBackJapanese } from './claim-qualifiers.ts'
import { type Word, wordsOf } from './claim-words.ts'
import { isJapanese } from './rules/words.ts'

/** What may be left out where, so that the rest still says what the sentence says. */
interface Grammar {
  starts(sentence: readonly Word[], at: number): boolean
  mayLeaveOut(gap: readonly Word[], next: Word): boolean
  ends(sentence: readonly Word[], at: number): boolean
  /** The claim's last word may bend where its clause goes on. */
  bends(claimed: Word, seen: Word, after: Word | undefined): boolean
}

/** Leaving one of these out turns, weakens or moves what is said. */
const TURNING = multilineRegExp('i')`
  ^(?:not|no|nor|neither|never|none|without|than|instead|rather|versus|vs|unlike|except|before|after|until|against
    |may|might|could|can|would|should|only|if|unless|whether|hardly|barely|rarely|seldom|possibly|perhaps|probably
    |likely|unlikely)$`
const CONDITIONS = /^(?:if|unless|whether|may|might|could|except|only|suppose|supposedly|allegedly|reportedly)$/i
const JOINS = /^(?:and|but|whereas|while|although|though|however)$/i

/** Without its subject; a verb at the very front would be read as one. */
function hasVerb(words: readonly Word[]): boolean {
  return hasKnownVerb(['it', ...words.map(({ text }) => text)].join(' '))
}

const ENGLISH: Grammar = {
  // Not after "that": who says or doubts it stands before.
  starts: (sentence, at) => {
    if (at === 0) return true
    const front = sentence.slice(0, at)
    if (front.some(({ text }) => CONDITIONS.test(text)) || framesTheRest(front)) return false
    return sentence[at]?.opens === true || JOINS.test(sentence[at - 1]?.text ?? '')
  },
  // Whole modifiers only: "increased survival after stroke" must not become "increased stroke".
  mayLeaveOut: (gap, next) => {
    const [first, ...others] = gap
    if (first === undefined) return true
    const aside = first.opens && next.opens
    const broken = others.some(({ opens }) => opens) || first.opens !== next.opens
    if ((broken && !aside) || gap.some(({ text }) => TURNING.test(text))) return false
    if (hasVerb(gap) || limitsTheRest(gap)) return false
    return aside || (first.isFunction && (next.isFunction || hasVerb([next])))
  },
  ends: (sentence, at) => {
    const tail = sentence.slice(at + 1)
    if (takesBack(tail, hasVerb)) return false
    const [next, ...others] = tail
    if (next === undefined || next.opens) return true
    const clauseEnd = others.findIndex(({ opens }) => opens)
    const rest = [next, ...(clauseEnd < 0 ? others : others.slice(0, clauseEnd))]
    return next.isFunction && !rest.some(({ text }) => CONDITIONS.test(text))
  },
  bends: () => false,
}

/** The predicate stands at the end: a clause is taken whole or not at all; places, times and owners may be left out. */
const JAPANESE: Grammar = {
  starts: (sentence, at) => at === 0 || (sentence[at]?.opens === true && !qualifiesJapanese(sentence.slice(0, at))),
  mayLeaveOut: (gap, next) =>
    gap.length === 0 ||
    (!next.opens &&
      gap.every(({ text, opens }) => !opens && /(?:で|に|の|から|まで)$/.test(text)) &&
      !qualifiesJapanese(gap)),
  ends: (sentence, at) => sentence[at + 1]?.opens !== false && !takesBackJapanese(sentence.slice(at + 1)),
  // 「減らし、」 is 「減らした」; a negation would show in both (see the caller).
  bends: (claimed, seen, after) => after?.opens === true && headOf(claimed.text) === headOf(seen.text),
}

function headOf(phrase: string): string {
  return phrase.replace(/(?<!\p{Script=Hiragana})\p{Script=Hiragana}+$/u, '')
}

/** Words: what is longer is no modifier, and no sentence, but a page that wants to be read for ever. */
const MOST_LEFT_OUT = 20
const LONGEST_SENTENCE = 400

/**
 * The claim is the sentence, in its words and their order, less whole clauses and modifiers; nothing is added,
 * exchanged or moved. So a figure keeps its words, a subject its verb, and neither comes from another clause.
 */
export function isCarriedBy(claim: string, sentence: string): boolean {
  if (isJapanese(claim) !== isJapanese(sentence)) return false
  const grammar = isJapanese(claim) ? JAPANESE : ENGLISH
  const claimed = wordsOf(claim)
  const seen = wordsOf(sentence)
  if (claimed.length === 0 || seen.length > LONGEST_SENTENCE) return false
  const last = claimed.length - 1
  const matches = (index: number, at: number) => {
    const [mine, theirs] = [claimed[index] as Word, seen[at] as Word]
    return mine.key === theirs.key || (index === last && grammar.bends(mine, theirs, seen[at + 1]))
  }
  // Places where the claim so far may end, one word of it after the other.
  let reached = [...seen.keys()].filter((at) => matches(0, at) && grammar.starts(seen, at))
  for (let index = 1; index <= last; index += 1) {
    const next = new Set<number>()
    for (const from of reached)
      for (let at = from + 1; at < Math.min(seen.length, from + 2 + MOST_LEFT_OUT); at += 1)
        if (matches(index, at) && grammar.mayLeaveOut(seen.slice(from + 1, at), seen[at] as Word)) next.add(at)
    reached = [...next]
  }
  return reached.some((at) => grammar.ends(seen, at))
}
