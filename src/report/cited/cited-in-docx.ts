import { openPackage } from '../../extract/office/package-parts.ts'
import { attr, child, descendants, elements, textIn, type XmlNode } from '../../extract/office/xml-tree.ts'
import { openContainer } from '../../extract/office/zip-container.ts'
import { addressIn, type CitedPassage, type CitedReport, inOrder, passageOf } from './cited-report.ts'

/** Null where the file is no Word document. */
export function citedInDocx(bytes: Uint8Array): CitedReport | null {
  const body = bodyOf(bytes)
  if (body === null) return null
  const paragraphs = descendants(body, 'p').map(paragraphOf)
  const listed = new Map<number, CitedPassage>()
  for (const [index, { number, text, link }] of paragraphs.entries()) {
    const [quote, place] = [paragraphs[index + 1], paragraphs[index + 2]]
    if (number === null || quote === undefined || place === undefined) continue
    const passage = passageOf({ url: addressIn(link, text), quoted: quote.text.trim(), codes: place.codes })
    if (passage !== null) listed.set(number, passage)
  }
  return { used: inOrder(paragraphs.flatMap(({ used }) => used)), listed }
}

function bodyOf(bytes: Uint8Array): XmlNode | null {
  try {
    return child(openPackage(openContainer(bytes)).xml('word/document.xml'), 'document', 'body')
  } catch {
    return null
  }
}

interface Paragraph {
  readonly text: string
  /** It begins with this number, as an entry of the list of sources does. */
  readonly number: number | null
  readonly used: readonly number[]
  /** Its first link to the web. */
  readonly link: string | null
  readonly codes: readonly string[]
}

interface Run {
  readonly text: string
  readonly isCode: boolean
  readonly isRaised: boolean
}

const CITED = /\[(\d+)\]/gu

function paragraphOf(node: XmlNode): Paragraph {
  const runs = descendants(node, 'r').map(runOf)
  const text = runs.map((run) => run.text).join('')
  const links = descendants(node, 'hyperlink')
  const inside = links.filter((link) => /^source_\d+$/u.test(attr(link, 'anchor') ?? '')).map(linkText)
  const outside = links.map(linkText).find((words) => /^https?:/iu.test(words))
  const raised = together(runs, ({ isRaised }) => isRaised)
  return {
    text,
    number: Number(/^\[(\d+)\]\s/u.exec(text)?.[1] ?? Number.NaN) || null,
    used: [...inside, ...raised].flatMap((words) => [...words.matchAll(CITED)].map((match) => Number(match[1]))),
    link: outside ?? null,
    codes: together(runs, ({ isCode }) => isCode),
  }
}

function runOf(run: XmlNode): Run {
  const looks = child(run, 'rPr')
  return {
    text: elements(run, 't').map(textIn).join(''),
    isCode: attr(child(looks, 'rFonts'), 'ascii') === 'Consolas',
    isRaised: attr(child(looks, 'vertAlign'), 'val') === 'superscript',
  }
}

function linkText(link: XmlNode): string {
  return descendants(link, 't').map(textIn).join('').trim()
}

/** Word cuts a run into several where it has looked at the spelling: those side by side are one. */
function together(runs: readonly Run[], holds: (run: Run) => boolean): readonly string[] {
  const found: string[] = []
  for (const [index, run] of runs.entries()) {
    if (!holds(run)) continue
    const before = runs[index - 1]
    if (before !== undefined && holds(before)) found.push(`${found.pop() ?? ''}${run.text}`)
    else found.push(run.text)
  }
  return found.map((text) => text.trim()).filter((text) => text !== '')
}
