import { STRUCK_CLOSE, STRUCK_OPEN } from '../revisions.ts'
import { SCRIPT_CLOSE, SUB_OPEN, SUP_OPEN } from '../scripts.ts'
import type { DocxStyles } from './docx-styles.ts'
import { officeMath } from './office-math.ts'
import { attr, child, descendants, elements, isOn, type XmlNode } from './xml-tree.ts'

/** Met while the text of a paragraph is gathered. */
export interface DocxFinds {
  readonly styles: Pick<DocxStyles, 'isHidden'>
  /** The mark that stands in the text for a note. */
  note(kind: 'footnote' | 'endnote', id: string): string
  /** A box of text that hangs on the paragraph. */
  box(content: XmlNode): void
}

/** Not shown, or told by other parts of the element. */
const SILENT = new Set(['rPr', 'pPr', 'sdtPr', 'sdtEndPr', 'instrText', 'delInstrText', 'fldChar', 'rt', 'rubyPr'])

/** What a run, a paragraph or anything in it says, with the signs of scripts.ts and revisions.ts. */
export function docxText(node: XmlNode, finds: DocxFinds): string {
  return elements(node)
    .map((one) => inlineText(one, finds))
    .join('')
}

function inlineText(node: XmlNode, finds: DocxFinds): string {
  const { name } = node
  if (SILENT.has(name)) return ''
  switch (name) {
    case 't':
    case 'delText':
      return node.children.filter((text) => typeof text === 'string').join('')
    case 'r':
      return runText(node, finds)
    case 'del':
    case 'moveFrom':
      return struck(docxText(node, finds))
    case 'tab':
    case 'ptab':
      return '\t'
    case 'br':
    case 'cr':
      return '\n'
    case 'noBreakHyphen':
      return '-'
    case 'footnoteReference':
    case 'endnoteReference':
      return finds.note(name === 'footnoteReference' ? 'footnote' : 'endnote', attr(node, 'id') ?? '')
    case 'AlternateContent':
      return docxText(child(node, 'Choice') ?? child(node, 'Fallback') ?? node, finds)
    case 'drawing':
    case 'pict':
    case 'object':
      for (const box of descendants(node, 'txbxContent')) finds.box(box)
      return ''
    case 'oMath':
      return officeMath(node)
    default:
      return docxText(node, finds)
  }
}

function runText(run: XmlNode, finds: DocxFinds): string {
  const properties = child(run, 'rPr')
  const isHidden = isOn(child(properties, 'vanish')) || finds.styles.isHidden(attr(child(properties, 'rStyle'), 'val'))
  if (isHidden) return ''
  const text = docxText(run, finds)
  if (text === '') return ''
  const place = attr(child(properties, 'vertAlign'), 'val')
  const placed =
    place === 'superscript'
      ? SUP_OPEN + text + SCRIPT_CLOSE
      : place === 'subscript'
        ? SUB_OPEN + text + SCRIPT_CLOSE
        : text
  const isStruck = isOn(child(properties, 'strike')) || isOn(child(properties, 'dstrike'))
  return isStruck ? struck(placed) : placed
}

function struck(text: string): string {
  return text === '' ? '' : STRUCK_OPEN + text + STRUCK_CLOSE
}
