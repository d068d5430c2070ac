import type { Block } from '../blocks.ts'
import { type Cell, rowText, tableGrid } from '../table-grid.ts'
import { heading, paragraph, type ReadDocument } from './document-page.ts'
import { generalText } from './number-format.ts'
import { officeFlags, officeInfo } from './office-info.ts'
import { mainPart, type PackageParts, type Relation } from './package-parts.ts'
import { drawingLines } from './pptx-text.ts'
import { attr, child, descendants, elements, relationId, textIn, type XmlNode } from './xml-tree.ts'
import { ContainerError } from './zip-container.ts'

/** A presentation: slide by slide in the order they are shown, each with its number, its title and its notes. */
export function readPptx(parts: PackageParts): ReadDocument {
  const main = mainPart(parts) ?? 'ppt/presentation.xml'
  const presentation = child(parts.xml(main), 'presentation')
  if (presentation === null) throw new ContainerError('broken_document', 'The PowerPoint file has no slide list')
  const relations = parts.relations(main)
  const slides = elements(child(presentation, 'sldIdLst'), 'sldId').flatMap(
    (one) => relations.get(relationId(one) ?? '')?.target ?? [],
  )
  const blocks = slides.flatMap((part, at) => slideBlocks(parts, part, at + 1))
  return { ...officeInfo(parts), blocks, flags: officeFlags(parts) }
}

function slideBlocks(parts: PackageParts, part: string, number: number): Block[] {
  const tree = child(parts.xml(part), 'sld', 'cSld', 'spTree')
  const relations = parts.relations(part)
  const shapes = shapesOf(tree)
  const titles = shapes.filter(isTitle).flatMap((shape) => drawingLines(child(shape, 'txBody')))
  const head = titles.length === 0 ? heading(`Slide ${number}`, 1, number, false) : heading(titles.join(' '), 1, number)
  const body = shapes.flatMap((shape) => (isTitle(shape) ? [] : shapeBlocks(shape, parts, relations, number)))
  return [head, ...body, ...noteBlocks(parts, relations, number)]
}

/** Groups are only a way to move shapes together. */
function shapesOf(tree: XmlNode | null): XmlNode[] {
  return elements(tree).flatMap((one) => {
    if (one.name === 'grpSp') return shapesOf(one)
    if (one.name === 'AlternateContent') return shapesOf(child(one, 'Choice') ?? child(one, 'Fallback'))
    return /^(?:sp|graphicFrame|cxnSp)$/.test(one.name) ? [one] : []
  })
}

function placeholder(shape: XmlNode): string | null {
  const node = child(shape, 'nvSpPr', 'nvPr', 'ph')
  return node === null ? null : (attr(node, 'type') ?? 'body')
}

function isTitle(shape: XmlNode): boolean {
  return /^(?:title|ctrTitle)$/.test(placeholder(shape) ?? '')
}

function shapeBlocks(
  shape: XmlNode,
  parts: PackageParts,
  relations: ReadonlyMap<string, Relation>,
  page: number,
): Block[] {
  // Footer, date and number stand on every slide.
  if (/^(?:sldNum|dt|ftr|hdr)$/.test(placeholder(shape) ?? '')) return []
  if (shape.name === 'graphicFrame') return graphicBlocks(shape, parts, relations, page)
  const lines = drawingLines(child(shape, 'txBody'))
  return linesToBlocks(lines, page)
}

/** Several lines of one box are the points of a list; a single one is a sentence or a label. */
function linesToBlocks(lines: readonly string[], page: number): Block[] {
  const [only] = lines
  if (lines.length === 1 && only !== undefined) return [paragraph(only, page)]
  if (lines.length === 0) return []
  const text = lines.map((line) => `- ${line}`).join('\n')
  return [{ type: 'list', text, level: 0, emitted: true, page }]
}

