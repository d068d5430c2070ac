import { multilineRegExp } from '../../domain/multiline-regexp.ts'
import { type CitationMark, citationMarks } from './citation-marks.ts'

/** A paragraph, list item or table row of a draft. */
export interface DraftBlock {
  readonly text: string
  /** Line of the draft it begins on, from 1. */
  readonly line: number
  /** Where in its text each of its lines begins. */
  readonly starts: readonly number[]
}

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

/** Prose and list of sources of a Markdown or plain draft; code, headings and front matter are neither. */
export function draftParts(draft: string): DraftParts {
  const lines = draft.replace(/\r\n?/gu, '\n').split('\n')
  const blocks: DraftBlock[] = []
  const references: ReferenceEntry[] = []
  let open: DraftBlock | null = null
  let inCode = false
  let inList = false
  let inFront = lines[0] === '---'
  const close = () => {
    if (open !== null && open.text.trim() !== '') blocks.push(open)
    open = null
  }
  for (const [at, line] of lines.entries()) {
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
    if (entry !== null) {
      close()
      references.push(entry)
    } else if (line.trim() === '') close()
    else if (inList && references.length > 0 && /^\s{2,}\S/u.test(line)) references.push(continued(references, line))
    else if (ITEM.test(line) || line.trimStart().startsWith('|')) {
      close()
      open = { text: plain(line.replace(ITEM, '')), line: at + 1, starts: [0] }
    } else open = withLine(open, plain(line.replace(/^\s*>+\s?/u, '')), at + 1)
  }
  close()
  return { blocks, references }
}

/** Japanese has no space at the end of a line. */
function withLine(before: DraftBlock | null, line: string, number: number): DraftBlock {
  if (before === null) return { text: line, line: number, starts: [0] }
  const text = before.text.trimEnd()
  const wide = /[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]$/u.test(text)
  const joined = `${text}${wide ? '' : ' '}`
  return { ...before, text: `${joined}${line.trim()}`, starts: [...before.starts, joined.length] }
}

/** Emphasis of Markdown says nothing; an escape stands for what follows it. */
function plain(text: string): string {
  return text
    .replace(/(\*\*|__|~~)(?=\S)/gu, '')
    .replace(/(?<=\S)(\*\*|__|~~)/gu, '')
    .replace(/\\([\\`*_[\]<>|#~])/gu, '$1')
}

function entryOf(line: string, number: number, inList: boolean): ReferenceEntry | null {
  const defined = DEFINITION.exec(line)
  if (defined !== null) return entry(defined[1] ?? null, defined[2] ?? '', number)
  const numbered = NUMBERED.exec(line)
  if (numbered !== null) {
    const [, ...groups] = numbered
    const text = groups.at(-1) ?? ''
    const key = groups.slice(0, -1).find((group) => group !== undefined) ?? null
    const bracketed = /^\s{0,3}(?:[-*]\s+)?[[［【〔]/u.test(line)
    if (inList || (bracketed && citationMarks(text).length > 0)) return entry(key, text, number)
  }
  if (inList && line.trim() !== '' && !/^\s{2,}/u.test(line)) return entry(null, line.replace(ITEM, '').trim(), number)
  return null
}

function entry(key: string | null, text: string, line: number): ReferenceEntry {
  return { key, text: text.trim(), line, marks: citationMarks(text).map(({ mark }) => mark) }
}

/** An indented line goes on with the entry above it. */
function continued(references: ReferenceEntry[], line: string): ReferenceEntry {
  const last = references.pop()
  return entry(last?.key ?? null, `${last?.text ?? ''} ${line.trim()}`, last?.line ?? 0)
}
