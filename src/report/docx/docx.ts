import { zipOf } from '../../archive/zip/pack-zip.ts'
import { escapeXml } from '../../domain/escape-xml.ts'
import type { Entry, Inline, Line, ReportDocument, Text } from '../document/document.ts'
import { sourceAnchor } from '../document/finding-entry.ts'
import { addressText } from '../escape.ts'
import { wordsOf } from '../words/words.ts'
import {
  CONTENT_TYPES,
  coreProperties,
  documentXml,
  NUMBERING,
  OFFICE,
  PACKAGE_RELATIONS,
  type Relation,
  relations,
  styles,
} from './docx-parts.ts'

/** The report as a Word document (ECMA-376): the same words, headings to walk by, citations that lead somewhere. */
export function docxReport(document: ReportDocument): Buffer {
  const { language, title, lead, sections, outlineTitle } = document
  const writer = createWriter(wordsOf(language).quotes)
  const body = [
    writer.paragraph('Title', [title]),
    ...lead.map((text) => writer.paragraph('Normal', text)),
    writer.paragraph('Heading1', [outlineTitle]),
    ...sections.map(({ name, title: words, entries }) =>
      writer.paragraph('Detail', [{ see: name, words }, `: ${entries.length}`], { depth: 0 }),
    ),
    ...sections.flatMap(({ name, title: words, entries, empty }) => [
      writer.paragraph('Heading1', [words], { anchor: name }),
      ...(entries.length === 0 ? [writer.paragraph('Normal', [empty])] : entries.flatMap(writer.entry)),
    ]),
  ]
  const text = (name: string, content: string) => ({ name, bytes: Buffer.from(content) })
  return zipOf([
    text('[Content_Types].xml', CONTENT_TYPES),
    text('_rels/.rels', PACKAGE_RELATIONS),
    text('docProps/core.xml', coreProperties(title, language)),
    text('word/document.xml', documentXml(body.join('\n'))),
    text('word/_rels/document.xml.rels', relations(writer.relations)),
    text('word/styles.xml', styles(language)),
    text('word/numbering.xml', NUMBERING),
  ])
}

interface Place {
  readonly anchor?: string | undefined
  /** Of a bullet; without it the paragraph has none. */
  readonly depth?: number
}

function createWriter(quotes: readonly string[]) {
  const links: Relation[] = [
    { id: 'rId1', type: `${OFFICE}/styles`, target: 'styles.xml' },
    { id: 'rId2', type: `${OFFICE}/numbering`, target: 'numbering.xml' },
  ]
  let bookmarks = 0
  const link = (url: string) => {
    const id = `rId${links.length + 1}`
    links.push({ id, type: `${OFFICE}/hyperlink`, target: url, isExternal: true })
    return id
  }
  const write = (text: Text) => text.map((part) => runs(part, quotes, link)).join('')
  const paragraph = (style: string, text: Text, { anchor, depth }: Place = {}) => {
    const list = depth === undefined ? '' : `<w:numPr><w:ilvl w:val="${depth}"/><w:numId w:val="1"/></w:numPr>`
    const content = write(text)
    if (anchor !== undefined) bookmarks += 1
    const marked =
      anchor === undefined
        ? content
        : `<w:bookmarkStart w:id="${bookmarks}" w:name="${bookmark(anchor)}"/>${content}` +
          `<w:bookmarkEnd w:id="${bookmarks}"/>`
    return `<w:p><w:pPr><w:pStyle w:val="${style}"/>${list}</w:pPr>${marked}</w:p>`
  }
  const lines = (list: readonly Line[], depth: number): string[] =>
    list.flatMap((line) => [paragraph('Detail', line.text, { depth }), ...lines(line.lines ?? [], depth + 1)])
  const entry = ({ head, anchor, lines: below }: Entry) => [paragraph('Entry', head, { anchor }), ...lines(below, 0)]
  return { relations: links, paragraph, entry }
}

/** Names of bookmarks have no hyphens. */
function bookmark(anchor: string): string {
  return anchor.replaceAll('-', '_')
}

function runs(part: Inline, [open = '', close = '']: readonly string[], link: (url: string) => string): string {
  if (typeof part === 'string') return run(part)
  if ('strong' in part) return run(part.strong, '<w:b/>')
  if ('code' in part)
    return run(part.code, '<w:rFonts w:ascii="Consolas" w:hAnsi="Consolas"/><w:color w:val="5B6570"/>')
  if ('quote' in part) return run(`${open}${part.quote}${close}`)
  if ('cite' in part)
    return part.cite
      .map((number) => inside(sourceAnchor(number), `[${number}]`, '<w:vertAlign w:val="superscript"/>'))
      .join('')
  if ('see' in part) return inside(part.see, part.words)
  if (!/^https?:\/\//iu.test(part.address)) return run(part.address)
  const address = addressText(part.address)
  return `<w:hyperlink r:id="${link(address)}">${run(address, LINK)}</w:hyperlink>`
}

const LINK = '<w:rStyle w:val="Hyperlink"/>'

function inside(anchor: string, words: string, more = ''): string {
  return `<w:hyperlink w:anchor="${bookmark(anchor)}">${run(words, LINK + more)}</w:hyperlink>`
}

function run(text: string, properties = ''): string {
  const looks = properties === '' ? '' : `<w:rPr>${properties}</w:rPr>`
  return `<w:r>${looks}<w:t xml:space="preserve">${escapeXml(text.replace(/\s+/gu, ' '))}</w:t></w:r>`
}
