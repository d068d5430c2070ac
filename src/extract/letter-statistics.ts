import { readFile } from 'node:fs/promises'

export interface LetterStatistics {
  detect(text: string): { readonly language: string; isReliable(): boolean }
}

/** Score by number of the language. */
type Row = Record<number, number>

interface Table {
  readonly type: string
  readonly languages: Readonly<Record<number, string>>
  readonly ngrams: Readonly<Record<string, Row>>
}

/** What eld makes its detectors of, beside the entry that loads everything. */
interface DetectorMaker {
  createEld(): { readonly instance: LetterStatistics; loadData(table: Table): void }
}

/**
 * eld's small statistics. Its data file, evaluated as the module it is, takes 130 MB and a third of a second; read as
 * text, with rows made for those groups of letters alone that somebody asks for, a fifth of that. A file of another
 * form than the one known here is loaded as its makers meant it.
 */
export function letterStatistics(): Promise<LetterStatistics> {
  loaded ??= load()
  return loaded
}

/** As with any module: read once, by whoever asks first. */
let loaded: Promise<LetterStatistics> | null = null

async function load(): Promise<LetterStatistics> {
  const entry = import.meta.resolve('eld/small')
  const table = await readFile(new URL('../ngrams/small.js', entry), 'utf8').then(readTable, () => null)
  if (table !== null) {
    const maker: Partial<DetectorMaker> | null = await import(`${new URL('../languageDetector.js', entry)}`).catch(
      () => null,
    )
    if (typeof maker?.createEld === 'function') {
      const { instance, loadData } = maker.createEld()
      loadData(table)
      return instance
    }
  }
  return (await import('eld/small')).eld
}

const HEAD = /ngramsData\s?=\s?\{type:'(\w{1,20})',languages:\{([\w:',]{1,4000})\},isSubset:false,ngrams:\{/
const END = /^\};?\s{0,4}$/

/** The table of the module's source; null where it is written in another way. */
export function readTable(source: string): Table | null {
  const head = HEAD.exec(source)
  if (head === null) return null
  const [{ length }, type = '', languages = ''] = head
  const scores = readGroups(source, head.index + length)
  return scores === null ? null : { type, languages: readLanguages(languages), ngrams: rowsOf(scores) }
}

/** By group of letters its scores as they are written: `'abcd':{3:120,17:99},...` up to the end of the source. */
function readGroups(source: string, from: number): Map<string, string> | null {
  const scores = new Map<string, string>()
  const shared = new Map<string, string>()
  for (let at = from; ; at += 1) {
    const quote = source.charAt(at)
    const isQuoted = quote === "'" || quote === '"'
    const end = isQuoted ? closingQuote(source, quote, at + 1) : source.indexOf(':', at)
    const open = isQuoted ? end + 1 : end
    if (end < 0 || !source.startsWith(':{', open)) return null
    const group = isQuoted ? source.slice(at + 1, end).replaceAll(/\\(['"\\])/g, '$1') : source.slice(at, end)
    const close = source.indexOf('}', open)
    const written = source.slice(open + 2, close)
    const known = shared.get(written)
    if (known === undefined) shared.set(written, written)
    scores.set(group, known ?? written)
    at = close + 1
    if (source.charCodeAt(at) !== COMMA) return END.test(source.slice(at + 1, at + 20)) ? scores : null
  }
}

const COMMA = 44

function closingQuote(source: string, quote: string, from: number): number {
  let at = source.indexOf(quote, from)
  while (at > 0 && isEscaped(source, at)) at = source.indexOf(quote, at + 1)
  return at
}

function isEscaped(source: string, at: number): boolean {
  let before = at
  while (source.charAt(before - 1) === '\\') before -= 1
  return (at - before) % 2 === 1
}

/** Few rows are ever asked for: each is made by the first who does. */
function rowsOf(scores: ReadonlyMap<string, string>): Table['ngrams'] {
  const rows = new Map<string, Row>()
  const rowOf = (group: string): Row | undefined => {
    const written = scores.get(group)
    if (written === undefined) return undefined
    const row = rows.get(written) ?? readRow(written)
    rows.set(written, row)
    return row
  }
  return new Proxy<Record<string, Row>>(
    {},
    { get: (_, group) => (typeof group === 'string' ? rowOf(group) : undefined) },
  )
}

function readRow(scores: string): Row {
  const row: Row = {}
  for (const pair of scores.split(',')) {
    const [language, score] = pair.split(':')
    row[Number(language)] = Number(score)
  }
  return row
}

function readLanguages(list: string): Record<number, string> {
  const languages: Record<number, string> = {}
  for (const [, number, name = ''] of list.matchAll(/(\d{1,3}):'(\w{1,8})'/g)) languages[Number(number)] = name
  return languages
}
