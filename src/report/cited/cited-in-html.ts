import { attribute, type Child, type Element, isSilent } from '../../extract/dom.ts'
import { parseHtml } from '../../extract/parse-html.ts'
import { addressIn, type CitedPassage, type CitedReport, inOrder, passageOf } from './cited-report.ts'

/** Entries of the list of sources have the anchor that every citation leads to. */
const ANCHOR = /^source-(\d+)$/u

/** The page as `htmlReport` writes it, also where a browser or an editor has saved it again. */
export function citedInHtml(report: string): CitedReport {
  const { elements } = parseHtml(report)
  const used: number[] = []
  const listed = new Map<number, CitedPassage>()
  for (const element of elements) {
    const number = numberIn(element)
    if (number !== null) used.push(number)
    const source = ANCHOR.exec(attribute(element, 'id') ?? '')?.[1]
    const passage = source === undefined ? null : entryOf(element)
    if (passage !== null) listed.set(Number(source), passage)
  }
  return { used: inOrder(used), listed }
}

/** A number that was typed in is raised like the others, and leads nowhere. */
function numberIn(element: Element): number | null {
  const linked = element.tag === 'a' ? ANCHOR.exec((attribute(element, 'href') ?? '').replace(/^.*#/u, ''))?.[1] : null
  const raised = element.tag === 'sup' ? /^\[(\d+)\]$/u.exec(textOf(element).trim())?.[1] : null
  const number = linked ?? raised
  return number == null ? null : Number(number)
}

function entryOf(entry: Element): CitedPassage | null {
  const inside = [...below(entry)]
  const link = inside.find(({ tag, attributes }) => tag === 'a' && /^https?:/iu.test(attributes.get('href') ?? ''))
  const quote = inside.find(({ tag }) => tag === 'q')
  if (quote === undefined) return null
  const codes = inside.filter(({ tag }) => tag === 'code').map((code) => textOf(code).trim())
  const head = inside.find(({ tag }) => tag === 'p') ?? entry
  const url = addressIn(link === undefined ? null : textOf(link).trim(), textOf(head))
  return passageOf({ url, quoted: textOf(quote).trim(), codes })
}

function* below(element: Element): Generator<Element> {
  for (const child of element.children) {
    if (typeof child === 'string') continue
    yield child
    yield* below(child)
  }
}

function textOf(node: Child): string {
  if (typeof node === 'string') return node
  return isSilent(node) ? '' : node.children.map(textOf).join('')
}
