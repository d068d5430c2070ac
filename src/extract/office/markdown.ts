import { replaceTags } from '../../domain/markup-scan.ts'
import type { Block } from '../blocks.ts'
import { decodeHtml } from '../charset.ts'
import { decodeReferences } from '../entities.ts'
import { STRUCK_CLOSE, STRUCK_OPEN } from '../revisions.ts'
import { rowText } from '../table-grid.ts'
import { createBlockList, heading, lineOf, paragraph, type ReadDocument } from './document-page.ts'

const FENCE = /^ {0,3}(`{3,}|~{3,})/
const HEADING = /^ {0,3}(#{1,6})(?=[ \t]|$)/
const ITEM = /^\s{0,12}(?:[-*+]|\d{1,9}[.)])[ \t]/
const RULE = /^ {0,3}(?:(?:\*[ \t]{0,9}){3,}|(?:-[ \t]{0,9}){3,}|(?:_[ \t]{0,9}){3,})$/
const TABLE_RULE = /^[\s|:-]+$/
const LONGEST_LINE = 100_000

/** Markdown as it reads: headings, lists, tables, code and quotations, without the signs that mark them. */
export async function readMarkdown(body: Uint8Array, contentType: string | null): Promise<ReadDocument> {
  const source = (await decodeHtml(body, contentType)).replace(/\r\n?/g, '\n')
  const { text, title } = withoutFrontMatter(source.charCodeAt(0) === 0xfeff ? source.slice(1) : source)
  return { title, blocks: markdownBlocks(text) }
}

/** What stands between two lines of dashes at the top is for programs; its title is the document's. */
function withoutFrontMatter(source: string): { readonly text: string; readonly title: string | null } {
  if (!source.startsWith('---\n')) return { text: source, title: null }
  const end = source.indexOf('\n---', 3)
  const head = end < 0 ? '' : source.slice(4, end)
  // A rule at the top is none where what follows is no list of names and values.
  if (end < 0 || !/^[\w-]{1,60}:/m.test(head)) return { text: source, title: null }
  const title = /^title:[ \t]*["']?([^\n"']{1,300})/m.exec(head)?.[1]?.trim() ?? null
  return { text: source.slice(source.indexOf('\n', end + 1) + 1 || source.length), title }
}

export function markdownBlocks(text: string): Block[] {
  const list = createBlockList()
  const lines = withoutComments(text)
    .split('\n')
    .map((line) => line.slice(0, LONGEST_LINE))
  let open: string[] = []
  let kind: 'paragraph' | 'quote' | 'item' = 'paragraph'
  const close = () => {
    const said = inlineText(open.join('\n'))
    if (kind === 'item') list.item(said)
    else list.add({ ...paragraph(said), type: kind })
    open = []
    kind = 'paragraph'
  }
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    const fence = FENCE.exec(line)?.[1]
    const title = HEADING.exec(line)
    const item = ITEM.exec(line)
    if (fence !== undefined) {
      close()
      const end = lines.findIndex((other, index) => index > at && other.trimStart().startsWith(fence))
      const code = lines.slice(at + 1, end < 0 ? lines.length : end).join('\n')
      list.add({ type: 'code', text: code.trim(), level: 0, emitted: true, page: null })
      at = end < 0 ? lines.length : end
    } else if (title !== null) {
      close()
      list.add(heading(inlineText(headingText(line.slice(title[0].length))), title[1]?.length ?? 1))
    } else if (open.length > 0 && kind === 'paragraph' && /^ {0,3}(?:=+|-+)\s*$/.test(line)) {
      list.add(heading(inlineText(open.join('\n')), line.includes('=') ? 1 : 2))
      open = []
    } else if (line.includes('|') && TABLE_RULE.test(lines[at + 1] ?? '') && (lines[at + 1] ?? '').includes('-')) {
      close()
      const end = lines.findIndex((other, index) => index > at + 1 && !other.includes('|'))
      const rows = [line, ...lines.slice(at + 2, end < 0 ? lines.length : end)]
      list.add({ type: 'table', text: rows.map(tableRow).join('\n'), level: 0, emitted: true, page: null })
      at = (end < 0 ? lines.length : end) - 1
    } else if (open.length === 0 && /^(?: {4}|\t)/.test(line) && item === null && list.blocks.at(-1)?.type !== 'list') {
      const end = lines.findIndex((other, index) => index > at && other.trim() !== '' && !/^(?: {4}|\t)/.test(other))
      const code = lines.slice(at, end < 0 ? lines.length : end)
      list.add({ type: 'code', text: code.join('\n').trim(), level: 0, emitted: true, page: null })
      at += code.length - 1
    } else if (line.trim() === '') {
      // The next paragraph of an item belongs to it and is told as one of its own.
      close()
    } else if (RULE.test(line)) close()
    else if (item !== null) {
      close()
      kind = 'item'
      open.push(
        line
          .slice(item[0].length)
          .trimStart()
          .replace(/^\[[ xX]\][ \t]/, ''),
      )
    } else if (/^ {0,3}>/.test(line)) {
      if (kind !== 'quote') close()
      kind = 'quote'
      open.push(line.replace(/^(?:\s{0,3}>\s?){1,20}/, ''))
    } else open.push(line)
  }
  close()
  return list.blocks
}

/** Signs may close a heading as they opened it. */
function headingText(rest: string): string {
  const text = rest.trim()
  let end = text.length
  while (end > 0 && text.charAt(end - 1) === '#') end -= 1
  return end === 0 || /\s/.test(text.charAt(end - 1)) ? text.slice(0, end) : text
}

function tableRow(line: string): string {
  const inner = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
  return rowText(inner.split(/(?<!\\)\|/).map((cell) => inlineText(cell.replaceAll('\\|', '|'))))
}

function withoutComments(text: string): string {
  const parts: string[] = []
  let at = 0
  for (let open = text.indexOf('<!--'); open >= 0; open = text.indexOf('<!--', at)) {
    parts.push(text.slice(at, open))
    const end = text.indexOf('-->', open + 4)
    if (end < 0) return parts.join('')
    at = end + 3
  }
  return [...parts, text.slice(at)].join('')
}

/** Words that a hard break ends with two spaces or a backslash stay words. */
function inlineText(raw: string): string {
  if (raw.trim() === '') return ''
  const codes: string[] = []
  const kept = raw.replace(
    /(`{1,3})([^`\n]{1,2000})\1/g,
    (_, __, code: string) => `\ue000${codes.push(code) - 1}\ue001`,
  )
  const plain = replaceTags(kept, ' ')
    .replace(
      /!?\[([^\]]{0,2000})\]\([^()\s]{0,2000}(?:\([^()]{0,500}\)[^()\s]{0,500})?(?:\s+["'][^"']{0,500}["'])?\)/g,
      '$1',
    )
    .replace(/!?\[([^\]]{1,1000})\]\[[^\]]{0,200}\]/g, '$1')
    .replace(/^\s{0,3}\[[^\]]{1,200}\]:\s+\S+.*$/gm, '')
    .replace(/<(https?:\/\/[^\s>]{1,2000})>/g, '$1')
    .replace(/~~(?=\S)([^~]{1,2000}?)(?<=\S)~~/g, `${STRUCK_OPEN}$1${STRUCK_CLOSE}`)
    .replace(/(\*\*\*|\*\*)(?=\S)([^*]{1,2000}?)(?<=\S)\1/g, '$2')
    .replace(/(?<![\p{L}\p{N}*])\*(?=\S)([^*\n]{1,1000}?)(?<=\S)\*(?![\p{L}\p{N}*])/gu, '$1')
    .replace(/(?<![\p{L}\p{N}_])(_{1,3})(?=\S)([^_\n]{1,1000}?)(?<=\S)\1(?![\p{L}\p{N}_])/gu, '$2')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/\\\n/g, '\n')
  const codeBack = decodeReferences(plain).replace(/\ue000(\d{1,6})\ue001/g, (_, at: string) => codes[Number(at)] ?? '')
  return lineOf(codeBack)
}
