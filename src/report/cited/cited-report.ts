/** What a written report cites, in whichever format it was written. */
export interface CitedReport {
  /** Numbers that stand anywhere in it, each once. */
  readonly used: readonly number[]
  /** The passages of its list of sources, by their number. */
  readonly listed: ReadonlyMap<number, CitedPassage>
}

export interface CitedPassage {
  readonly url: string
  readonly excerpt: string
  readonly fragmentId: string
  readonly file: string
  readonly recordId: string
}

export function inOrder(numbers: Iterable<number>): readonly number[] {
  return [...new Set(numbers)].sort((a, b) => a - b)
}

/** An entry as `citationEntries` writes it: title and address, the words, the place. */
export interface ListedEntry {
  readonly url: string
  /** In its quotation marks, or without. */
  readonly quoted: string
  /** What is set as code in the line of the place. */
  readonly codes: readonly string[]
}

/** The first and the last two codes; words around them are those of the language. Null where it is no such entry. */
export function passageOf({ url, quoted, codes }: ListedEntry): CitedPassage | null {
  const [fragmentId = '', file = '', recordId = ''] = [codes[0], codes.at(-2), codes.at(-1)]
  if (codes.length < 3 || !/^frag_[0-9a-f]+$/u.test(fragmentId)) return null
  return { url, excerpt: quoted.replace(/^[“"「]|[”"」]$/gu, ''), fragmentId, file, recordId }
}

/** The address of a source is a link, or the name of a copy of a file, which leads nowhere. */
export function addressIn(link: string | null, head: string): string {
  return link ?? /file-copy:\S+/u.exec(head)?.[0] ?? ''
}
