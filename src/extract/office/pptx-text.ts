import { STRUCK_CLOSE, STRUCK_OPEN } from '../revisions.ts'
import { SCRIPT_CLOSE, SUB_OPEN, SUP_OPEN } from '../scripts.ts'
import { lineOf } from './document-page.ts'
import { officeMath } from './office-math.ts'
import { attr, child, elements, textIn, type XmlNode } from './xml-tree.ts'

/** The paragraphs of a text body of a drawing (`a:p`), each as one line. */
export function drawingLines(body: XmlNode | null): string[] {
  return elements(body, 'p')
    .map((paragraph) => lineOf(elements(paragraph).map(runText).join('')))
    .filter((line) => line !== '')
}

function runText(node: XmlNode): string {
  if (node.name === 'br') return '\n'
  if (node.name === 'AlternateContent')
    return elements(child(node, 'Choice') ?? node)
      .map(runText)
      .join('')
  if (node.name === 'oMath') return officeMath(node)
  if (node.name === 'm' || node.name === 'oMathPara') return elements(node).map(runText).join('')
  // The number of the slide, the date of today: fields that say nothing of the document.
  if (node.name === 'fld' && /^(?:slidenum|datetime)/.test(attr(node, 'type') ?? '')) return ''
  if (node.name !== 'r' && node.name !== 'fld') return ''
  const text = elements(node, 't').map(textIn).join('')
  const properties = child(node, 'rPr')
  const raise = Number(attr(properties, 'baseline')?.replace('%', '') ?? 0)
  const placed = raise === 0 || text === '' ? text : (raise > 0 ? SUP_OPEN : SUB_OPEN) + text + SCRIPT_CLOSE
  const strike = attr(properties, 'strike') ?? 'noStrike'
  return strike === 'noStrike' || text === '' ? placed : STRUCK_OPEN + placed + STRUCK_CLOSE
}
