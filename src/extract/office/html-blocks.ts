import { type Block, blocksOf } from '../blocks.ts'
import { invisibleElements } from '../invisible-elements.ts'
import { parseHtml } from '../parse-html.ts'
import { unitsOf } from '../units.ts'

/** A chapter or a letter in HTML: all of it is its text, nothing is left out as furniture. */
export function wholeHtmlBlocks(source: string): Block[] {
  const document = parseHtml(source)
  const units = unitsOf(document, invisibleElements(document))
  return blocksOf(
    units,
    units.map(() => true),
    null,
  )
}
