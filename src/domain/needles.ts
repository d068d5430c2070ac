/**
 * Many words that are looked for in texts all at once: a text is read a single time, however many words there are.
 * `compared` counts the pieces that were cut out of texts, for tests of growth.
 */
export class Needles {
  readonly #words: ReadonlySet<string>
  /** By the first two letters: how long the words are that begin so. */
  readonly #lengths = new Map<number, number[]>()
  /** Words of one letter. */
  readonly #letters = new Set<string>()
  /** Whether any word may begin at two letters; asked at every place of a text. */
  readonly #begins = new Uint8Array(65_536)
  compared = 0

  constructor(words: Iterable<string>) {
    this.#words = new Set(words)
    for (const word of this.#words) {
      if (word.length === 1) this.#letters.add(word)
      if (word.length < 2) continue
      const start = startOf(word, 0)
      this.#begins[start % 65_521] = 1
      const lengths = this.#lengths.get(start)
      if (lengths === undefined) this.#lengths.set(start, [word.length])
      else if (!lengths.includes(word.length)) lengths.push(word.length)
    }
  }

  get size(): number {
    return this.#words.size
  }

  /** The words that stand anywhere in the text, also within others. */
  foundIn(text: string): ReadonlySet<string> {
    const found = new Set<string>()
    for (let at = 0; at < text.length - 1; at += 1) {
      const start = startOf(text, at)
      if (this.#begins[start % 65_521] === 0) continue
      for (const length of this.#lengths.get(start) ?? []) {
        const piece = text.slice(at, at + length)
        this.compared += 1
        if (this.#words.has(piece)) found.add(piece)
      }
    }
    for (const letter of this.#letters) if (text.includes(letter)) found.add(letter)
    return found
  }
}

const startOf = (text: string, at: number) => text.charCodeAt(at) * 65_536 + text.charCodeAt(at + 1)
