import { createBlockList, heading, lineOf, paragraph, type ReadDocument } from './document-page.ts'
import { type DocxStyles, readStyles } from './docx-styles.ts'
import { columnsOf, docxTable } from './docx-table.ts'
import { type DocxFinds, docxText } from './docx-text.ts'
import { officeFlags, officeInfo } from './office-info.ts'
import { mainPart, type PackageParts } from './package-parts.ts'
import { attr, child, elements, type XmlNode } from './xml-tree.ts'
import { ContainerError } from './zip-container.ts'

/** Tables inside of cells are read as the text of their cell from here on. */
const DEEPEST_TABLE = 3

/** A Word document: headings, lists, tables, notes; what was deleted is struck, what is hidden is left out. */
export function readDocx(parts: PackageParts): ReadDocument {
  const main = mainPart(parts) ?? 'word/document.xml'
  const body = child(parts.xml(main), 'document', 'body')
  if (body === null) throw new ContainerError('broken_document', 'The Word file has no text part')
  const relations = [...parts.relations(main).values()]
  const partOf = (type: string) => relations.find((one) => one.type === type)?.target ?? null
  const styles = readStyles(parts, partOf('styles'))
  const notes: { readonly kind: string; readonly id: string }[] = []
  const reading: Reading = {
    styles,
    list: createBlockList(),
    title: null,
    note: (kind, id) => {
      notes.push({ kind, id })
      return `[${notes.length}]`
    },
  }
  readBody(body, reading)
  const { list } = reading
  if (notes.length > 0) list.add(heading('Notes', 1, null, false))
  const roots = {
    footnote: noteTable(parts, partOf('footnotes'), 'footnotes'),
    endnote: noteTable(parts, partOf('endnotes'), 'endnotes'),
  }
  // A note may hold notes no more: the list does not grow while it is walked.
  for (const [at, { kind, id }] of [...notes].entries()) {
    const node = (kind === 'footnote' ? roots.footnote : roots.endnote).get(id)
    const text = node === undefined ? '' : lineOf(joined(node, reading, 0))
    if (text !== '') list.add(paragraph(`[${at + 1}] ${text}`))
  }
  const info = officeInfo(parts)
  return { ...info, title: info.title ?? reading.title, blocks: list.blocks, flags: officeFlags(parts) }
}

interface Reading {
  readonly styles: DocxStyles
  readonly list: ReturnType<typeof createBlockList>
  readonly note: DocxFinds['note']
  title: string | null
}

function readBody(body: XmlNode, reading: Reading): void {
  for (const node of elements(body)) {
    if (node.name === 'p') readParagraph(node, reading)
    else if (node.name === 'tbl') readTable(node, reading)
    else if (node.name === 'AlternateContent') readBody(child(node, 'Choice') ?? node, reading)
    else if (/^(?:sdt|sdtContent|customXml|ins|moveTo|smartTag|txbxContent)$/.test(node.name)) readBody(node, reading)
  }
}

function readParagraph(node: XmlNode, reading: Reading): void {
  const { styles, list } = reading
  if (styles.isContents(node)) return
  const boxes: XmlNode[] = []
  const raw = docxText(node, { styles, note: reading.note, box: (content) => boxes.push(content) })
  const text = lineOf(raw)
  const level = styles.headingLevel(node)
  if (level === 0) reading.title ??= text
  if (level !== null) list.add(heading(text, Math.max(1, level)))
  else if (styles.isListed(node)) list.item(text)
  else list.add(paragraph(text))
  for (const box of boxes) readBody(box, reading)
}

function readTable(table: XmlNode, reading: Reading): void {
  // A frame around text, not a table of figures.
  if (columnsOf(table) < 2) {
    for (const row of elements(table, 'tr')) for (const cell of elements(row, 'tc')) readBody(cell, reading)
    return
  }
  const text = docxTable(table, (cell) => lineOf(joined(cell, reading, 1)))
  reading.list.add({ type: 'table', text, level: 0, emitted: true, page: null })
}

/** Everything in a cell or a note as one line. */
function joined(node: XmlNode, reading: Reading, depth: number): string {
  const { styles, note } = reading
  return elements(node)
    .map((one) => {
      if (one.name === 'p') {
        const boxes: string[] = []
        const box = (content: XmlNode) => boxes.push(depth < DEEPEST_TABLE ? joined(content, reading, depth + 1) : '')
        return [docxText(one, { styles, note, box }), ...boxes].join(' ')
      }
      if (one.name === 'tcPr' || depth > 3 * DEEPEST_TABLE) return ''
      return joined(one, reading, depth + 1)
    })
    .filter((text) => text.trim() !== '')
    .join(' ')
}

function noteTable(parts: PackageParts, part: string | null, root: string): ReadonlyMap<string, XmlNode> {
  const nodes = part === null ? [] : elements(child(parts.xml(part), root))
  return new Map(nodes.map((node) => [attr(node, 'id') ?? '', node]))
}
