const TOKEN =
  /[\p{Script=Latin}\p{N}][\p{L}\p{N}'’.,-]*|[\p{Script=Han}々]+|[\p{Script=Katakana}ー]+|[\p{Script=Hiragana}]+/gu

export interface PlacedToken {
  readonly word: string
  readonly at: number
}

function tokensOf(text: string): readonly PlacedToken[] {
  return [...text.matchAll(TOKEN)].map((match) => ({
    ...{ word: match[0].replace(/['’]s$|(?<![.,'’-])[.,'’-]+$/gu, ''), at: match.index },
  }))
}

/** Longer texts are not laid side by side: their table would grow with the square. */
const MOST_TOKENS = 120

export type Run = readonly PlacedToken[]

/** What two texts have in the same order, and what lies between. */
export interface LaidWords {
  readonly mine: Run
  readonly theirs: Run
  /** Places of the words that both have. */
  readonly shared: readonly (readonly [number, number])[]
}

const inSmallLetters = (word: string) => word.toLowerCase()

/** Two texts word by word: the most words that both have in the same order; null for long ones. */
export function layWords(one: string, other: string, keyOf = inSmallLetters): LaidWords | null {
  const [mine, theirs] = [tokensOf(one), tokensOf(other)]
  if (mine.length > MOST_TOKENS || theirs.length > MOST_TOKENS) return null
  const [a, b] = [mine, theirs].map((tokens) => tokens.map(({ word }) => keyOf(word))) as [string[], string[]]
  const table = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1))
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      (table[i] as Uint16Array)[j] =
        a[i] === b[j] ? (table[i + 1]?.[j + 1] ?? 0) + 1 : Math.max(table[i + 1]?.[j] ?? 0, table[i]?.[j + 1] ?? 0)
  const shared: [number, number][] = []
  let [i, j] = [0, 0]
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) {
      shared.push([i, j])
      i += 1
      j += 1
    } else if ((table[i + 1]?.[j] ?? 0) >= (table[i]?.[j + 1] ?? 0)) i += 1
    else j += 1
  }
  return { mine, theirs, shared }
}

/** The runs between words that both have, before the first and behind the last; either side may be empty. */
export function runsBetween({ mine, theirs, shared }: LaidWords): readonly (readonly [Run, Run])[] {
  const places = [...shared, [mine.length, theirs.length] as const]
  return places.map(([i, j], at) => {
    const [fromA, fromB] = at === 0 ? [-1, -1] : (places[at - 1] ?? [-1, -1])
    return [mine.slice(fromA + 1, i), theirs.slice(fromB + 1, j)] as const
  })
}

/** Runs of words between those that both texts have in the same order, where both have some. */
export function differingRuns(one: string, other: string): readonly (readonly [Run, Run])[] {
  const laid = layWords(one, other)
  return laid === null ? [] : runsBetween(laid).filter(([mine, theirs]) => mine.length > 0 && theirs.length > 0)
}
