import { LONGEST_PAGE } from '../../domain/text-limits.ts'
import type { Block } from '../blocks.ts'
import { heading, type ReadDocument } from './document-page.ts'
import { officeFlags, officeInfo } from './office-info.ts'
import { mainPart, type PackageParts } from './package-parts.ts'
import { sheetBlocks } from './sheet-tables.ts'
import { readSheet } from './xlsx-sheet.ts'
import { readCellFormats } from './xlsx-styles.ts'
import { scanXml } from './xml-scan.ts'
import { attr, child, elements, relationId } from './xml-tree.ts'
import { ContainerError } from './zip-container.ts'

/** A workbook: each sheet under its name, its rows as tables, numbers and dates as the sheet shows them. */
export function readXlsx(parts: PackageParts): ReadDocument {
  const main = mainPart(parts) ?? 'xl/workbook.xml'
  const workbook = child(parts.xml(main), 'workbook')
  if (workbook === null) throw new ContainerError('broken_document', 'The Excel file has no workbook part')
  const relations = parts.relations(main)
  const partOf = (type: string) => [...relations.values()].find((one) => one.type === type)?.target ?? null
  const is1904 = /^(?:1|true)$/.test(attr(child(workbook, 'workbookPr'), 'date1904') ?? '')
  const formats = readCellFormats(parts, partOf('styles'), is1904)
  const strings = sharedStrings(parts, partOf('sharedStrings'))
  const blocks: Block[] = []
  let left = LONGEST_PAGE
  let isCut = false
  for (const [index, sheet] of elements(child(workbook, 'sheets'), 'sheet').entries()) {
    const relation = relations.get(relationId(sheet) ?? '')
    const xml = relation?.type === 'worksheet' ? parts.text(relation.target) : null
    if (xml === null) continue
    if (left <= 0) {
      isCut = true
      break
    }
    const read = readSheet(xml, { strings, formats, most: left })
    const page = index + 1
    const own = sheetBlocks(read.rows, page)
    if (own.length > 0) blocks.push(heading(attr(sheet, 'name') ?? `Sheet ${page}`, 1, page), ...own)
    left -= own.reduce((sum, { text }) => sum + text.length, 0)
    isCut ||= read.isCut
  }
  const info = officeInfo(parts)
  return { ...info, title: info.title ?? '', blocks, isCut, flags: officeFlags(parts) }
}

/** Texts that cells refer to by number; readings beside Japanese words (rPh) are no text of the cell. */
function sharedStrings(parts: PackageParts, part: string | null): readonly string[] {
  const strings: string[] = []
  let current = ''
  let inText = false
  let inPhonetic = false
  for (const token of scanXml((part === null ? null : parts.text(part)) ?? '')) {
    if (token.kind === 'text') {
      if (inText && !inPhonetic) current += token.text
    } else if (token.kind === 'open') {
      if (token.name === 'si') {
        current = ''
        if (token.isEmpty) strings.push('')
      }
      if (token.name === 't') inText = !token.isEmpty
      if (token.name === 'rPh') inPhonetic = !token.isEmpty
    } else if (token.name === 't') inText = false
    else if (token.name === 'rPh') inPhonetic = false
    else if (token.name === 'si') strings.push(current)
  }
  return strings
}
