import { decodeHtml } from './charset.ts'
import { type Child, isSilent } from './dom.ts'
import { kindOf } from './extract.ts'
import { CLOSES_PARAGRAPH } from './html-tree-builder.ts'
import { mathText } from './math-text.ts'
import { parseHtml } from './parse-html.ts'
import { SCRIPT_CLOSE, scriptSign, spellScripts } from './scripts.ts'
import type { Extract, RawDocument } from './types.ts'

/**
 * Everything a document says, furniture included, in its order: to look a quotation up that the reading left out. Of a
 * PDF what can be read of it. Null where it cannot be read at all.
 */
export async function wholeText(document: RawDocument, extract: Extract): Promise<string | null> {
  const kind = kindOf(document)
  if (kind === 'html') return htmlText(parseHtml(await decodeHtml(document.body, document.contentType)).root)
  if (kind === 'text') return await decodeHtml(document.body, document.contentType)
  const extraction = await extract(document)
  if (!extraction.ok) return null
  return extraction.page.fragments.map((fragment) => fragment.text_content).join('\n')
}

/** Elements that begin a new line beside those that end a paragraph. */
const LINES = new Set(['br', 'tr', 'td', 'th', 'caption', 'option', 'title'])

/** A stack, not recursion: a page may be nested deeper than calls can be. */
function htmlText(root: Child): string {
  const parts: string[] = []
  const left: Child[] = [root]
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    if (typeof node === 'string') {
      parts.push(node)
      continue
    }
    if (isSilent(node)) continue
    if (node.tag === 'math') {
      parts.push(mathText(node))
      continue
    }
    const sign = scriptSign(node)
    if (sign !== '') {
      parts.push(sign)
      left.push(SCRIPT_CLOSE)
    }
    const isLine = LINES.has(node.tag) || CLOSES_PARAGRAPH.has(node.tag)
    if (isLine) parts.push('\n')
    if (isLine) left.push('\n')
    for (let at = node.children.length - 1; at >= 0; at -= 1) left.push(node.children[at] ?? '')
  }
  return spellScripts(parts.join(''))
}
