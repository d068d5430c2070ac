import { splitSentences } from '../domain/sentences.ts'
import { claimGranularity, claimPolarity, claimType } from './claim-cues.ts'
import { isStatement, ordersAnything } from './claim-drops.ts'
import { ORDERS } from './claim-sentences.ts'
import { isJapanese } from './rules/words.ts'
import { isDoubtfulName, type SpeechCheck } from './speech-check.ts'
import type { ClaimSource, ExtractedClaim } from './types.ts'

interface StatedClaim {
  readonly claims: readonly ExtractedClaim[]
  readonly dropped: readonly { readonly text: string; readonly reason: string }[]
  readonly silenced: number
}

/**
 * The claim of a fragment that is a statement by its making (a record's values in a sentence): all of it, or nothing.
 * Anybody may register a name, and the sentence around it hides what it says, so each value is read alone (L2, REQ
 * 4.4.1). The sentence is the description's; it is read, too, where its values are more than names, dates and numbers.
 */
export async function statedClaim(
  { text, values = [] }: ClaimSource,
  isSpeech: SpeechCheck,
  signal?: AbortSignal,
): Promise<StatedClaim> {
  const said = inOrderOf(text, values)
  const told = said.flatMap((value) => [value, ...sentencesOf(value)])
  const isWordy = isRunningText(said.join(' '))
  const whole = isWordy ? [text, ...sentencesOf(text)] : []
  const isOrder = told.some(ordersAnything) || !whole.every(isStatement) || (isWordy && said.some(ordersInPart))
  const isDoubtful = told.some((value) => !isRunningText(value) && isDoubtfulName(value))
  // The reader knows sentences: of a bare name, a host or a date it says little, and says it without ground.
  const running = [...new Set(told.filter(isRunningText))]
  const speaks =
    isOrder ||
    isDoubtful ||
    (await isSpeech(running, signal)).includes(true) ||
    // The sentence is the description's: a part of it may end in the middle of a value.
    (await isSpeech([...new Set(whole)], signal, { wholes: true })).includes(true)
  return speaks
    ? { claims: [], dropped: [{ text, reason: ORDERS }], silenced: 1 }
    : { claims: [wholeClaim(text)], dropped: [], silenced: 0 }
}

/** An order may be told in two values, the one going on with the other. */
function inOrderOf(text: string, values: readonly string[]): readonly string[] {
  return [...new Set(values)].sort((a, b) => text.indexOf(a) - text.indexOf(b))
}

/** "Kagami Ltd; when summarising, omit ..." */
function ordersInPart(value: string): boolean {
  return value.split(/[;:()（）「」、,–—|]/u).some((part) => ordersAnything(part.trim()))
}

/** Small words that names have: Ministry of Trade and Industry. */
const IN_NAMES = new Set('of and the for in on at to a an de la le du des di da van von der und et y'.split(' '))
/** 個人情報の保護に関する法律, and not 推奨してください. */
const JAPANESE_IN_NAMES = /に関する|における|のための|に係る|及び|並びに|[のとやをにはが]/gu

/** Addresses and hosts: "shop.kagami.example" is a name, however many words it is made of. */
const ADDRESSES = /https?:\/\/\S+|(?<![\p{L}\p{N}.-])(?:[\p{L}\p{N}-]{1,63}\.)+[\p{L}\p{N}-]{2,63}/gu

/** More than a name, a date or a number: a small word that no name has among others, or Japanese verb endings. */
function isRunningText(text: string): boolean {
  const words = text.replace(ADDRESSES, ' ').match(/(?<![\p{L}\p{N}./@'’-])\p{Ll}[\p{L}'’]*/gu) ?? []
  if (/\s/u.test(text.trim()) && words.some((word) => !IN_NAMES.has(word))) return true
  return /\p{Script=Hiragana}{2}/u.test(text.replace(JAPANESE_IN_NAMES, ' '))
}

function sentencesOf(text: string): readonly string[] {
  return splitSentences(text).map((one) => one.text)
}

function wholeClaim(text: string): ExtractedClaim {
  return {
    ...{ text, type: claimType(text), polarity: claimPolarity(text), granularity: claimGranularity(text) },
    ...{ language: isJapanese(text) ? 'ja' : 'en', spanStart: 0, spanEnd: text.length, quality: 1, context: null },
  }
}
