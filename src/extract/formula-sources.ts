import { multilineRegExp } from '../domain/multiline-regexp.ts'
import { asciiMathText } from './ascii-math-text.ts'
import { attribute, type Child, type Document, type Element, find, tagged } from './dom.ts'
import { mathText } from './math-text.ts'
import { texText } from './tex-text.ts'

/**
 * Formulas that a page carries as their source: in a script that draws them, or in the words that stand for a picture.
 * Each becomes the text of the place it stands at; one that is there as MathML, too, is read by that alone.
 */
export function readFormulas(document: Document, parse: (source: string) => Document): void {
  const scriptAt = placeFinder()
  for (const script of tagged(document, 'script')) {
    const type = attribute(script, 'type')?.toLowerCase() ?? ''
    if (type.startsWith('math/'))
      readScript(script, scriptAt(script), (source) => formulaText(source, type.slice(5), parse))
  }
  const imageAt = placeFinder()
  for (const image of tagged(document, 'img')) readImage(image, imageAt(image))
}

/** What a script of MathJax has drawn before itself: the same formula in single letters. */
const DRAWN = /(?:^|\s)(?:mathjax|mjx)/i
const MOST_DRAWN = 4

function readScript({ parent, children }: Element, at: number, read: (source: string) => string): void {
  const [source] = children
  if (parent === null || typeof source !== 'string') return
  const drawn: number[] = []
  for (let before = at - 1; before >= 0 && drawn.length < MOST_DRAWN; before -= 1) {
    const child = parent.children[before]
    if (typeof child === 'string' && child.trim() === '') continue
    if (child === undefined || typeof child === 'string' || !DRAWN.test(attribute(child, 'class') ?? '')) break
    if (holdsMath(child)) return
    drawn.push(before)
  }
  const text = read(source)
  if (text === '') return
  for (const place of drawn) parent.children[place] = ''
  setApart(parent.children, at, text)
}

function formulaText(source: string, type: string, parse: (source: string) => Document): string {
  const kind = type.split(';', 1)[0]
  const plain = source.replace(/^\s*<!\[CDATA\[|\]\]>\s*$|^\s*%\s*<!\[CDATA\[/g, '')
  if (kind === 'tex') return texText(plain)
  if (kind === 'asciimath') return asciiMathText(plain)
  if (kind !== 'mml') return ''
  const math = find(parse(plain).root, (inner) => inner.tag === 'math')
  return math === null ? '' : mathText(math)
}

/** Classes by which MediaWiki, WordPress, QuickLaTeX, Moodle, Canvas, Doxygen, Sphinx and LaTeXML mark them. */
const OF_FORMULAS = new Set(
  (
    'tex latex math quicklatex-auto-format ql-img-inline-formula ql-img-displayed-equation texrender equation_image ' +
    'formulainl formuladsp ltx_math mwe-math-fallback-image-inline mwe-math-fallback-image-display ' +
    'mwe-math-fallback-png-inline mwe-math-fallback-png-display mwe-math-fallback-source-inline'
  ).split(' '),
)
/** Where such pictures are drawn: latex.php of WordPress, CodeCogs, MediaWiki's renderer, Google's charts, mimeTeX. */
const DRAWN_BY = multilineRegExp('i')`
  \/latex\.php\?|latex\.codecogs\.com|\/media\/math\/render\/|\/render\/math\?|[?&;]cht=tx\b|\/equation_images\/
    |\/filter\/tex\/|(?:mimetex|mathtex)\.cgi|quicklatex\.com`
/** Source between the signs that open and close a formula in TeX. */
const DELIMITED = /^(?:\$[^$]{1,4000}\$|\$\$[^$]{1,4000}\$\$|\\\([\s\S]{1,4000}\\\)|\\\[[\s\S]{1,4000}\\\])$/
/** As the renderers of MediaWiki write it. */
const DISPLAYED = /^\{\\displaystyle\b[\s\S]{1,4000}\}$/

function readImage(image: Element, at: number): void {
  if (image.attributes.size === 0) return
  const alt = attribute(image, 'alt') ?? ''
  const isOfFormula =
    (attribute(image, 'class') ?? '').split(/\s+/).some((name) => OF_FORMULAS.has(name.toLowerCase())) ||
    DRAWN_BY.test(attribute(image, 'src') ?? '') ||
    DELIMITED.test(alt) ||
    DISPLAYED.test(alt)
  const { parent } = image
  if (!isOfFormula || parent === null || standsBesideMath(parent.children, at)) return
  const source = attribute(image, 'data-equation-content') ?? (alt || (attribute(image, 'title') ?? ''))
  const tex = source.replace(/^LaTeX:\s*/i, '').replace(/^(?:\$\$?|\\[([])|(?:\$\$?|\\[)\]])$/g, '')
  if (!isProse(tex)) setApart(parent.children, at, texText(tex))
}

/** "View the MathML source" stands for no formula. */
function isProse(tex: string): boolean {
  const words = tex.replace(/\\[a-z]+\s*(?:\{[^{}]{0,200}\})?/gi, ' ').match(/\p{L}{4,}/gu) ?? []
  return words.length > 2 || !/[\p{L}\p{N}]/u.test(tex)
}

/** Also where the formula stands at the end of a word or a figure, it is a word of its own. */
function setApart(children: Child[], at: number, text: string): void {
  const before = children[at - 1]
  const after = children[at + 1]
  const isTight = typeof before === 'string' && /[\p{L}\p{N}]$/u.test(before)
  const isFollowed = typeof after === 'string' && /^[\p{L}\p{N}]/u.test(after)
  children[at] = `${isTight ? ' ' : ''}${text}${isFollowed ? ' ' : ''}`
}

/** The picture is for those who cannot see the MathML beside it. */
function standsBesideMath(children: readonly Child[], at: number): boolean {
  const isBlank = (child: Child | undefined) => typeof child === 'string' && child.trim() === ''
  const before = children[isBlank(children[at - 1]) ? at - 2 : at - 1]
  const after = children[isBlank(children[at + 1]) ? at + 2 : at + 1]
  return [before, after].some((child) => child !== undefined && typeof child !== 'string' && holdsMath(child))
}

/** Where an element stands among its parent's children; asked in the order of the page, each is looked for once. */
function placeFinder(): (element: Element) => number {
  const last = new Map<Element, number>()
  return (element) => {
    const { parent } = element
    if (parent === null) return -1
    const from = last.get(parent) ?? 0
    const at = parent.children.indexOf(element, from)
    last.set(parent, Math.max(from, at))
    return at
  }
}

function holdsMath(element: Element): boolean {
  return element.tag === 'math' || find(element, (inner) => inner.tag === 'math') !== null
}
