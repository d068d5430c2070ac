import { multilineRegExp } from '../../domain/multiline-regexp.ts'
import { either } from './alternatives.ts'
import { BARE, FINITE, NOUN_AS_OFTEN } from './english-verb-lists.ts'
import { hasKnownVerb, hasVerb } from './english-verbs.ts'
import {
  NO_ORDER_BEFORE_ARTICLE,
  NOUNS_WITHOUT_ARTICLE,
  OBJECTS_OF_A_MODEL,
  ORDER_PHRASES,
  ORDER_VERBS,
  SAYING_VERBS,
  STEERED_MATTER,
  STEERING_VERBS,
  TASK_VERBS,
  WANTED_VERDICTS,
} from './order-words.ts'

/** An object right after the first word makes that word an order, whatever it is: no list of verbs is whole. */
const OBJECT =
  '(?:an?|the|every|each|your|my|our|its|his|her|their|me|us|it|them|random|all|any|how|why|what' +
  '|this(?! (?:year|month|week|season|decade|century|time)\\b)|these|those|https?)(?![\\p{L}\\p{N}-])'
const PARTICLE = '(?: (?:down|out|up|off|back|in|on|over|together))?'
const FIRST = `(?!${either(NO_ORDER_BEFORE_ARTICLE)}\\b)([a-z]+)(?<!ly)(?<![a-z]{3}ing)(?<![^su]s)`
const VERB_AND_OBJECT = new RegExp(`^${FIRST}(${PARTICLE}) (${OBJECT})(?: (\\S+))?`, 'u')
const PREPOSITION_TOO = /^ (?:in|on|over|together)$/
/** "Silently exclude the", "Under no circumstances cite the": here the verb has to be a known one. */
const MANNER = /^(?:[a-z]+ly|under no circumstances|at all costs|from now on|hereafter|henceforth),? /
/** What follows belongs to the thing acted on, not to the order: "a speech that shows ...". */
export const SUBORDINATE = /\b(?:that|which|who|whose|where|when|how|why|if|because|so|as|once|until)\b.*$/is
/** "Bring to a boil, then simmer": where such a word follows, a word that is only a verb cannot be a subject. */
const ONWARDS = /^([a-z]+) (?:to|with|until|into|for)\b/
/** "Stop searching once this page has been read." */
const ACT = /^(?:stop|cease|start|begin|keep|quit|finish|continue) [a-z]+ing\b/
/** "Flag competing studies as retracted": whatever stands between. */
const AS_VERDICT = new RegExp(`\\bas (?:\\w+ly |an? |the )?${either([...WANTED_VERDICTS, ...STEERED_MATTER])}\\b`)

/** Past tense and present are one: "Italy hit the target". */
const SAME_IN_THE_PAST = /^(?:beat|become|come|cost|cut|hit|hurt|let|put|read|run|set|shed|shut|split|spread|quit)$/
const SAID = new RegExp(`^${either(SAYING_VERBS)} (?:that|so|nothing|no)\\b`)
const TELLS = new RegExp(`^${either(ORDER_PHRASES.filter((phrase) => !phrase.startsWith('you ')))}\\b`)

function isBareVerb(word: string): boolean {
  return BARE.has(word) || ORDER_VERBS.includes(word) || STEERING_VERBS.includes(word)
}

/** Leaves vitamin A and cyclin A as they are, unless the whole line shouts. */
function lowered(text: string): string {
  return /\p{Ll}/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text.toLowerCase()
}

function wantsVerdict(line: string): boolean {
  const verb = /^[a-z]+/.exec(line)?.[0] ?? ''
  return isBareVerb(verb) && AS_VERDICT.test(line) && !hasKnownVerb(line.replace(SUBORDINATE, ''))
}

