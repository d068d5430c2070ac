import { createLruCache } from '../../domain/lru-cache.ts'

const NAME = String.raw`(?<name>\p{Lu}[\p{L}\p{N}&'’-]{1,30}(?: \p{Lu}[\p{L}\p{N}&'’-]{1,30}){0,3})`
const SAYS = '(?:says|said|claims|claimed|announced|announces|reports|reported|estimates|estimated|stated|states)'
/** "According to Anvilworks", "Anvilworks says", "霧沢電鉄によると". */
const SPOKEN: readonly RegExp[] = [
  new RegExp(String.raw`\b[Aa]ccording to (?:the )?${NAME}`, 'gu'),
  new RegExp(String.raw`${NAME} ${SAYS}\b`, 'gu'),
  /(?<name>[\p{Script=Han}\p{Script=Katakana}ー]{2,12})に(?:よると|よれば)/gu,
]

/** The same sentences are weighed again with every change of a finding, and asked about for every entry of a review. */
const SENTENCES_CACHED = 5000
const known = createLruCache<readonly string[]>(SENTENCES_CACHED)

/** Whom a sentence names as the one who says it, in small letters. */
export function speakersIn(sentence: string): readonly string[] {
  const before = known.get(sentence)
  if (before !== undefined) return before
  const speakers = readSpeakers(sentence)
  known.set(sentence, speakers)
  return speakers
}

function readSpeakers(sentence: string): readonly string[] {
  const text = sentence.normalize('NFKC')
  const found = SPOKEN.flatMap((pattern) => [...text.matchAll(pattern)].flatMap((match) => match.groups?.name ?? []))
  return [...new Set(found.map((name) => name.toLowerCase().replace(/['’]s$/u, '')))]
}
