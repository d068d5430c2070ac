import { BLOCKS, hasBlockChild } from './blocks.ts'
import {
  attribute,
  type DomDocument,
  type DomElement,
  type DomNode,
  isElement,
  isText,
  linkShare,
  textOf,
} from './dom.ts'

/** Says of every element whether it belongs to the main content. */
export type Keep = (element: DomElement) => boolean

const MARK = 'data-lyra-'
/** Below this the article finder has missed the page (a notice of two sentences is still more than 120 characters). */
const TOO_LITTLE = 140
const LARGEST_FOR_READABILITY = 60_000

/**
 * The article finder's choice, mapped back on the page's own elements so that headings and order come from the page itself; or
 * the page's densest part when the finder comes back with little of it or the page is not an article.
 */
export async function findMainContent(document: DomDocument, preferWhole: boolean): Promise<Keep> {
  const root = densestRoot(document)
  const whole = textOf(root).length
  const readable = preferWhole ? null : await readabilityKeep(document)
  if (readable !== null && readable.length >= TOO_LITTLE && readable.length >= whole * 0.2) return readable.keep
  return (element) => root.contains(element)
}

async function readabilityKeep(document: DomDocument): Promise<{ keep: Keep; length: number } | null> {
  wrapLooseText(document)
  const elements = [...document.querySelectorAll('body *')]
  if (elements.length > LARGEST_FOR_READABILITY) return null
  const names = new Map<DomElement, string>()
  elements.forEach((element, index) => {
    // A wrapper of one element holds no text of its own, and the finder folds it away.
    if (isWrapper(element)) return
    const name = `${MARK}${index}`
    // One attribute name an element: when the finder folds a wrapper into its child, the child then carries both.
    element.setAttribute(name, '')
    names.set(element, name)
  })
  const { Readability } = await import('@mozilla/readability')
  const options = { serializer: (node: unknown) => node as DomElement, charThreshold: 250, keepClasses: true }
  const article = new Readability<DomElement>(document.cloneNode(true) as never, options as never).parse()
  const content = article?.content
  if (content === null || content === undefined) return null
  const survived = new Set<string>()
  for (const element of content.querySelectorAll('*')) {
    for (const { name } of element.attributes) if (name.startsWith(MARK)) survived.add(name)
  }
  return {
    keep: (element) => survived.has(names.get(element) ?? ''),
    length: textOf(content).length,
  }
}

function isWrapper(element: DomElement): boolean {
  const nodes = [...element.childNodes].filter((node) => isElement(node) || (node.textContent ?? '').trim() !== '')
  const only = nodes[0]
  return nodes.length === 1 && only !== undefined && isElement(only) && /^(?:div|section)$/.test(only.localName)
}

/**
 * Puts text that stands directly in a container into paragraphs (split at double line breaks). The finder would do so itself,
 * but with elements of its own, and the way back to the page would be lost.
 */
function wrapLooseText(document: DomDocument): void {
  for (const container of [
    document.body,
    ...document.body.querySelectorAll('div,section,article,main,center,td,header'),
  ]) {
    if (container.localName === 'td' && !hasBlockChild(container)) continue
    let run: DomNode[] = []
    const flush = () => {
      const worded = run.some((node) => (node.textContent ?? '').trim() !== '')
      const first = run[0]
      if (worded && first !== undefined) {
        const paragraph = document.createElement('p')
        container.insertBefore(paragraph, first)
        for (const node of run) paragraph.appendChild(node)
      }
      run = []
    }
    let breaks = 0
    for (const child of [...container.childNodes]) {
      const inline = isText(child) || (isElement(child) && !BLOCKS.has(child.localName) && !hasBlockChild(child))
      const isBreak = isElement(child) && child.localName === 'br'
      breaks = isBreak ? breaks + 1 : isText(child) && (child.textContent ?? '').trim() === '' ? breaks : 0
      if (!inline || breaks >= 2) flush()
      else run.push(child)
    }
    flush()
  }
}

/** <main>, a lone <article>, or the smallest element that still holds most of the page's unlinked text. */
function densestRoot(document: DomDocument): DomElement {
  const body = document.body
  const total = proseLength(body)
  for (const candidate of declaredRoots(document)) {
    if (proseLength(candidate) >= total * 0.35) return candidate
  }
  let root = body
  for (;;) {
    const heavy: DomElement | undefined = [...root.children].find((child) => proseLength(child) >= total * 0.7)
    if (heavy === undefined || heavy.localName === 'p') return root
    root = heavy
  }
}

function declaredRoots(document: DomDocument): DomElement[] {
  const mains = [
    ...document.querySelectorAll(
      'main,[role="main"],[itemprop="articleBody"],#main-content,#content,#main,.main-content',
    ),
  ]
  const articles = [...document.querySelectorAll('article')]
  const roots = articles.length === 1 ? [...mains, ...articles] : mains
  return roots.filter((element) => attribute(element, 'aria-hidden') !== 'true')
}

function proseLength(element: DomElement): number {
  return textOf(element).length * (1 - linkShare(element) * 0.8)
}
