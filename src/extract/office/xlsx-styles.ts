import { builtInFormat, generalText, numberFormat, type ShowNumber } from './number-format.ts'
import type { PackageParts } from './package-parts.ts'
import { attr, child, elements } from './xml-tree.ts'

/** How the cells of each style show a number. */
export function readCellFormats(
  parts: PackageParts,
  part: string | null,
  is1904: boolean,
): (style: number) => ShowNumber {
  const root = part === null ? null : child(parts.xml(part), 'styleSheet')
  const own = new Map(
    elements(child(root, 'numFmts'), 'numFmt').map((node) => [
      Number(attr(node, 'numFmtId')),
      attr(node, 'formatCode') ?? '',
    ]),
  )
  const ids = elements(child(root, 'cellXfs'), 'xf').map((node) => Number(attr(node, 'numFmtId') ?? 0))
  const shows = new Map<number, ShowNumber>()
  return (style) => {
    const id = ids[style]
    if (id === undefined) return generalText
    const known = shows.get(id)
    if (known !== undefined) return known
    const show = numberFormat(own.get(id) ?? builtInFormat(id), is1904)
    shows.set(id, show)
    return show
  }
}
