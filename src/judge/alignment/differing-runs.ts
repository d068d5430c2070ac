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

type Run = readonly PlacedToken[]

/** Runs of words between those that both texts have in the same order, where both have some. */
export function differingRuns(one: string, other: string): readonly (readonly [Run, Run])[] {
  const [a, b] = [tokensOf(one), tokensOf(other)]
  if (a.length > MOST_TOKENS || b.length > MOST_TOKENS) return []
  const [mine, theirs] = [a, b].map((tokens) => tokens.map(({ word }) => word.toLowerCase())) as [string[], string[]]
  const same = (i: number, j: number) => mine[i] === theirs[j]
  const table = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1))
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      (table[i] as Uint16Array)[j] = same(i, j)
        ? (table[i + 1]?.[j + 1] ?? 0) + 1
        : Math.max(table[i + 1]?.[j] ?? 0, table[i]?.[j + 1] ?? 0)
  const runs: [Run, Run][] = []
  let [i, j, fromA, fromB] = [0, 0, 0, 0]
  const close = () => {
    if (i > fromA && j > fromB) runs.push([a.slice(fromA, i), b.slice(fromB, j)])
  }
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && same(i, j)) {
      close()
      i += 1
      j += 1
      ;[fromA, fromB] = [i, j]
    } else if (j >= b.length || (i < a.length && (table[i + 1]?.[j] ?? 0) >= (table[i]?.[j + 1] ?? 0))) i += 1
    else j += 1
  }
  close()
  return runs
}
