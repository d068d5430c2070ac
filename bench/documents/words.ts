import { createHash } from 'node:crypto'

/** A word as a number: 31 bits of its hash, and whether it is a figure in the lowest bit. */
export type WordHash = number

const WORD = /[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]|\p{N}+(?:[.,:/'’-]\p{N}+)*|[\p{L}\p{M}]+/gu

/** Words, figures as they are written, and single characters of scripts without spaces. */
export function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKC').replace(/\u00ad|[\u200b-\u200d]|\u2060|[\ufe0e\ufe0f]|\ufeff/g, '')
  return sameDates(plain).toLowerCase().match(WORD) ?? []
}

/** The short date of a sheet is the one of the machine's country: 12/31/2013 and 2013-12-31 are one figure. */
function sameDates(text: string): string {
  return text.replace(/\b(\d{1,2})\/(\d{1,2})\/(\d{4})\b/g, (_, month: string, day: string, year: string) => {
    return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  })
}

export function hashOf(word: string): WordHash {
  const hash = createHash('sha256').update(word).digest().readUInt32LE(0)
  return ((hash & 0xffff_fffe) | (/^\p{N}/u.test(word) ? 1 : 0)) >>> 0
}

export function isFigure(word: WordHash): boolean {
  return (word & 1) === 1
}

export function hashesOf(text: string): WordHash[] {
  const known = new Map<string, WordHash>()
  return wordsOf(text).map((word) => {
    const hash = known.get(word) ?? hashOf(word)
    known.set(word, hash)
    return hash
  })
}
