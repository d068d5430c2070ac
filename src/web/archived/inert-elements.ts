const words = (text: string) => new Set(text.trim().split(/\s+/))

/** Elements that are shown as they were. Custom elements (a name with a hyphen) are too: mere boxes. */
export const SHOWN = words(`
  a abbr acronym address article aside b bdi bdo big blockquote br button caption center cite code col colgroup data
  datalist dd del details dfn dialog dir div dl dt em fieldset figcaption figure font footer h1 h2 h3 h4 h5 h6 header
  hgroup hr i img input ins kbd label legend li link main map mark menu meter nav ol optgroup option output p picture
  pre progress q rp rt ruby s samp search section select slot small span strike strong style sub summary sup table
  tbody td tfoot th thead time tr tt u ul var wbr
  svg g path rect circle ellipse line polyline polygon text tspan defs clippath mask lineargradient radialgradient stop
  symbol desc
  math mi mn mo ms mtext mrow mfrac msqrt mroot msub msup msubsup munder mover munderover mtable mtr mtd mspace mstyle
  mpadded mphantom menclose mmultiscripts semantics`)

/** Shown as another element, with what is inside. */
export const SHOWN_AS: ReadonlyMap<string, string> = new Map([
  ['form', 'div'],
  ['html', ''],
  ['body', ''],
  ['head', ''],
  ['xmp', 'pre'],
  ['listing', 'pre'],
  ['marquee', 'div'],
  ['blink', 'span'],
])

/** Left out with everything inside; the others that are not shown leave what is inside. */
export const LEFT_OUT = words(`
  script noscript template noembed noframes plaintext title meta base basefont bgsound param source track area
  use image animate animatetransform animatemotion set foreignobject filter pattern marker script annotation
  annotation-xml`)

/** A box with the element's name stands for these: what they held was not read. */
export const BOXED = words('iframe frame frameset object embed applet portal fencedframe video audio canvas textarea')

export const VOID = words('br col hr img input link wbr')

/** Attributes that every element may keep. */
const ANYWHERE = words(`
  class id title lang dir role hidden align valign width height bgcolor color face size border cellpadding cellspacing
  nowrap clear`)
const OF_ELEMENT: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['td', words('colspan rowspan headers scope abbr')],
  ['th', words('colspan rowspan headers scope abbr')],
  ['col', words('span')],
  ['colgroup', words('span')],
  ['ol', words('start reversed type')],
  ['ul', words('type')],
  ['li', words('value type')],
  ['img', words('alt')],
  ['time', words('datetime')],
  ['data', words('value')],
  ['details', words('open')],
  ['dialog', words('open')],
  ['option', words('value selected')],
  ['input', words('value placeholder checked')],
  ['meter', words('value min max low high optimum')],
  ['progress', words('value max')],
  ['style', words('media')],
  ['link', words('media')],
])
const DRAWN = words(`
  d viewbox x y x1 y1 x2 y2 cx cy r rx ry dx dy points fill fill-rule fill-opacity stroke stroke-width stroke-linecap
  stroke-linejoin stroke-dasharray stroke-opacity opacity transform preserveaspectratio offset stop-color stop-opacity
  gradientunits gradienttransform spreadmethod font-size font-family font-weight text-anchor dominant-baseline
  clip-path clip-rule mask mathvariant display stretchy fence separator lspace rspace linethickness columnalign
  rowalign displaystyle scriptlevel accent accentunder xmlns`)
const DRAWN_ELEMENTS = words(`
  svg g path rect circle ellipse line polyline polygon text tspan defs clippath mask lineargradient radialgradient stop
  symbol desc math mi mn mo ms mtext mrow mfrac msqrt mroot msub msup msubsup munder mover munderover mtable mtr mtd
  mspace mstyle mpadded mphantom menclose mmultiscripts semantics`)

export function isCustomElement(name: string): boolean {
  return /^[a-z][a-z0-9]{0,40}(?:-[a-z0-9]{1,40}){1,6}$/u.test(name)
}

/** Whether an attribute may stay, as far as its name goes; those that hold an address or a style are made anew. */
export function keepsAttribute(element: string, name: string): boolean {
  if (ANYWHERE.has(name) || /^(?:aria|data)-[a-z0-9-]{1,60}$/u.test(name)) return true
  if (OF_ELEMENT.get(element)?.has(name) === true) return true
  return DRAWN_ELEMENTS.has(element) && DRAWN.has(name)
}

/** They end by themselves where the next one begins, so that many of them are no nesting. */
const ENDS_ITSELF = words(
  'p li dd dt td th tr thead tbody tfoot option optgroup rp rt area base embed meta param source track',
)

/** How deep elements are nested at most, by a look at the tags alone; a reader's time grows with its square. */
export function nestingOf(source: string): number {
  let [depth, deepest] = [0, 0]
  for (const [, end, name = ''] of source.matchAll(/<(\/?)([a-z][a-z0-9-]{0,60})/giu)) {
    const tag = name.toLowerCase()
    if (VOID.has(tag) || ENDS_ITSELF.has(tag)) continue
    depth = end === '/' ? Math.max(0, depth - 1) : depth + 1
    deepest = Math.max(deepest, depth)
  }
  return deepest
}
