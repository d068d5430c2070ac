import type { RecognisedName } from '../../domain/entity.ts'
import { BREAKS, ORGANISATION_TAILS, PLACE_TAILS } from './japanese-cues.ts'
import { nounRuns } from './japanese-names.ts'
import type { TaggedWord } from './japanese-words.ts'

interface Candidate {
  readonly start: number
  readonly end: number
  readonly features: readonly string[]
}

type Words = readonly TaggedWord[]

/** In longer runs only the names of the rules are looked at. */
const LONGEST_RUN = 8
const QUOTED = /[「『]([^「」『』。\n]{2,24})[」』]/gu

/** Names of the rules, stretches of nouns, and what stands in quotation marks. */
export function japaneseCandidates(text: string, words: Words, found: readonly RecognisedName[]): readonly Candidate[] {
  if (words.length === 0) return []
  const candidate = (start: number, end: number): Candidate => ({
    start,
    end,
    features: featuresOf(text, words, start, end),
  })
  const ofRules = found.flatMap(({ start, end }) => (isJapanese(text.slice(start, end)) ? [candidate(start, end)] : []))
  const ofRuns = nounRuns(text, words)
    .flatMap(({ run }) => stretches(run))
    .filter(({ start, end }) => isJapanese(text.slice(start, end)))
    .map(({ start, end }) => candidate(start, end))
  const quoted = [...text.matchAll(QUOTED)].map(({ index, 1: inside = '' }) =>
    candidate(index + 1, index + 1 + inside.length),
  )
  return [...ofRules, ...ofRuns, ...quoted]
}

function isJapanese(text: string): boolean {
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)
}

/** Parts of a run that hold a name or an unknown word and end where names end; the whole run in any case. */
function stretches(run: Words): readonly { readonly start: number; readonly end: number }[] {
  if (run.length > LONGEST_RUN) return []
  const parts: { start: number; end: number }[] = []
  for (const [from, first] of run.entries())
    for (const [step, last] of run.slice(from).entries()) {
      const own = run.slice(from, from + step + 1)
      if (!mayBegin(first) || !mayEnd(last)) continue
      const isWhole = from === 0 && step === run.length - 1
      if (!isWhole && !own.some(isNameLike)) continue
      parts.push({ start: first.start, end: last.end })
    }
  return parts
}

function isNameLike({ detail, isUnknown, text }: TaggedWord): boolean {
  return (detail === '固有名詞' || isUnknown || /^[\p{Script=Katakana}ー]{3,}$/u.test(text)) && text.length > 1
}

function mayBegin({ detail, pos, text }: TaggedWord): boolean {
  return pos !== '記号' && detail !== '接尾' && detail !== '数' && !BREAKS.has(text)
}

function mayEnd({ pos, text }: TaggedWord): boolean {
  return pos !== '記号' && !BREAKS.has(text)
}

function featuresOf(text: string, words: Words, start: number, end: number): readonly string[] {
  const own = words.filter((word) => word.start < end && start < word.end)
  const [first, last] = [own[0], own.at(-1)]
  const at = words.findIndex((word) => word.end > start)
  const [before, after] = [words[at - 1], words.find((word) => word.start >= end)]
  const name = text.slice(start, end)
  const flags: readonly (readonly [string, boolean])[] = [
    ['katakana', /^[\p{Script=Katakana}ー・]+$/u.test(name)],
    ['kanji', /^[\p{Script=Han}々ヶケ]+$/u.test(name)],
    ['latin', /\p{Script=Latin}/u.test(name)],
    ['digit', /\p{N}/u.test(name)],
    ['unknown', own.some(({ isUnknown }) => isUnknown)],
    ['proper', own.some(({ detail }) => detail === '固有名詞')],
    ['quoted', /[「『]/u.test(text[start - 1] ?? '')],
    ['org-tail', last !== undefined && ORGANISATION_TAILS.has(last.text)],
    ['place-tail', last !== undefined && PLACE_TAILS.has(last.text)],
    ['part-before', before?.pos === '名詞' && before.end === start],
    ['part-after', after?.pos === '名詞' && after.start === end],
    ['cut', (first?.start ?? start) < start || (last?.end ?? end) > end],
  ]
  return [
    `words=${Math.min(own.length, 4)}`,
    `long=${Math.min(name.length, 8)}`,
    ...(first === undefined ? [] : [`first=${tagOf(first)}`]),
    ...(last === undefined ? [] : [`last=${tagOf(last)}`]),
    ...(after === undefined || after.pos === '名詞'
      ? []
      : [`after=${PARTICLES.test(after.text) ? after.text : after.pos}`]),
    ...flags.flatMap(([flag, has]) => (has ? [flag] : [])),
  ].map((feature) => `ja:${feature}`)
}

const PARTICLES = /^(?:は|が|を|に|で|と|も|の|から|へ|や|、|。|」)$/u

function tagOf({ detail, group, part, isUnknown }: TaggedWord): string {
  if (isUnknown) return 'unknown'
  if (detail !== '固有名詞') return detail
  return group === '人名' ? `人名${part}` : group
}
