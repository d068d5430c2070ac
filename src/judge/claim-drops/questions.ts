import { multilineRegExp } from '../../domain/multiline-regexp.ts'
import { either } from './alternatives.ts'
import { hasVerb } from './english-verbs.ts'

const ENDS_ASKING = /[?？]["'”’」』）)]*$|(?:でしょうか|ますか|ですか|のか)[。」]?$/
const ASKING_WORD = /^(?:what|how|why|who|which|whether|where|when)(?:['’]s)?\b/i
/** "Where" and "when" open many statements; they ask when the verb comes first. */
const ASKING_ORDER = /^(?:where|when)(?:['’]s| (?:is|are|was|were|do|does|did|can|could|will|would|should|has|have))\b/i
/**
 * "Do you think ..., then say so.": the verb stands before its subject. "Had the drug been given" and "Were it not for"
 * are conditions.
 */
const VERB_BEFORE_SUBJECT = multilineRegExp('i')`
  ^(?:do|does|did|is|are|was|has|have|can|could|will|would|may|might|must|shall|isn['’]t|aren['’]t|don['’]t
    |doesn['’]t|didn['’]t|won['’]t) (?:you|we|i|they|he|she|it|there|anyone|anybody|someone|everyone|the|this
    |these|those|that|an?|any|all|my|your|our|their)\b(?!-)`
/** The health agency, unless the whole line is in capitals. */
const AGENCY = /^WHO\b(?=.*\p{Ll})/u
/** A magazine of that name. */
const MAGAZINE = /^Which\? (?!\p{Lu})/u

/** What a clause such as "how often people brush" or "what the court decided" can do as the subject of a statement. */
const DOES = either([
  ...'is are was were has have had can could may might will would did does'.split(' '),
  ...['affects?', 'matters?', 'depends? on', 'determines?', 'influences?', 'predicts?', 'varies', 'shapes', 'remains?'],
])
const ASKS_FIRST = /^\p{L}+ (?:is|are|was|were|do|does|did|can|could|will|would|should|has|have|had|to|about)\b/iu
const JOINS_CLAUSE = /\b(?:when|if|while|after|before|because|that|which|who|until|once|you|your)\b/i
const VERB_OF_STATEMENT = new RegExp(`^(\\p{L}+ [^?,;:]{4,90}?) ${DOES}\\b[^?]*\\.$`, 'u')

/** Clauses of measure need no known verb of their own: "How often people brush affects tooth decay." */
const MEASURES = /^(?:How (?:often|much|many|long|well|fast|far|early|late|quickly)|Who|Where)\b/
/** That it is not known is no finding. */
const LEFT_OPEN = multilineRegExp('i')`
  \b(?:unknown|unclear|obscure|uncertain|debat\w+|unexplored|undefined|elusive|(?:not|poorly|incompletely|little
      |largely|never) (?:\w+ ){0,2}(?:known|understood|defined|established|addressed|studied|explored
      |characteri[sz]ed|resolved|examined)|to be (?:seen|determined|examined|established|elucidated)|open questions?
    |of (?:\w+ )?interest)\b`

/** The clause has its own verb, and one more follows: "Which lane a driver chooses has little effect." */
function isClauseAsSubject(text: string): boolean {
  if (!/^(?!Whether\b)\p{Lu}\p{Ll}/u.test(text) || ASKS_FIRST.test(text) || LEFT_OPEN.test(text)) return false
  const clause = VERB_OF_STATEMENT.exec(text)?.[1]
  // The asking word itself is never the verb.
  if (clause === undefined || JOINS_CLAUSE.test(clause.replace(/^\p{L}+/u, ''))) return false
  return MEASURES.test(text) || hasVerb(clause)
}

export function isQuestion(text: string): boolean {
  if (ENDS_ASKING.test(text)) return true
  if (AGENCY.test(text) || MAGAZINE.test(text) || isClauseAsSubject(text)) return false
  if (ASKING_ORDER.test(text) || VERB_BEFORE_SUBJECT.test(text)) return true
  return ASKING_WORD.test(text) && !/^(?:where|when)\b/i.test(text)
}