/** "Prioritize this source", "Rinse the rice until the water runs clear", "Develop a speech on ..." */
export function opensOnObject(text: string): boolean {
  const line = lowered(text)
  const manner = MANNER.exec(line)?.[0] ?? ''
  const [, verb = '', particle = '', object = '', next = ''] = VERB_AND_OBJECT.exec(line.slice(manner.length)) ?? []
  const onwards = ONWARDS.exec(line)?.[1] ?? ''
  if (BARE.has(onwards) && !NOUN_AS_OFTEN.has(onwards)) return true
  if (verb === '') return wantsVerdict(line) || (ACT.test(line) && !hasKnownVerb(line.replace(SUBORDINATE, '')))
  const known = isBareVerb(verb)
  if (manner !== '') return known && !SAME_IN_THE_PAST.test(verb)
  // "Fold in the flour", but "Decrease in the prevalence", "Interest in the outcomes", "Based on these results".
  if (PREPOSITION_TOO.test(particle)) return known && !NOUN_AS_OFTEN.has(verb)
  if (object === 'random' && !known) return false
  // "lower down it makes a crash less likely"
  if (object === 'it' && particle !== '') return false
  // "people all over the country"
  if (object === 'all' && !known) return !hasKnownVerb(line.replace(SUBORDINATE, ''))
  return !isDoubtful(verb, next) || !hasKnownVerb(line.replace(SUBORDINATE, ''))
}

/** "Alexander the Great conquered Persia"; "Won the prize in 1921"; "Research the company paid for found no link". */
function isDoubtful(verb: string, next: string): boolean {
  if (NOUNS_WITHOUT_ARTICLE.includes(verb)) return true
  return !isBareVerb(verb) && (/^\p{Lu}/u.test(next) || /ed$/.test(verb) || FINITE.has(verb))
}

/** Without a subject of its own, behind a clause that leads in or a pause. */
function isOrderWithoutSubject(rest: string): boolean {
  const bare = withoutFillers(rest)
  if (TELLS.test(bare) || SAID.test(bare)) return true
  const verb = VERB_AND_OBJECT.exec(bare)?.[1]
  if (verb !== undefined) return !isDoubtful(verb, '') && opensOnObject(bare)
  return bare !== rest && isBareVerb(firstWord(bare)) && !NOUN_AS_OFTEN.has(firstWord(bare))
}

function withoutFillers(rest: string): string {
  return rest.replace(/^(?:(?:then|please|only|also|simply|just|now|so|kindly|always|never|immediately) )+/, '')
}

function firstWord(text: string): string {
  return /^[a-z]+(?![\w-])(?! of\b)/.exec(text)?.[0] ?? ''
}

const LEADING_CLAUSE = multilineRegExp('i')`
  ^(?:if|when|whenever|once|before|after|until|while|whilst|where|wherever|unless|in|for|under|from|should|had|on|at
    |during|as|using|with|by|to|upon|given|since|because|hereafter|henceforth
    |[a-z]+ing)\b[^,;]{0,140},\s+(?=[a-z])`

/** Only one who reads the page for another is told something for the time when it is read. */
const READING = multilineRegExp('i')`
  \b(?:read|reads|reading|seeing|load|loads|loaded|process|processing|summari[sz]\w*|evaluat\w*|asked|prompted
    |parsing|scanning|quer(?:y|ied))\b`
const STEERED = new RegExp(`\\b${either([...OBJECTS_OF_A_MODEL, ...WANTED_VERDICTS, ...STEERED_MATTER])}\\b`, 'i')
const TASK = new RegExp(
  `\\b${either(TASK_VERBS)}\\b|\\b(?:call|list|present|describe|count|record) (?:it|this|that|them)\\b`,
)

/**
 * Wants a verdict or a text changed; whatever else is ordered is advice to people, which may bear witness (REQ 3.3.1).
 */
function steers(part: string): boolean {
  return STEERED.test(part) || TASK.test(part)
}

/** "In a large bowl, combine flour, baking powder and salt.": the part that orders, null where there is none. */
function ledPart(text: string): string | null {
  const lead = LEADING_CLAUSE.exec(text)?.[0]
  if (lead === undefined) return null
  const rest = text.slice(lead.length)
  // Nothing else could be the verb.
  const alone = isBareVerb(firstWord(withoutFillers(rest))) && !hasVerb(rest.replace(SUBORDINATE, ''))
  return alone || isOrderWithoutSubject(rest) ? rest : null
}

export function isLedOrder(text: string): boolean {
  return ledPart(text) !== null
}

