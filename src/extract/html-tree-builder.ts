import { NO_ATTRIBUTES } from './attributes.ts'
import type { Attributes, Document, Element } from './dom.ts'

const words = (text: string) => new Set(text.split(' '))
export const CLOSES_PARAGRAPH = words(
  'address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form ' +
    'h1 h2 h3 h4 h5 h6 header hgroup hr main menu nav ol p pre section summary table ul li dd dt',
)
const PARAGRAPH = words('p')
const LINK = words('a')
const HEADINGS = words('h1 h2 h3 h4 h5 h6')
const FORMATTING = words('a b big code em font i nobr s small strike strong tt u span')
/** An end tag does not reach through these. */
const WALLS = words('table td th caption template html')
/** What a start tag closes when it is open, and the elements beyond which it does not look. */
const IMPLIED: ReadonlyMap<string, readonly [closes: ReadonlySet<string>, until: ReadonlySet<string>]> = new Map([
  ['li', [words('li'), words('ul ol menu')]],
  ['dt', [words('dt dd'), words('dl')]],
  ['dd', [words('dt dd'), words('dl')]],
  ['tr', [words('tr td th caption colgroup'), words('table template')]],
  ['td', [words('td th'), words('tr table template')]],
  ['th', [words('td th'), words('tr table template')]],
  ['thead', [words('thead tbody tfoot tr td th caption colgroup'), words('table template')]],
  ['tbody', [words('thead tbody tfoot tr td th caption colgroup'), words('table template')]],
  ['tfoot', [words('thead tbody tfoot tr td th caption colgroup'), words('table template')]],
  ['option', [words('option'), words('select datalist')]],
  ['rt', [words('rt rp'), words('ruby')]],
  ['rp', [words('rt rp'), words('ruby')]],
])
/** Real pages nest some dozens deep; what is nested deeper is laid flat, so that walks may recurse. */
const DEEPEST = 300
/**
 * Elements and texts: what a page of five megabytes has twice over. Beyond it nothing is read, so that memory has an
 * end too.
 */
const MOST_PIECES = 500_000

/**
 * Tree construction: start tags, end tags and text go in, one after the other; elements that HTML closes without an end
 * tag are closed here. `<p>one<p>two` becomes two paragraphs, `<li>a<li>b` two items.
 */
export class HtmlTreeBuilder {
  readonly #rootAttributes = new Map<string, string>()
  readonly #root: Element
  readonly #byTag = new Map<string, Element[]>()
  readonly #elements: Element[] = []
  readonly #stack: Element[]
  /** How many of each tag are open: an end tag without a start must not cost a walk down the whole stack. */
  readonly #open = new Map<string, number>()
  /** End tags to pass over, of elements that were laid flat. */
  readonly #skipped = new Map<string, number>()
  #flattened = false
  #pieces = 0

  constructor() {
    this.#root = {
      tag: 'html',
      attributes: this.#rootAttributes,
      children: [],
      parent: null,
      depth: 0,
      groups: -1,
    }
    this.#stack = [this.#root]
  }

  isFull(): boolean {
    return this.#pieces >= MOST_PIECES
  }

  document(): Document {
    return { root: this.#root, byTag: this.#byTag, elements: this.#elements, flattened: this.#flattened }
  }

  /** Of html, head and body, which are one element here; what the first of them says stands. */
  rootAttributes(attributes: Attributes): void {
    for (const [name, value] of attributes) if (!this.#rootAttributes.has(name)) this.#rootAttributes.set(name, value)
  }

  text(text: string): void {
    if (text === '') return
    this.#pieces += 1
    this.#top().children.push(text)
  }

  /** Adds the element; it stays open only when `enter` follows. */
  start(tag: string, attributes: Attributes): Element {
    this.#closeImplied(tag)
    const parent = this.#top()
    const element: Element = { tag, attributes, children: [], parent, depth: parent.depth + 1, groups: -1 }
    parent.children.push(element)
    this.#elements.push(element)
    this.#pieces += 1
    const known = this.#byTag.get(tag)
    if (known === undefined) this.#byTag.set(tag, [element])
    else known.push(element)
    return element
  }

  enter(element: Element): void {
    const { tag } = element
    if (this.#stack.length < DEEPEST) {
      this.#stack.push(element)
      this.#open.set(tag, (this.#open.get(tag) ?? 0) + 1)
    } else {
      this.#flattened = true
      this.#skipped.set(tag, (this.#skipped.get(tag) ?? 0) + 1)
    }
  }

  end(tag: string): void {
    if (tag === 'br') this.start('br', NO_ATTRIBUTES)
    const over = this.#skipped.get(tag) ?? 0
    if (over > 0) {
      this.#skipped.set(tag, over - 1)
      return
    }
    if (!this.#isOpen(tag)) return
    const formatting = FORMATTING.has(tag)
    for (let index = this.#stack.length - 1; index > 0; index -= 1) {
      const current = (this.#stack[index] as Element).tag
      if (current === tag) {
        this.#popTo(index)
        return
      }
      if (WALLS.has(current) && !WALLS.has(tag) && !(tag === 'tr' || tag === 'tbody')) return
      if (formatting && !FORMATTING.has(current)) return
    }
  }

  #top(): Element {
    return this.#stack[this.#stack.length - 1] as Element
  }

  #isOpen(tag: string): boolean {
    return (this.#open.get(tag) ?? 0) > 0
  }

  #pop(): void {
    const gone = this.#stack.pop()
    if (gone !== undefined) this.#open.set(gone.tag, (this.#open.get(gone.tag) ?? 1) - 1)
  }

  #popTo(index: number): void {
    while (this.#stack.length > index) this.#pop()
  }

  #closeImplied(tag: string): void {
    if (CLOSES_PARAGRAPH.has(tag) && this.#isOpen('p')) this.#closeNearest(PARAGRAPH, WALLS)
    const rule = IMPLIED.get(tag)
    if (rule !== undefined) this.#closeNearest(rule[0], rule[1])
    if (HEADINGS.has(tag) && HEADINGS.has(this.#top().tag)) this.#pop()
    if (tag === 'a' && this.#isOpen('a')) this.#closeNearest(LINK, WALLS)
  }

  /** Closes every open element of the set above the nearest wall. */
  #closeNearest(closes: ReadonlySet<string>, until: ReadonlySet<string>): void {
    let cut = -1
    for (let index = this.#stack.length - 1; index > 0; index -= 1) {
      const { tag } = this.#stack[index] as Element
      if (until.has(tag)) break
      if (closes.has(tag)) cut = index
    }
    if (cut > 0) this.#popTo(cut)
  }
}
