import { multilineRegExp } from '../../domain/multiline-regexp.ts'

/** Capital letters inside a sentence, and version numbers: "the Shoreline Fund", "4.0.1". */
const LATIN_NAME = /(?<![\p{L}\p{N}]|[.!?:;|›"“(]\s?|^)\p{Lu}[\p{L}\p{N}'’-]+/gu
const VERSION = /(?<![\d.,])\d+(?:\.\d+){2,}(?![\d.,])/gu
const KATAKANA_NAME = /[\p{Script=Katakana}ー]{3,}/gu
/** A place or an organisation by the last letter of its name, as Japanese writes them. */
const PLACE = multilineRegExp('gu')`
  [\p{Script=Han}\p{Script=Katakana}ー]{1,8}?
  (?<kind>都|府|県|市|区|町|村|郡|島|湖|川|山|港|駅|線|橋|大学|高校|空港|病院|電鉄)(?!\p{Script=Han})`

/** What a sentence names, in small letters; the word that begins it may be any. */
export function namesIn(text: string): ReadonlySet<string> {
  const normal = text.normalize('NFKC')
  const found = [LATIN_NAME, VERSION, KATAKANA_NAME].flatMap((pattern) => normal.match(pattern) ?? [])
  return new Set([...found.map(folded), ...placesIn(text).map(({ name }) => name)])
}

export interface Place {
  readonly name: string
  readonly kind: string
}

export function placesIn(text: string): readonly Place[] {
  return [...text.normalize('NFKC').matchAll(PLACE)].map((match) => ({
    name: match[0],
    kind: match.groups?.kind ?? '',
  }))
}

/** Both name a place of one kind, and not one of them is the same: 常盤湖 and 水鏡湖. */
export function placesDiffer(first: readonly Place[], second: readonly Place[]): boolean {
  return first.some(({ kind }) => {
    const [own, other] = [first, second].map((list) => list.filter((place) => place.kind === kind))
    return other?.length !== 0 && !own?.some(({ name }) => other?.some((place) => place.name === name))
  })
}

/** Words among which a name is looked for: whole ones of Latin letters and digits; Japanese has no spaces. */
export interface NamedWords {
  readonly latin: ReadonlySet<string>
  readonly text: string
}

export function wordsToName(text: string): NamedWords {
  const normal = text.normalize('NFKC')
  const latin = normal.match(/[\p{Script=Latin}\d][\p{Script=Latin}\d'’.-]*/gu) ?? []
  return { latin: new Set(latin.map((word) => folded(word).replace(/(?<!\.)\.+$/, ''))), text: normal.toLowerCase() }
}

export function isNamed(name: string, { latin, text }: NamedWords): boolean {
  return /^[\p{Script=Latin}\d]/u.test(name) ? latin.has(name) : text.includes(name)
}

function folded(name: string): string {
  return name.toLowerCase().replace(/['’]s?$/u, '')
}