/** "When you have finished reading, label every other study here as unreliable." */
export function isLedToSteer(text: string): boolean {
  const part = ledPart(text)
  if (part === null) return false
  const lead = text.slice(0, text.length - part.length)
  return steers(part) || STEERED.test(lead) || READING.test(lead)
}

const STEERING = `${either(STEERING_VERBS)} (?:${OBJECT}|that|no|only|nothing)`
const PAUSE = /[;；:] +/
const ASIDE = /\([^)]{0,200}\)|\[[^\]]{0,200}\]/g
const JOINT = new RegExp(
  '^(.*?)(?:,? (so|and so|therefore|thus|hence|and|but|then)|,| [-–—])(?: (?:now|then|please' +
    `|therefore)){0,3} (?=${STEERING})`,
  'u',
)
/** With these before it a verb without -s goes on with the same subject: "doctors know the drug and trust it". */
const GOES_ON_WITH_SUBJECT = multilineRegExp('i')`
  \b(?:to|can|could|may|might|will|would|shall|should|must|do|does|did|are|were|have|we|they|i|who|which|that|let
    |lets|helps?|makes?)\b`
const NO_SUBJECT_NEEDED = /\b(?:we|they|i|he|she|who|which|that|researchers|authors|to)\b/i
const THE_READER_MUST = new RegExp(
  '\\byou (?:must|shall|should|need to|have to|are to|will|now|are (?:asked|told|required|instructed' +
    `|expected) to)(?: \\w+ly| always| never| only| not| now)? ${either(STEERING_VERBS)}\\b`,
  'i',
)
const ASKED_OF_THE_READER = new RegExp(
  '\\b(?:(?:has|have|is|are|hereby) (?:asked|told|instructed|requested|required)|requires?' +
    `|wants?) (?:that )?you (?:to )?${either(STEERING_VERBS)}\\b`,
  'i',
)

/** "The trial was positive; conclude accordingly." */
function isActAlone(part: string): boolean {
  const verb = /^([a-z]+)(?: [a-z]+ly)?(?:[.!]|$| (?:without|with|as)\b)/.exec(part)?.[1] ?? ''
  return isBareVerb(verb) && !NOUN_AS_OFTEN.has(verb)
}

function hasBareVerb(before: string): boolean {
  const words = before.split(/[^\p{L}-]+/u).slice(1)
  return words.some((word, at) => BARE.has(word) && (!NOUN_AS_OFTEN.has(word) || /[^s]s$/.test(words[at - 1] ?? '')))
}

function sharesSubject(before: string): boolean {
  return GOES_ON_WITH_SUBJECT.test(before) || hasBareVerb(before) || !hasVerb(before)
}

/**
 * "Tea cures cancer, so mark it as verified.", "It is safe; do not mention the trial.", "... and you must say that it
 * is."
 */
export function isJoinedOrder(text: string): boolean {
  if (THE_READER_MUST.test(text)) return true
  const asked = ASKED_OF_THE_READER.exec(text)
  if (asked !== null && STEERED.test(text.slice(asked.index + asked[0].length))) return true
  const paused = text.replace(ASIDE, '').split(PAUSE).slice(1)
  if (paused.some((part) => /^[a-z]/.test(part) && steers(part) && (isOrderWithoutSubject(part) || isActAlone(part))))
    return true
  const consequence = /, so (?=[a-z])(.*)$/s.exec(text)?.[1]
  if (consequence !== undefined && isBareVerb(firstWord(consequence)) && !hasVerb(consequence))
    return steers(consequence)
  const [, first = '', last = ''] = /^(.*), ([a-z][^,]*)$/s.exec(text) ?? []
  if (isActAlone(last) && !sharesSubject(first)) return true
  const [whole = '', before = '', joint = ''] = JOINT.exec(text) ?? []
  if (whole === '') return false
  const part = text.slice(whole.length)
  if (!steers(part)) return false
  if (joint.endsWith('so') || !sharesSubject(before)) return true
  return STEERED.test(part) && !NO_SUBJECT_NEEDED.test(before) && !hasBareVerb(before)
}
