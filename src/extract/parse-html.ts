import { attributeReader, NO_ATTRIBUTES } from './attributes.ts'
import type { Attributes, Document } from './dom.ts'
import { decodeReferences } from './entities.ts'
import { readFormulas } from './formula-sources.ts'
import { CLOSES_PARAGRAPH, HtmlTreeBuilder } from './html-tree-builder.ts'
import { markStyledScripts } from './styled-scripts.ts'

const words = (text: string) => new Set(text.split(' '))
const VOID = words('area base br col embed hr img input link meta param source track wbr basefont bgsound frame keygen')
/** Their content is text up to their own end tag. */
const RAW = words('script style textarea title xmp iframe noembed noframes svg')
/** Character codes that a tag is made of. */
const [SPACE, EXCLAMATION, DOUBLE, SINGLE, SLASH, EQUALS, GREATER, QUESTION] = [32, 33, 34, 39, 47, 61, 62, 63]
/** A quoted value longer than this, such as an inline picture, is taken for a quote that was never closed. */
const LONGEST_VALUE = 200_000

/** Nobody may send these: the signs of scripts.ts are among them. */
const NONCHARACTERS = /[\ufdd0-\ufdef]/
const NONCHARACTERS_ALL = /[\ufdd0-\ufdef]/g

/**
 * Reads what a server sent into a tree, forgiving as browsers are: no input is an error, and time grows with the length
 * alone.
 */
export function parseHtml(source: string): Document {
  const document = parseTree(source)
  markStyledScripts(document)
  readFormulas(document, parseTree)
  return document
}

function parseTree(source: string): Document {
  const html = NONCHARACTERS.test(source) ? source.replace(NONCHARACTERS_ALL, '') : source
  const tree = new HtmlTreeBuilder()
  const attributesIn = attributeReader()
  let at = 0
  while (at < html.length && !tree.isFull()) {
    const less = html.indexOf('<', at)
    if (less < 0) {
      tree.text(decodeReferences(html.slice(at)))
      break
    }
    if (less > at) tree.text(decodeReferences(html.slice(at, less)))
    at = readMarkup(html, less, tree, attributesIn)
  }
  return tree.document()
}

/** What stands at a `<`: a tag, a declaration or a comment, or a mere less-than sign; returns where it ends. */
function readMarkup(html: string, less: number, tree: HtmlTreeBuilder, attributesIn: ReadAttributes): number {
  const next = html.charCodeAt(less + 1)
  if (next === EXCLAMATION || next === QUESTION) return afterDeclaration(html, less)
  const isEnd = next === SLASH
  const nameAt = isEnd ? less + 2 : less + 1
  if (!isLetter(html.charCodeAt(nameAt))) {
    if (isEnd) return indexOrEnd(html, '>', nameAt, 1)
    tree.text('<')
    return less + 1
  }
  let nameEnd = nameAt + 1
  while (nameEnd < html.length && !isNameEnd(html.charCodeAt(nameEnd))) nameEnd += 1
  const tag = html.slice(nameAt, nameEnd).toLowerCase()
  const close = tagEnd(html, nameEnd)
  if (isEnd) {
    tree.end(tag)
    return close + 1
  }
  const attributes = close > nameEnd ? attributesIn(html.slice(nameEnd, close)) : NO_ATTRIBUTES
  return readStartTag(html, { tag, attributes, close }, tree)
}

type ReadAttributes = (text: string) => Attributes

/** Adds the element, and the text of one whose content is raw; returns where reading goes on. */
function readStartTag(
  html: string,
  { tag, attributes, close }: { readonly tag: string; readonly attributes: Attributes; readonly close: number },
  tree: HtmlTreeBuilder,
): number {
  const after = close + 1
  if (tag === 'html' || tag === 'body' || tag === 'head') {
    tree.rootAttributes(attributes)
    return after
  }
  const element = tree.start(tag, attributes)
  if (VOID.has(tag)) return after
  if (RAW.has(tag)) {
    const finish = closingTag(html, tag, after)
    // Only a script that is never closed takes the rest of the page with it.
    if (finish === html.length && tag !== 'script' && tag !== 'style') return after
    const inside = html.slice(after, finish)
    if (inside !== '') element.children.push(tag === 'title' || tag === 'textarea' ? decodeReferences(inside) : inside)
    return indexOrEnd(html, '>', finish, 1)
  }
  const closesItself = html.charCodeAt(close - 1) === SLASH && !CLOSES_PARAGRAPH.has(tag) && tag.includes('-')
  if (!closesItself) tree.enter(element)
  return after
}

function isLetter(code: number): boolean {
  const small = code | 32
  return small >= 97 && small <= 122
}

function isNameEnd(code: number): boolean {
  return code <= SPACE || code === GREATER || code === SLASH
}

function indexOrEnd(html: string, mark: string, from: number, after: number): number {
  const found = html.indexOf(mark, from)
  return found < 0 ? html.length : found + after
}

function afterDeclaration(html: string, at: number): number {
  if (html.startsWith('<!--', at)) {
    if (html.startsWith('>', at + 4)) return at + 5
    return indexOrEnd(html, '-->', at + 4, 3)
  }
  return indexOrEnd(html, '>', at, 1)
}

/** The > that ends a tag, past quoted values; a quote that is never closed does not swallow the page. */
function tagEnd(html: string, from: number): number {
  let at = from
  for (;;) {
    const code = html.charCodeAt(at)
    if (Number.isNaN(code)) return html.length
    if (code === GREATER) return at
    if ((code === DOUBLE || code === SINGLE) && html.charCodeAt(previousVisible(html, at)) === EQUALS) {
      const quote = html.indexOf(code === DOUBLE ? '"' : "'", at + 1)
      if (quote < 0 || quote - at > LONGEST_VALUE) return indexOrEnd(html, '>', at, 0)
      at = quote
    }
    at += 1
  }
}

function previousVisible(html: string, at: number): number {
  let index = at - 1
  while (index > 0 && html.charCodeAt(index) <= SPACE) index -= 1
  return index
}

function closingTag(html: string, tag: string, from: number): number {
  for (let at = html.indexOf('</', from); at >= 0; at = html.indexOf('</', at + 2)) {
    if (
      html.slice(at + 2, at + 2 + tag.length).toLowerCase() === tag &&
      isNameEnd(html.charCodeAt(at + 2 + tag.length))
    )
      return at
  }
  return html.length
}
