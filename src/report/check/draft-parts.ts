import type { Steps } from '../../domain/in-turns.ts'
import { multilineRegExp } from '../../domain/multiline-regexp.ts'
import { type CitationMark, citationMarks, readingMarks } from './citation-marks.ts'
import { type DraftBlock, OpenBlock } from './draft-block.ts'

/** One entry of a draft's list of sources or notes. */
export interface ReferenceEntry {
  /** Its number, the name of its note, or null where it has none. */
  readonly key: string | null
  readonly text: string
  readonly line: number
  readonly marks: readonly CitationMark[]
}

export interface DraftParts {
  readonly blocks: readonly DraftBlock[]
  readonly references: readonly ReferenceEntry[]
}

const HEADING = /^\s{0,3}#{1,6}\s+(?!\s)(.*)$/u
const LIST_TITLE = multilineRegExp('iu')`
  ^(?:\d+[.)]\s*)?(?:references?|bibliography|works cited|sources?(?: cited)?|literature|notes|footnotes
    |参考文献|引用文献|文献|出典|参照|注|脚注|参考資料)(?:\s*[:：])?$`
const DEFINITION = /^\s{0,3}\[\^?([^\]\s]{1,60})\]:\s*(\S.*)$/u
const NUMBERED = multilineRegExp('u')`
  ^\s{0,3}(?:[-*]\s+)?(?:\[(\d{1,4})\]|［(\d{1,4})］|【(\d{1,4})】|〔(\d{1,4})〕|注\s?(\d{1,3})[)）.:：]?
    |\((\d{1,4})\)|(\d{1,4})[.)．）](?=\s))\s*(\S.*)$`
const FENCE = /^\s{0,3}(?:```|~~~)/u
const ITEM = /^\s*(?:[-*+•・]|\d{1,3}[.)])\s+/u

/** An entry whose lines are not all read yet. */
interface OpenEntry {
  readonly key: string | null
  readonly line: number
  readonly lines: string[]
}

/** Prose and list of sources of a Markdown or plain draft; code, headings and front matter are neither. */
export function* readingParts(draft: string): Steps<DraftParts> {
  const lines = draft.replace(/\r\n?/gu, '\n').split('\n')
  const blocks: DraftBlock[] = []
  const entries: OpenEntry[] = []
  let open: OpenBlock | null = null
  let inCode = false
  let inList = false
  let inFront = lines[0] === '---'
  const close = () => {
    const block = open?.closed()
    if (block !== undefined && block.text.trim() !== '') blocks.push(block)
    open = null
  }
  for (const [at, line] of lines.entries()) {
    yield
    if (inFront) {
      if (at > 0 && /^(?:---|\.\.\.)$/u.test(line)) inFront = false
      continue
    }
    if (FENCE.test(line)) {
      close()
      inCode = !inCode
      continue
    }
    if (inCode) continue
    const heading = HEADING.exec(line)?.[1] ?? (LIST_TITLE.test(line.trim()) ? line : undefined)
    if (heading !== undefined) {
      close()
      inList = LIST_TITLE.test(heading.replace(/[*_#]/gu, '').trim())
      continue
    }
    const entry = entryOf(line, at + 1, inList)
    const last = entries.at(-1)
    if (entry !== null) {
      close()
      entries.push(entry)
    } else if (line.trim() === '') close()
    // An indented line goes on with the entry above it.
    else if (inList && last !== undefined && /^\s{2,}\S/u.test(line)) last.lines.push(line.trim())
    else if (ITEM.test(line) || line.trimStart().startsWith('|')) {
      close()
      open = new OpenBlock(plain(line.replace(ITEM, '')), at + 1)
    } else open = withLine(open, plain(line.replace(/^\s*>+\s?/u, '')), at + 1)
  }
  close()
  const references: ReferenceEntry[] = []
  for (const { key, line, lines: own } of entries) {
    const text = own.join(' ').trim()
    const marks = yield* readingMarks(text)
    references.push({ key, text, line, marks: marks.map(({ mark }) => mark) })
    yield
  }
  return { blocks, references }
}

function withLine(open: OpenBlock | null, line: string, number: number): OpenBlock {
  if (open === null) return new OpenBlock(line, number)
  open.add(line)
  return open
}

/** Emphasis of Markdown says nothing; an escape stands for what follows it. */
function plain(text: string): string {
  return text
    .replace(/(\*\*|__|~~)(?=\S)/gu, '')
    .replace(/(?<=\S)(\*\*|__|~~)/gu, '')
    .replace(/\\([\\`*_[\]<>|#~])/gu, '$1')
}

function entryOf(line: string, number: number, inList: boolean): OpenEntry | null {
  const entry = (key: string | null, text: string) => ({ key, line: number, lines: [text.trim()] })
  const defined = DEFINITION.exec(line)
  if (defined !== null) return entry(defined[1] ?? null, defined[2] ?? '')
  const numbered = NUMBERED.exec(line)
  if (numbered !== null) {
    const [, ...groups] = numbered
    const text = groups.at(-1) ?? ''
    const key = groups.slice(0, -1).find((group) => group !== undefined) ?? null
    const bracketed = /^\s{0,3}(?:[-*]\s+)?[[［【〔]/u.test(line)
    if (inList || (bracketed && citationMarks(text).length > 0)) return entry(key, text)
  }
  if (inList && line.trim() !== '' && !/^\s{2,}/u.test(line)) return entry(null, line.replace(ITEM, '').trim())
  return null
}
