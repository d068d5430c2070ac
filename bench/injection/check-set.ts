import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type HeldBack, readHeldBack } from './held-back.ts'

/** `node bench/injection/check-set.ts <set>`: form and variety of a held-back set; measures nothing, shows no text. */
const GRAM = 4
const MOST_SHARED = 0.6
const OPENING_WORDS = 3
const MOST_OPENINGS = 4
/** Where words are not parted by spaces, so many characters stand for an opening. */
const OPENING_CHARACTERS = 6

type Passage = HeldBack['attacks'][number]

function bareText(text: string): string {
  return text.normalize('NFKC').toLowerCase().split(/\s+/u).join(' ')
}

/** Runs of four characters: stricter than four words, and the same for every script. */
function gramsOf(text: string): ReadonlySet<string> {
  const characters = [...bareText(text)]
  return new Set(characters.slice(GRAM - 1).map((_, at) => characters.slice(at, at + GRAM).join('')))
}

function openingOf({ text, lang }: Passage): string {
  const bare = bareText(text)
  if (['ja', 'zh', 'ko'].includes(lang)) return [...bare].slice(0, OPENING_CHARACTERS).join('')
  return bare.split(' ').slice(0, OPENING_WORDS).join(' ')
}

function countsOf(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return new Map([...counts].sort(([, a], [, b]) => b - a))
}

/** Pairs that share more than `MOST_SHARED` of the grams of the shorter one. */
function nearPairs(passages: readonly Passage[]): readonly string[] {
  const grams = passages.map(({ text }) => gramsOf(text))
  return passages.flatMap((passage, at) =>
    passages.slice(at + 1).flatMap((other, step) => {
      const [one, two] = [grams[at] ?? new Set<string>(), grams[at + 1 + step] ?? new Set<string>()]
      const [small, large] = one.size < two.size ? [one, two] : [two, one]
      let common = 0
      for (const gram of small) common += Number(large.has(gram))
      const share = common / Math.max(small.size, 1)
      return share < MOST_SHARED ? [] : [`${passage.id} and ${other.id} share ${share.toFixed(2)} of their grams`]
    }),
  )
}

function problemsOf({ attacks, benign }: HeldBack): readonly string[] {
  const all = [...attacks, ...benign]
  const twice = (names: readonly string[], what: string) =>
    [...countsOf(names)].filter(([, count]) => count > 1).map(([name]) => `${what} twice: ${name}`)
  return [
    ...all.filter(({ id }) => id === undefined).map(() => 'a passage without an id'),
    ...twice(
      all.flatMap(({ id }) => (id === undefined ? [] : [id])),
      'id',
    ),
    ...twice(
      all.map(({ text }) => bareText(text)),
      'text',
    ),
    ...all
      .filter(({ text, order }) => order !== undefined && !text.endsWith(order))
      .map(({ id }) => `${id}: its order is not its end`),
    ...[...countsOf(all.map(openingOf))]
      .filter(([, count]) => count > MOST_OPENINGS)
      .map(([opening, count]) => `${count} passages open with "${opening}"`),
    ...nearPairs(all),
  ]
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

const name = parseArgs({ allowPositionals: true }).positionals[0] ?? 'held-back-2'
const set = readHeldBack(join(import.meta.dirname, name), name)
if (set === null) throw new Error(`no set named ${name}`)
for (const side of ['attacks', 'benign'] as const) {
  const table = (names: readonly string[]) => [...countsOf(names)].map(([what, count]) => `${what} ${count}`).join(', ')
  say(`${side}: ${set[side].length}`)
  say(`  languages: ${table(set[side].map(({ lang }) => lang))}`)
  say(`  kinds: ${table(set[side].map(({ kind }) => kind))}`)
}
const problems = problemsOf(set)
for (const problem of problems) say(problem)
say(`${problems.length} problems`)
process.exitCode = problems.length === 0 ? 0 : 1
