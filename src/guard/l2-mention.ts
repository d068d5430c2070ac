import { multilineRegExp } from '../domain/multiline-regexp.ts'

/**
 * Who speaks to whom: whether a phrase of L2's patterns is an order to the reader, or a sentence about such orders (REQ
 * 4.4.1).
 */

const OPENING = '"“‘«「『`\''
const EXPLAINS = multilineRegExp('i')`
  \b(?:such as|for example|e\.g\.|phrases? like|prompts? like|known as|attack(?:s|ers?|ed)?|injections?|malicious
    |adversar\w+|vulnerab\w+|jailbreak\w*|researchers?|inputs?|examples?|red[- ]team\w*|exploit\w*
    |trick(?:s|ed|ing)?|hidden text|instructs?|told|asks?|says?|said|writes?|reads)\b|攻撃|例えば|たとえば|といった|などの|のような
  |脆弱性|インジェクション|悪意|という(?:文|指示|命令|文字列|フレーズ)|と(?:書|入力|命令|指示)`
/** Before the phrase: somebody else is said to do it, or it is spoken of in the infinitive. */
const REPORTED = multilineRegExp('i')`
  (?:\b(?:to|that|which|who|can|could|may|might|would|attackers?|users?|people|they|models?|llms?|it|he|she|of|by
      |how|when|why)\s+(?:\w+ly\s+)?)$`
/**
 * After a Japanese phrase: it is quoted or made a noun. 〜すること。 at the end of a sentence, and 〜ようにしてください, are orders.
 */
const REPORTED_AFTER = multilineRegExp('')`
  ^(?:する|させる|される|した|させ)?(?:よう(?:な|に(?!し(?:て(?:くだ|下)さい|なさい|ろ)|せよ|お願い))|といった|などの?|という|ための|攻撃|手法|手口|恐れ|可能性
    |こと(?=[がをはでにもやの、])|と(?:書|入力|命令|指示|いう))`
const OBLIGES = multilineRegExp('i')`
  \b(?:must|should|shall|please|now|need to|have to|required to|(?:vital|important|essential|crucial|critical
      |necessary|imperative|mandatory) (?:for you )?to)\s+(?:\w+ly\s+)?$`
/** Told not to do it: no attack says so. */
const FORBIDS = /(?<!\bwhy )\b(?:not|never|cannot|\w+n['’]t)\s+(?:\w+ly\s+)?$/i
/**
 * The reader is the one who is to do it, whoever is said to wish it: "we kindly ask you to", "you can", "your task is
 * to".
 */
const ADDRESSES_READER = /\byour?\b[^.!?。]{0,60}$/i
/**
 * What only a model has to ignore or to show. A manual may well say: you can ignore the rules above if you use Linux.
 */
const TAKES_OVER = multilineRegExp('is')`
  ^(?:ignore|disregard|forget|override|bypass|neglect|discard|reveal|print|output|show|repeat|leak|display|disclose
    |tell me|write out|dump|quote)\b.*\b(?:all|any|every|everything|previous|prior|preceding|earlier|original
    |initial|system|developer|safety|told|prompts?)\b`
/**
 * Somebody else is the subject of the verb: "adjuvants enhance the response", "we treat … as ground truth". A capital
 * begins an order of its own, whatever stands before it.
 */
const STATED = multilineRegExp('iu')`
  (?:^|[^\p{L}])(?:we|they|i|who|will|would|did|does|(?!(?:assistants|models|agents|llms|chatbots|systems|readers
        |crawlers|always|this|was|has|thus|plus|instructions|tasks|notes|steps|rules)\s)\p{L}{4,}s)\s+
  (?:\p{L}+ly\s+)?$`
const PERMITS = /\byou (?:can|may|could|might) (?:\w+ly )?$/i
const UNDER_CONDITION = /\b(?:if|when|unless|in case|once)\b/i
const NAMES_ATTACKER = /\b(?:attackers?|hackers?|adversar(?:y|ies)|scammers?|criminals?)\b/i
/** At the head of the sentence, an order to see to it that it is done. */
const URGES = multilineRegExp('i')`
  ^(?:\W*(?:and|so|then|please|now|also|first|just|kindly)\b)*\W*(?:(?:do not|don['’]t|never) (?:forget|fail
      |hesitate|omit|neglect)|remember|be sure|make sure|feel free|proceed|begin|start|go ahead and|try)\s+(?:(?:to
    |by)\s*)?$`
/** Spoken to the model by name, or in the name of the one it works for. */
const SPEAKS_FOR_USER = multilineRegExp('i')`
  ^\W*(?:(?:dear|hello|hi|hey|attention|note to)\b[^.!?]{0,20}\b(?:assistants?|agents?|ai|models?|llms?|chatbots?
      |readers?)\b|(?:the|your|this|my) (?:user|owner|operator|developer|administrator)s? (?:wants?|would like|asks?
      |asked|needs?|requires?|expects?|instructs?|requests?)\b)`

/** The rest of the sentence that a phrase stands in. */
export function sentenceAround(text: string, at: number, end: number): { before: string; after: string } {
  const head = text.slice(Math.max(0, at - 300), at)
  const before = head.slice(Math.max(...['\n', '. ', '! ', '? ', '。'].map((stop) => head.lastIndexOf(stop))) + 1)
  const tail = text.slice(end, end + 200)
  const stop = tail.search(/[\n。]|[.!?]\s/)
  return { before: before.trimStart(), after: stop === -1 ? tail : tail.slice(0, stop) }
}

/** The words that lead up to a quotation still open at the end of `before`; null when none is open. */
function leadOfQuotation(before: string): string | null {
  for (let i = before.length - 1; i >= 0; i -= 1) {
    const char = before.charAt(i)
    if ('”」』»'.includes(char)) return null
    const apostrophe = char === "'" && /\p{L}/u.test(before.charAt(i - 1))
    if (OPENING.includes(char) && !apostrophe) {
      const even = before.slice(0, i).split(char).length % 2 === 1
      return even || !'"`\''.includes(char) ? before.slice(0, i) : null
    }
  }
  return null
}

function isAddressed(before: string, after: string): boolean {
  if (URGES.test(before)) return true
  if (PERMITS.test(before) && (UNDER_CONDITION.test(before) || UNDER_CONDITION.test(after))) return false
  return ADDRESSES_READER.test(before) && !NAMES_ATTACKER.test(before)
}

function isStated(before: string, phrase: string): boolean {
  return /^\p{Ll}/u.test(phrase) && STATED.test(before) && !/\byou\b/i.test(before) && !TAKES_OVER.test(phrase)
}

export function isMention(text: string, at: number, end: number): boolean {
  const { before, after } = sentenceAround(text, at, end)
  const lead = leadOfQuotation(before)
  // A quotation needs a sentence around it: quotation marks alone do not make an order harmless.
  if (lead !== null) {
    const told = EXPLAINS.test(lead) || EXPLAINS.test(after) || lead.trim().split(/\s+/).length >= 4
    return told && !SPEAKS_FOR_USER.test(lead) && !/\b(?:ai|assistants?|models?|llms?)\s*[,:]\s*$/i.test(lead)
  }
  if (OBLIGES.test(before)) return false
  if (FORBIDS.test(before) && before.trim().split(/\s+/).length >= 2) return true
  if (SPEAKS_FOR_USER.test(before)) return false
  if (TAKES_OVER.test(text.slice(at, end)) && isAddressed(before, after)) return false
  if (isStated(before, text.slice(at, end))) return true
  if (REPORTED.test(before) && before.trim().split(/\s+/).length >= 2) return true
  return REPORTED_AFTER.test(after)
}
