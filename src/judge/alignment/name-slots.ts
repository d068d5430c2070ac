import { isJapanese } from '../rules/words.ts'
import { ENGLISH } from './lexicon-english.ts'
import { JAPANESE } from './lexicon-japanese.ts'

/** A name of a kind that a word beside it tells: Mill Street, Judge Hale, 緑川町, 大野さん. */
export interface NameSlot {
  /** The word that tells the kind. */
  readonly kind: string
  readonly name: string
}

const WORD = /[\p{L}][\p{L}'’-]*/gu
const WEEKDAY = /\b(mon|tues|wednes|thurs|fri|satur|sun)days?\b/giu
const COMPASS = /(?<!\p{Lu}\p{L}+ )\b(north|south|east|west)(?:ern)?\b(?! \p{Lu})/gu
const JAPANESE_COMPASS = /([東西南北]{1,2}(?=[岸側部口端]))/gu
const JAPANESE_WEEKDAY = /([月火水木金土日])曜/gu
const RUN = /[\p{Script=Han}\p{Script=Katakana}々ーノヶ]{2,}/gu
const BEFORE_NAME: ReadonlySet<string> = new Set(ENGLISH.titles)
const IN_NAME: ReadonlySet<string> = new Set(ENGLISH.nameEndings)
/** Longest first: 大学 is no 学. */
const ENDINGS = [...JAPANESE.slotEndings].sort((a, b) => b.length - a.length)
const GENERIC =
  /^[同当本各最全両他前後新旧貴弊市町村県国]$|^(?:会社|市内|県内|町内|隣|都道府県|観測|研究|調査|交通|株式)$/u

export function nameSlots(text: string): readonly NameSlot[] {
  return isJapanese(text) ? japaneseSlots(text.normalize('NFKC')) : latinSlots(text)
}

function latinSlots(text: string): readonly NameSlot[] {
  const slots: NameSlot[] = []
  for (const [, side = ''] of text.matchAll(COMPASS)) slots.push({ kind: 'compass', name: side.toLowerCase() })
  for (const [, day = ''] of text.matchAll(WEEKDAY)) slots.push({ kind: 'day of the week', name: day.toLowerCase() })
  const words = [...text.matchAll(WORD)].map((match) => ({ word: match[0].replace(/['’]s$/u, ''), at: match.index }))
  for (const [at, { word, at: place }] of words.entries()) {
    const [kind, next, before] = [word.toLowerCase(), words[at + 1], words[at - 1]]
    const beside = (other: { word: string; at: number } | undefined, from: number, length: number) =>
      other !== undefined && /^\p{Lu}/u.test(other.word) && Math.abs(other.at - from) <= length + 1
    if (BEFORE_NAME.has(kind) && next !== undefined && beside(next, place, word.length)) {
      const last = words[at + 2]
      const full = last !== undefined && beside(last, next.at, next.word.length) ? last : next
      slots.push({ kind, name: full.word.toLowerCase() })
    } else if (IN_NAME.has(kind) && /^\p{Lu}/u.test(word)) {
      if (before !== undefined && beside(before, place, before.word.length))
        slots.push({ kind, name: before.word.toLowerCase() })
      else if (next !== undefined && beside(next, place, word.length))
        slots.push({ kind, name: next.word.toLowerCase() })
    }
  }
  return slots
}

function japaneseSlots(text: string): readonly NameSlot[] {
  const slots: NameSlot[] = []
  for (const [, side = ''] of text.matchAll(JAPANESE_COMPASS)) slots.push({ kind: '方角', name: side })
  for (const [, day = ''] of text.matchAll(JAPANESE_WEEKDAY)) slots.push({ kind: '曜', name: day })
  for (const match of text.matchAll(RUN)) {
    let rest = match[0]
    const behind = text.slice(match.index + rest.length, match.index + rest.length + 3)
    const title = JAPANESE.titles.find((one) => behind.startsWith(one))
    if (title !== undefined && !endsInKind(rest)) slots.push({ kind: title, name: rest })
    for (let cut = cutOf(rest); cut !== null; cut = cutOf(rest)) {
      if (cut.name.length > 1 && !GENERIC.test(cut.name)) slots.push(cut)
      rest = rest.slice(cut.name.length + cut.kind.length)
    }
  }
  return slots
}

const endsInKind = (run: string) => ENDINGS.some((kind) => run.endsWith(kind))

/** The first name with its kind in a run: 青葉 + 県 of 青葉県緑川市中町. */
function cutOf(run: string): NameSlot | null {
  let best: { at: number; kind: string } | null = null
  for (const kind of ENDINGS) {
    const at = run.indexOf(kind, 1)
    if (at >= 1 && (best === null || at < best.at)) best = { at, kind }
  }
  return best === null ? null : { kind: best.kind, name: run.slice(0, best.at) }
}

/**
 * The first name of a kind that the statement has and the near text has not, where that has another name of the kind
 * which the statement does not have.
 */
export function otherInSlot(
  statement: string,
  near: string,
  isMeant: (kind: string) => boolean = () => true,
): readonly [string, string] | null {
  const [mine, theirs] = [nameSlots(statement).filter(({ kind }) => isMeant(kind)), nameSlots(near)]
  const [folded, said] = [near.normalize('NFKC').toLowerCase(), statement.normalize('NFKC').toLowerCase()]
  for (const { kind, name } of mine) {
    if (folded.includes(name)) continue
    const others = theirs.filter((one) => one.kind === kind)
    const instead = others.find((one) => !said.includes(one.name))
    if (instead !== undefined) return [`${name} (${kind})`, instead.name]
  }
  return null
}
