import type { Steps } from '../../../domain/in-turns.ts'
import { type Heading, headingOf, isListTitle, type ListLine, readLine } from './list-line.ts'
import { hasSign } from './reference-signs.ts'
import { joinLines, readingLines } from './wrapped-lines.ts'

/** What stands between two marks, blank lines or headings of a list. */
export type ListPart =
  | { readonly kind: 'entry'; readonly key: string | null; readonly text: string; readonly notes: readonly string[] }
  | { readonly kind: 'heading' | 'code'; readonly text: string }

interface OpenEntry {
  readonly indent: number
  readonly mark: ListLine['mark']
  readonly key: string | null
  readonly lines: string[]
  /** Lines with a mark of their own under it. */
  readonly notes: string[][]
}

const FENCE = /^\s{0,3}(?:```|~~~)/u
const RULE = /^\s{0,3}(?:[-*_=—]\s?){3,200}$/u
const COLUMNS = /^\s{0,3}\|?\s?:?-{3,100}:?\s?(?:\||$)/u

export class ListSplitter {
  readonly #parts: ListPart[] = []
  #open: OpenEntry | null = null
  /** Lines that follow each other without a mark, each with those that are indented under it. */
  #loose: { readonly indent: number; readonly lines: string[] }[] = []
  #isBlank = true;

  *read(lines: readonly string[]): Steps<readonly ListPart[]> {
    let code: string[] | null = null
    for (const line of lines) {
      yield
      if (FENCE.test(line)) {
        yield* this.#close()
        if (code !== null && code.length > 0) this.#parts.push({ kind: 'code', text: code.join(' ') })
        code = code === null ? [] : null
      } else if (code === null) yield* this.#add(line)
      else code.push(line.trim())
    }
    yield* this.#close()
    return this.#parts
  }

  *#add(line: string): Steps<void> {
    const heading = headingOf(line)
    if (line.trim() === '') {
      this.#isBlank = true
      yield* this.#closeLoose()
    } else if (heading !== null) yield* this.#addHeading(heading)
    else if (RULE.test(line) || COLUMNS.test(line)) yield* this.#addRule(line.includes('|'))
    else yield* this.#addText(line.trimStart().startsWith('|') ? cells(line) : readLine(line))
    if (line.trim() !== '') this.#isBlank = false
  }

  *#addHeading({ text }: Heading): Steps<void> {
    yield* this.#close()
    if (!isListTitle(text)) this.#parts.push({ kind: 'heading', text })
  }

  /** A line of dashes makes the one above it a heading, of the text or of a table. */
  *#addRule(isTable: boolean): Steps<void> {
    const [above, ...more] = isTable ? (this.#open?.lines ?? []) : this.#loose.flatMap(({ lines }) => lines)
    if (above === undefined || more.length > 0 || this.#isBlank || hasSign(above)) return yield* this.#close()
    this.#loose = []
    this.#open = null
    yield* this.#addHeading({ level: 1, text: above })
  }

  *#addText(line: ListLine): Steps<void> {
    const open = this.#open
    const isUnder = open !== null && line.indent > open.indent + 1
    if (line.mark === 'bullet' || line.mark === 'bracket' || this.#isNumbered(line)) {
      if (isUnder) open.notes.push([line.text])
      else {
        yield* this.#close()
        this.#open = { indent: line.indent, mark: line.mark, key: line.key, lines: [line.text], notes: [] }
      }
      return
    }
    const text = line.mark === 'number' ? line.whole : line.text
    if (open !== null && (isUnder || !this.#isBlank)) (open.notes.at(-1) ?? open.lines).push(text)
    else {
      if (open !== null) yield* this.#close()
      const [first] = this.#loose
      if (first !== undefined && line.indent > first.indent) this.#loose.at(-1)?.lines.push(text)
      else this.#loose.push({ indent: line.indent, lines: [text] })
    }
  }

  /** A figure at the start of a line is the number of an entry where it is the next, or nothing stands before it. */
  #isNumbered({ mark, key, indent }: ListLine): boolean {
    if (mark !== 'number') return false
    const last = this.#lastNumber()
    if (last !== null) return Number(key) === last + 1 || (last === 1 && key === '1')
    return (this.#isBlank || this.#open !== null) && this.#loose.length === 0 && indent < 8
  }

  #lastNumber(): number | null {
    if (this.#open !== null) return this.#open.mark === 'number' ? Number(this.#open.key) : null
    const last = this.#parts.findLast(({ kind }) => kind === 'entry')
    return last?.kind === 'entry' && /^\d{1,3}$/u.test(last.key ?? '') ? Number(last.key) : null
  }

  *#close(): Steps<void> {
    yield* this.#closeLoose()
    const open = this.#open
    this.#open = null
    if (open === null) return
    const notes = open.notes.map(joinLines)
    this.#parts.push({ kind: 'entry', key: open.key, text: joinLines(open.lines), notes })
  }

  *#closeLoose(): Steps<void> {
    const loose = this.#loose
    this.#loose = []
    if (loose.length === 0) return
    for (const text of yield* readingLines(loose.map(({ lines }) => joinLines(lines))))
      this.#parts.push({ kind: 'entry', key: null, text, notes: [] })
  }
}

/** A row of a table is read as one entry. */
function cells(line: string): ListLine {
  const text = line
    .split('|')
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '')
    .join('. ')
  return { indent: 0, mark: 'bullet', key: null, text, whole: text }
}
