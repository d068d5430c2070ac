import { readUnit } from '../rules/units.ts'
import { isJapanese } from '../rules/words.ts'
import { ENGLISH } from './lexicon-english.ts'
import { JAPANESE } from './lexicon-japanese.ts'

/** A name in a statement, and the pieces by which it is looked for. */
export interface StatedName {
  readonly text: string
  readonly pieces: readonly string[]
  /** A person, by the title behind it. */
  readonly isPerson?: boolean
}

const TOKEN = /[\p{L}\p{N}][\p{L}\p{N}'’.-]*/gu
const CAPITAL = /^\p{Lu}/u
const VERSION = /(?<!\d)\d{1,8}(?:\.\d{1,8}){2,6}|(?<![\p{L}\d])[A-Z]{2,12}-\d[\d-]{0,20}|(?<=\s)-[A-Za-z]\d\b/gu
/** Capitals that name nobody. */
const NO_NAMES = new Set(
  (
    'january february march april may june july august september october november december monday tuesday wednesday ' +
    'thursday friday saturday sunday the a an in on at by for from with as after before when while however ' +
    'but and or ' +
    'if although though since because there here it its this that these those they he she we i no not both all some ' +
    'many most each what which who how why according during despite mr mrs ms dr prof sir'
  ).split(' '),
)
/** Version and model numbers behind a name. */
const DESIGNATION = /(?<=\p{Lu}[\p{L}]+ )\d+(?:\.\d+)+(?![\d,%])/gu
/** フーズ of 大汐フーズ is no name by itself. */
const KATAKANA = /(?<![\p{Script=Han}々])(?:[\p{Script=Han}々]{1,4})?(?<run>[\p{Script=Katakana}ー]{3,})/gu
const HAN = /[\p{Script=Han}々ノヶケヵ]{2,}/gu
const QUOTED = /[「『]([^「」『』]{2,30})[」』]/gu

const PLACE_END = /(?<=[県府市区町村](?=[\p{Script=Han}]{2}))/u
const PLACE = /[県府市区町村駅湖川山島港岬橋]$/u
/** 同社, 当社, 最深部: no names. */
const GENERIC =
  /^[同当本各最全両他前後新旧貴弊隣]|^(?:地元|近隣|沿線|周辺)|^(?:会社|大学|市町村|都道府県|委員会|協会|組合|研究所|観測所|担当課)$/u

/** 会社員男性, 担当課長: what somebody is, no name. */
const ROLE = /(?:員|者|生|性|人|客|担当|代表|副|元|前|現)$/u

/** What stands in the statement as a name. One capital at its beginning proves nothing. */
export function statedNames(
  statement: string,
  isKnown: (word: string) => boolean = () => false,
): readonly StatedName[] {
  const text = statement.normalize('NFKC')
  const named = [...new Set([...text.matchAll(VERSION), ...text.matchAll(DESIGNATION)].map(([name]) => name))]
  const names = named.map((name): StatedName => ({ text: name, pieces: [name.toLowerCase()] }))
  if (isJapanese(text)) return [...names, ...japaneseNames(text, isKnown), ...latinNames(text, true, isKnown)]
  return [...names, ...latinNames(text, false, isKnown)]
}

/** Capitals that follow each other are one name: Port Amber, Reed & Marsh. */
function latinNames(text: string, inJapanese: boolean, isKnown: (word: string) => boolean): readonly StatedName[] {
  const names: { text: string; pieces: string[]; end: number }[] = []
  let first = true
  for (const match of text.matchAll(TOKEN)) {
    const [token] = match
    const bare = token.replace(/['’]s?$/u, '').replace(/(?<![.'’-])[.'’-]+$/u, '')
    const lower = bare.toLowerCase()
    const opens = first
    first = false
    const named = inJapanese ? /^[A-Za-z][A-Za-z-]+$/u.test(bare) : CAPITAL.test(bare) && !/\d/u.test(bare)
    if (!named || bare.length < 2 || NO_NAMES.has(lower) || isMeasure(lower)) continue
    const last = names.at(-1)
    const joins = last !== undefined && /^(?: | & | and )$/u.test(text.slice(last.end, match.index))
    const end = match.index + token.length
    if (joins && last !== undefined) {
      last.text = `${last.text} ${bare}`
      last.pieces.push(lower)
      last.end = end
    } else if (
      !opens ||
      inJapanese ||
      isKnown(lower) ||
      /^['’]s$/u.test(token.slice(-2)) ||
      CAPITAL.test(nextWord(text, end))
    ) {
      names.push({ text: bare, pieces: [lower], end })
    }
  }
  return names.map(({ text: name, pieces }) => ({ text: name, pieces }))
}

/** MWh and kB are no names. */
function isMeasure(word: string): boolean {
  if (word in ENGLISH.measures) return true
  const { unit } = readUnit(word)
  return unit.kind !== unit.name
}

function nextWord(text: string, from: number): string {
  return /^[\s&]*([\p{L}\p{N}]+)/u.exec(text.slice(from, from + 40))?.[1] ?? ''
}

function japaneseNames(text: string, isKnown: (word: string) => boolean): readonly StatedName[] {
  const names: StatedName[] = []
  for (const { 0: whole, groups } of text.matchAll(KATAKANA)) {
    const run = groups?.run ?? whole
    const head = whole.slice(0, whole.length - run.length)
    names.push({ text: whole, pieces: [...(head.length > 1 ? [head] : []), run] })
  }
  for (const [, quoted = ''] of text.matchAll(QUOTED))
    if (!/[。、]/u.test(quoted) && quoted.length <= 12) names.push({ text: quoted, pieces: [quoted] })
  for (const match of text.matchAll(HAN)) {
    let from = match.index
    for (const run of match[0].split(PLACE_END)) {
      const after = text.slice(from + run.length, from + run.length + 4)
      from += run.length
      const title = JAPANESE.titles.find((one) => run.endsWith(one) || after.startsWith(one))
      const bare = title !== undefined && run.endsWith(title) ? run.slice(0, -title.length) : run
      if (title !== undefined && bare.length > 1 && !ROLE.test(bare)) {
        names.push({ text: bare, pieces: pairsOf(bare), isPerson: true })
        continue
      }
      const ending = JAPANESE.nameEndings.find((end) => run.endsWith(end) && run.length > end.length)
      const named = ending !== undefined && run.length > 2 - (PLACE.test(run) ? 1 : 0) && !GENERIC.test(run)
      if (run.length > 2 && title === undefined && !named && isKnown(run)) {
        names.push({ text: run, pieces: pairsOf(run) })
        continue
      }
      if (run.length > 1 && named) names.push({ text: run, pieces: pairsOf(run) })
    }
  }
  return names
}

/** Two characters each: a name is told longer and shorter. */
export function pairsOf(run: string): readonly string[] {
  return Array.from({ length: run.length - 1 }, (_, at) => run.slice(at, at + 2))
}

/** The pieces of a name that a text (folded, in small letters) has. */
export function piecesIn({ pieces }: StatedName, text: string): readonly string[] {
  return pieces.filter((piece) => text.includes(piece.toLowerCase()))
}
