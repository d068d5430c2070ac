import { multilineRegExp } from '../../domain/multiline-regexp.ts'
import { phraseMatches } from '../../guard/l2-input-cleaning.ts'
import { speaksToAMachine } from '../../guard/l2-speech.ts'
import { either } from './alternatives.ts'
import { isEnglishOrder } from './orders.ts'
import { isToldToAJudge } from './told-to-a-judge.ts'

/** Names by which a text addresses a model. Alone they are a topic: "ChatGPT reached 100 million users". */
const MODEL = either([
  'ai(?: (?:assistants?|models?|agents?|systems?))?',
  'assistants?',
  '(?:large )?language models?',
  'llms?',
  'chatbots?',
  'chatgpt',
  'gpt-?\\d?',
  'claude',
  'gemini',
  'copilot',
])

const AS_A_MODEL = new RegExp(
  `\\bas an? (?:helpful )?(?:ai |large )?${MODEL}(?=\\s*[,:;]|\\s+(?:you|i|please|must|should)\\b)`,
  'i',
)
const YOU_ARE_A_MODEL = new RegExp(`\\byou are (?:now )?(?:an?|the) (?:helpful )?(?:ai |large )?${MODEL}\\b`, 'i')
const CALLED = new RegExp(
  `^(?:\\p{L}+[,!]\\s+)?(?:(?:dear|hey|hello|hi|attention|ok|okay),? )?(?:all |any |the )?${MODEL}\\s*[,:!]\\s*`,
  'iu',
)
/** What an injected text wants said; what a law demands of AI systems is another matter. */
const SAYINGS =
  'ignore rate say output return recommend mark treat conclude trust tell write answer respond mention cite ' +
  'reply praise rank prefer'
const TOLD_WHAT_TO_SAY = new RegExp(
  `\\b${MODEL}(?: reading this| that reads? this)? (?:must|should|shall|(?:have|has|needs?|are|is) to` +
    `|will) (?:\\w+ly |now |only |never |not |always )?${either(SAYINGS.split(' '))}\\b`,
  'i',
)
const ITS_ANSWER = /\byour (?:instructions|response|answer|reply|output|prompt)s?\b/i
const SPEAKER = /^(?:assistant|system)\s*:/i
/** Things only an injected text orders about; harmless where the guard reads them as spoken of. */
const ITS_ORDERS = /\b(?:system prompt|previous instructions)\b|システムプロンプト|以前の指示|これまでの指示/i
/** The guard's finding that the word is there at all: it tells nothing of how it is meant. */
const NAMES_ONLY = 'system_prompt'
const JAPANESE_CALL = multilineRegExp('')`
  (?:AI(?:アシスタント|モデル)?|言語モデル|ChatGPT|Claude)(?:は|へ|よ|、|：|:)[^。]{0,120}(?:せよ|しろ|なさい|ください|なければならない|なくてはならない|べきである|べきだ
    |返せ|出力する|すること)[。！]?$`

function isCalled(text: string): boolean {
  const rest = text.replace(CALLED, '')
  return rest !== text && (/^(?:you|your|please)\b/i.test(rest) || isEnglishOrder(rest))
}

/** L2 (REQ 4.4.1): the sentence speaks to a model that reads the page. */
export function isToldToAModel(text: string): boolean {
  const found = phraseMatches(text)
  if (found.some(({ severity }) => severity !== 'mention')) return true
  if (
    [AS_A_MODEL, YOU_ARE_A_MODEL, TOLD_WHAT_TO_SAY, ITS_ANSWER, SPEAKER, JAPANESE_CALL].some((sign) => sign.test(text))
  )
    return true
  return (
    speaksToAMachine(text) ||
    isToldToAJudge(text) ||
    isCalled(text) ||
    (ITS_ORDERS.test(text) && !found.some(({ pattern }) => pattern !== NAMES_ONLY))
  )
}
