import { multilineRegExp } from '../../domain/multiline-regexp.ts'
import { either } from './alternatives.ts'
import { hasKnownVerb } from './english-verbs.ts'
import { isJoinedOrder, isLedOrder, isLedToSteer, opensOnObject, SUBORDINATE } from './order-clauses.ts'
import {
  NOUN_OR_ORDER,
  OBJECTS_OF_A_MODEL,
  OPENING_NOUNS,
  ORDER_LEADS,
  ORDER_PHRASES,
  ORDER_VERBS,
  WANTED_VERDICTS,
} from './order-words.ts'

const LEAD = new RegExp(`^(?:${either(ORDER_LEADS)},?\\s+)+`, 'i')
/** Neither "use of", "take-up" nor "Ask.com". */
const NO_COMPOUND = '\\b(?! of\\b|-|\\.\\p{L})'
const PLAIN_ORDER = new RegExp(`^${either([...ORDER_PHRASES, ...ORDER_VERBS])}${NO_COMPOUND}`, 'iu')
const DOUBTFUL_ORDER = new RegExp(`^${either(NOUN_OR_ORDER)}${NO_COMPOUND}`, 'iu')

const OPENING_NOUN = new RegExp(`^${either(OPENING_NOUNS)}\\b`, 'i')
/**
 * "Contact sites are dynamic", "Trust in the courts fell": up to four words of a noun phrase, then a verb that can be
 * nothing else.
 */
const SUBJECT_AND_VERB = multilineRegExp('iu')`
  ^\p{L}+(?: (?:in|with|from|between)(?: the| a| an)?)?(?: (?!(?:the|an?|this|that|these|those|your|my|our|all|any
        |every|each|it|them|me|us|you|only|as|to|and|or|by|for|if|which|who|what|how|not
        |no)\b)[\p{L}\p{N}-]+){1,4}? (?:is|are|was|were|has|have|had|did|does|can|could|may|might|will|would|fell|rose
    |grew|became|began|led|took|made|gave|saw|won|lost|proved)\b`
/** Also the first part of a name: "Mark Zuckerberg founded Facebook", "Get Out earned $255 million". */
const NAMED = /^(?:Mark|Open|Get|Take|See|Join|Follow|Please) (?:\p{Lu}\p{Ll}+ ){1,2}(?=\p{Ll})/u
const STEERS = new RegExp(
  `\\b${either([...OBJECTS_OF_A_MODEL, ...WANTED_VERDICTS, 'your', 'you', 'ai', 'assistants?'])}\\b`,
  'i',
)

/** "Set theory aside and write ..." */
const GOES_ON_TO_ORDER = new RegExp(`(?:\\band|\\bthen|,) (?:then |also )?${either(ORDER_VERBS)}\\b`, 'i')
/** "Task: write a poem". */
const ANY_LABEL = /^[\p{L} ]{2,30}:\s+/u

/** Read as a noun only where nothing in the sentence could steer a model. */
function opensWithNoun(text: string): boolean {
  const noun = OPENING_NOUN.exec(text)?.[0] ?? ''
  if (STEERS.test(text.slice(noun.length)) || GOES_ON_TO_ORDER.test(text)) return false
  const named = NAMED.exec(text)?.[0]
  // Its own first word is never read as the verb, so that the name stands in for the subject.
  if (named !== undefined) return hasKnownVerb(`Name ${text.slice(named.length)}`)
  if (noun !== '' && hasKnownVerb(text.replace(SUBORDINATE, ''))) return true
  return DOUBTFUL_ORDER.test(text) && SUBJECT_AND_VERB.test(text)
}

/** "Task: now write ...", "Kindly overlook ..." */
function opensWithOrder(text: string): boolean {
  const bare = text.replace(ANY_LABEL, '').replace(LEAD, '')
  if (PLAIN_ORDER.test(text) || DOUBTFUL_ORDER.test(text)) return !opensWithNoun(text)
  if (PLAIN_ORDER.test(bare)) return true
  return opensOnObject(bare) || (bare !== text && opensOnObject(text))
}

/** Told to the reader, or to a model that reads the page: never a claim about the world. */
export function isEnglishOrder(text: string): boolean {
  return opensWithOrder(text) || isLedOrder(text) || isJoinedOrder(text)
}

/**
 * L2 (REQ 4.4.1): an order that has to be kept from a judge; "If you take this medicine, do not drink the tea" says
 * what to know of it.
 */
export function isSteeringOrder(text: string): boolean {
  return opensWithOrder(text) || isLedToSteer(text) || isJoinedOrder(text)
}
