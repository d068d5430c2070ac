import { DANGER_PATTERNS } from './l2-danger-patterns.ts'
import { foldText } from './l2-folding.ts'

export interface DangerFinding {
  readonly pattern: string
  /** Character in the text as it was given. */
  readonly position: number
  /** `instruction`: addressed to the model that reads the page. `mention`: the page speaks about such phrases. */
  readonly severity: 'instruction' | 'mention'
}

export interface CleanedInput {
  readonly text: string
  readonly tagsRemoved: number
  readonly cut: boolean
}

/** REQ L2: the user part of a prompt has at most this many characters. */
export const PROMPT_LIMIT = 4000

/** L, Y, R, A with what looks like them, letters kept apart by up to three marks, then any dash and what follows it. */
const GAP = '[\\s._*~|\\u2010-\\u2015\\u2212-]{0,3}'
const TAG = new RegExp(
  `[<\\[{(]{0,2}\\s?/?\\s?[lLӏ|1]${GAP}[yYуУүҮυΥγ]${GAP}[rRгɾ]${GAP}[aAаАαΑ4@]\\s{0,3}[-_\\u2010-\\u2015\\u2212]\\s{0,3}(?:(?:[0-9a-fA-F]\\s?){32}|[0-9a-fA-F]{0,64})\\s?/?[>\\])}]{0,2}`,
  'gu',
)

function removeTags(text: string): { text: string; removed: number } {
  let removed = 0
  let current = text
  // Taking one tag out of the middle of another may leave a tag: LYRLYRA-A-.
  for (let round = 0; round < 8; round += 1) {
    let found = 0
    current = current.replace(TAG, () => {
      found += 1
      return ' '
    })
    if (found === 0) break
    removed += found
  }
  return { text: current, removed }
}

/** What may go into a prompt as data (REQ L2). The stored fragment stays as it was read. */
export function cleanInput(text: string, limit: number = PROMPT_LIMIT): CleanedInput {
  const folded = foldText(text).text.normalize('NFKC')
  const { text: untagged, removed } = removeTags(folded)
  const cut = untagged.length > limit
  return { text: cut ? sliceWhole(untagged, limit) : untagged, tagsRemoved: removed, cut }
}

/** Never half of a surrogate pair. */
function sliceWhole(text: string, limit: number): string {
  const last = text.charCodeAt(limit - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? limit - 1 : limit)
}

const OPENING = '"“‘«「『`\''
const EXPLAINS =
  /\b(?:such as|for example|e\.g\.|phrases? like|prompts? like|known as|attack(?:s|ers?|ed)?|injections?|malicious|adversar\w+|vulnerab\w+|jailbreak\w*|researchers?|inputs?|examples?|red[- ]team\w*|exploit\w*|trick(?:s|ed|ing)?|hidden text|instructs?|told|asks?|says?|said|writes?|reads)\b|攻撃|例えば|たとえば|といった|などの|のような|脆弱性|インジェクション|悪意|という(?:文|指示|命令|文字列|フレーズ)|と(?:書|入力|命令|指示)/i
/** Before the phrase: somebody else is said to do it, or it is spoken of in the infinitive. */
const REPORTED =
  /(?:\b(?:to|that|which|who|can|could|may|might|would|attackers?|users?|people|they|models?|llms?|it|he|she|not|of|by|how|when|why)\s+(?:\w+ly\s+)?)$/i
/** After a Japanese phrase: it is quoted or made a noun. */
const REPORTED_AFTER =
  /^(?:する|させる|される|した|させ)?(?:よう(?:に|な)|といった|などの?|という|ための|攻撃|手法|手口|こと|恐れ|可能性|ことが|と(?:書|入力|命令|指示|いう))/
const OBLIGES = /\b(?:must|should|shall|please|now|need to|have to|required to)\s+(?:\w+ly\s+)?$/i

function sentenceAround(text: string, at: number, end: number): { before: string; after: string } {
  const head = text.slice(Math.max(0, at - 300), at)
  const before = head.slice(Math.max(head.lastIndexOf('\n'), head.lastIndexOf('. '), head.lastIndexOf('。')) + 1)
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

function isMention(text: string, at: number, end: number): boolean {
  const { before, after } = sentenceAround(text, at, end)
  const lead = leadOfQuotation(before)
  // A quotation needs a sentence around it: quotation marks alone do not make an order harmless.
  if (lead !== null) {
    const told = EXPLAINS.test(lead) || EXPLAINS.test(after) || lead.trim().split(/\s+/).length >= 4
    return told && !/\b(?:ai|assistants?|models?|llms?)\s*[,:]\s*$/i.test(lead)
  }
  if (OBLIGES.test(before)) return false
  if (REPORTED.test(before) && before.trim().split(/\s+/).length >= 2) return true
  return REPORTED_AFTER.test(after)
}

/** Phrases that try to steer whoever reads the text, in the order they stand. Never throws, never changes the text. */
export function detectDanger(text: string): readonly DangerFinding[] {
  const folded = foldText(text)
  const found = new Map<string, DangerFinding>()
  for (const { name, expression, mentionOnly } of DANGER_PATTERNS)
    for (const match of folded.text.matchAll(expression)) {
      const end = match.index + match[0].length
      const severity = mentionOnly || isMention(folded.text, match.index, end) ? 'mention' : 'instruction'
      const position = folded.origin[match.index] ?? 0
      const key = `${name}:${position}`
      const known = found.get(key)
      if (known === undefined || severity === 'instruction') found.set(key, { pattern: name, position, severity })
    }
  return [...found.values()].sort((a, b) => a.position - b.position || (a.pattern < b.pattern ? -1 : 1))
}