function graphicBlocks(
  frame: XmlNode,
  parts: PackageParts,
  relations: ReadonlyMap<string, Relation>,
  page: number,
): Block[] {
  const data = child(frame, 'graphic', 'graphicData')
  const table = child(data, 'tbl')
  if (table !== null) return [{ type: 'table', text: tableText(table), level: 0, emitted: true, page }]
  for (const one of elements(data)) {
    for (const id of [...one.attributes].flatMap(([name, value]) => (/:(?:id|dm)$/.test(name) ? [value] : []))) {
      const relation = relations.get(id)
      if (relation?.type === 'diagramData') return diagramBlocks(parts.xml(relation.target), page)
      if (relation?.type === 'chart') return chartBlocks(parts.xml(relation.target), page)
    }
  }
  return []
}

function tableText(table: XmlNode): string {
  const rows = elements(table, 'tr').map((row, at) =>
    elements(row, 'tc').flatMap((node): Cell[] => {
      if (attr(node, 'hMerge') === '1' || attr(node, 'vMerge') === '1') return []
      const text = drawingLines(child(node, 'txBody')).join(' ')
      const columns = Number(attr(node, 'gridSpan') ?? 1) || 1
      return [{ text, isHead: at === 0, columns, rows: Number(attr(node, 'rowSpan') ?? 1) || 1 }]
    }),
  )
  return tableGrid(rows)
    .filter(({ cells }) => cells.some((text) => text !== ''))
    .map(({ cells }) => rowText(cells))
    .join('\n')
}

function diagramBlocks(data: XmlNode | null, page: number): Block[] {
  const lines = descendants(data, 'pt').flatMap((point) => drawingLines(child(point, 't')))
  return linesToBlocks(lines, page)
}

/** What a chart shows, from the values it keeps beside its picture: names, then a row for each category. */
function chartBlocks(part: XmlNode | null, page: number): Block[] {
  const title = descendants(part, 'title')
    .slice(0, 1)
    .flatMap((node) => drawingLines(child(node, 'tx', 'rich')))
  const series = descendants(part, 'ser').map((node) => ({
    name: descendants(child(node, 'tx'), 'v').map(textIn).join(' '),
    names: points(child(node, 'cat') ?? child(node, 'xVal')),
    values: points(child(node, 'val') ?? child(node, 'yVal')),
  }))
  const names = series.find((one) => one.names.size > 0)?.names ?? new Map<string, string>()
  const keys = [...new Set(series.flatMap(({ values }) => [...values.keys()]))]
  const rows = keys.map((key) => [names.get(key) ?? '', ...series.map(({ values }) => values.get(key) ?? '')])
  const head = ['', ...series.map(({ name }) => name)]
  const lines = [...title, ...(rows.length === 0 ? [] : [head, ...rows].map((cells) => rowText(cells)))]
  return lines.length === 0 ? [] : [{ type: 'table', text: lines.join('\n'), level: 0, emitted: true, page }]
}

function points(node: XmlNode | null): ReadonlyMap<string, string> {
  return new Map(
    descendants(node, 'pt').map((one) => [attr(one, 'idx') ?? '', plainValue(textIn(child(one, 'v') ?? '').trim())]),
  )
}

/** 4.4000000000000004 was typed as 4.4. */
function plainValue(text: string): string {
  return /^-?\d[\d.eE+-]{0,30}$/.test(text) && Number.isFinite(Number(text)) ? generalText(Number(text)) : text
}

function noteBlocks(parts: PackageParts, relations: ReadonlyMap<string, Relation>, page: number): Block[] {
  const part = [...relations.values()].find(({ type }) => type === 'notesSlide')?.target
  if (part === undefined) return []
  const shapes = shapesOf(child(parts.xml(part), 'notes', 'cSld', 'spTree'))
  const lines = shapes
    .filter((shape) => placeholder(shape) === 'body')
    .flatMap((shape) => drawingLines(child(shape, 'txBody')))
  if (lines.length === 0) return []
  return [heading('Notes', 2, page, false), ...lines.map((line) => paragraph(line, page))]
}
