import type { ReferenceFormat } from '../../src/report/bibliography/parse-references.ts'

/** Drafts and reference lists that are made to be slow to read; a person may hand in either. */
export interface HostileList {
  readonly format: ReferenceFormat
  readonly list: (bytes: number) => string
}

/** A name of its own for each number, in letters: names have no digits. */
function nameOf(at: number): string {
  const digits = at.toString(26).replace(/./gu, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 26)))
  return `Author${digits}`
}

const yearOf = (at: number) => 2001 + (at % 20)
const cited = (at: number) => `(${nameOf(at)}, ${yearOf(at)})`
const listed = (at: number) => `${nameOf(at)}, X. (${yearOf(at)}). A report on the trams of ${nameOf(at)}.\n`

/** Cites every one of `sources` authors twice, by name and year, and lists them all. */
export function manyMarks(sources: number): string {
  const numbers = Array.from({ length: sources }, (_, at) => at)
  const prose = numbers.map((at) => `It carried trams ${cited(at)}. `).join('')
  return `${prose}\n\n${prose}\n\n## References\n\n${numbers.map(listed).join('')}`
}

export const HOSTILE_DRAFTS: Readonly<Record<string, (bytes: number) => string>> = {
  marks_in_sentences: (bytes) => manyMarks(Math.ceil(bytes / 160)),
  marks_without_sentences: (bytes) =>
    `It carried trams ${counted(cited, bytes / 2)}.\n\n## References\n\n${counted(listed, bytes / 2)}`,
  marks_of_one_name: (bytes) => filled('It carried trams (Nagy, 2020). ', bytes),
  marks_that_nobody_lists: (bytes) => counted((at) => `trams ${cited(at)} `, bytes),
  lines_of_one_paragraph: (bytes) => filled('the tram came\n', bytes),
  lines_of_one_entry: (bytes) => `References\n\nNagy, P. (2020). A bridge.\n${filled('  and so on\n', bytes)}`,
  parts_with_marks: (bytes) => filled('the tram came late again [1], ', bytes),
  brackets: (bytes) => filled('[(（', bytes),
}

export const HOSTILE_LISTS: Readonly<Record<string, HostileList>> = {
  text_entries: { format: 'text', list: (bytes) => `References\n\n${counted(listed, bytes)}` },
  text_one_entry: {
    format: 'text',
    list: (bytes) => `References\n\nNagy, P. (2020). A bridge.\n${filled('  and so on (2020) doi:10.1/a\n', bytes)}`,
  },
  text_one_line: { format: 'text', list: (bytes) => filled('Nagy, P. (2020) ', bytes) },
  bibtex_entries: {
    format: 'bibtex',
    list: (bytes) => counted((at) => `@article{k${at}, title = {A bridge}, author = {${nameOf(at)}}}\n`, bytes),
  },
  bibtex_open_quotes: {
    format: 'bibtex',
    list: (bytes) => filled(`@article{a, title = "${filled('a,', 99_000)}}`, bytes),
  },
  bibtex_open_braces: { format: 'bibtex', list: (bytes) => filled('@a{', bytes) },
  ris_entries: { format: 'ris', list: (bytes) => filled('TY  - JOUR\nTI  - A bridge\nER  - \n', bytes) },
  ris_one_field: { format: 'ris', list: (bytes) => `TY  - JOUR\nTI  - A bridge\n${filled('and so on\n', bytes)}` },
  csl_entries: {
    format: 'csl',
    list: (bytes) =>
      `[${Array(Math.ceil(bytes / 22))
        .fill('{"title":"A bridge"}')
        .join(',')}]`,
  },
}

function filled(piece: string, length: number): string {
  return piece.repeat(Math.ceil(length / piece.length)).slice(0, length)
}

function counted(piece: (at: number) => string, length: number): string {
  const pieces: string[] = []
  for (let [at, all] = [0, 0]; all < length; at += 1) {
    const one = piece(at)
    pieces.push(one)
    all += one.length
  }
  return pieces.join('')
}
