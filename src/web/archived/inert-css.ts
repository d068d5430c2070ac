/** Where an address of the page leads now: a path into the archive, or nowhere. */
export type ToArchive = (address: string) => string | null

/** What an address becomes that leads nowhere. */
const NOWHERE = 'about:invalid'

/**
 * A style sheet whose addresses all lead into the archive, read once from left to right. What it does not recognise,
 * such as an address spelt in escapes, the frame's policy refuses; this is for showing the page as it was.
 */
export function inertCss(css: string, toArchive: ToArchive): string {
  const small = css.toLowerCase()
  const nextOf = finder(small)
  let [out, at] = ['', 0]
  for (;;) {
    const url = nextOf('url(', at)
    const next = Math.min(url, nextOf('@import', at))
    if (next === css.length) return withoutTags(out + css.slice(at))
    const isFunction = next === url
    const from = next + (isFunction ? 'url('.length : '@import'.length)
    const value = readValue(css, from, isFunction, nextOf)
    out += css.slice(at, next)
    // `@import url(...)` is met again at its url; only the quoted form is an address here.
    if (value === null) out += css.slice(next, from)
    else if (isFunction) out += `url("${led(value.text, toArchive)}")`
    else out += `@import "${led(value.text, toArchive)}"`
    at = value === null ? from : value.end
  }
}

type NextOf = (mark: string, from: number) => number

/**
 * The next place of a mark, or the end. Asked from left to right only, so that a place that was found is looked for no
 * second time: a style sheet of nothing but beginnings costs its length.
 */
function finder(text: string): NextOf {
  const known = new Map<string, number>()
  return (mark, from) => {
    const before = known.get(mark)
    if (before !== undefined && before >= from) return before
    const found = text.indexOf(mark, from)
    known.set(mark, found < 0 ? text.length : found)
    return found < 0 ? text.length : found
  }
}

interface Value {
  readonly text: string
  readonly end: number
}

/** Longer than any address; a data address may be. */
const LONGEST = 500_000
/** Spaces before an address. */
const MOST_SPACES = 100

function readValue(css: string, from: number, isFunction: boolean, nextOf: NextOf): Value | null {
  let at = from
  while (at - from < MOST_SPACES && /\s/u.test(css.charAt(at))) at += 1
  const quote = css.charAt(at)
  if (quote === '"' || quote === "'") {
    const close = nextOf(quote, at + 1)
    if (close === css.length || close - at > LONGEST) return null
    if (!isFunction) return { text: css.slice(at + 1, close), end: close + 1 }
    const end = nextOf(')', close)
    return end === css.length ? null : { text: css.slice(at + 1, close), end: end + 1 }
  }
  const end = isFunction ? nextOf(')', at) : css.length
  return end === css.length || end - at > LONGEST ? null : { text: css.slice(at, end).trim(), end: end + 1 }
}

function led(address: string, toArchive: ToArchive): string {
  // A part of the same document: a gradient, a clip path.
  if (/^#[\w-]{1,100}$/u.test(address)) return address
  return (toArchive(address) ?? NOWHERE).replace(/["\\\n\r\f]/gu, '')
}

/** Inside of <style> nothing may end it; in CSS the escape is the same sign. */
function withoutTags(css: string): string {
  return css.replaceAll('<', '\\3c ')
}
