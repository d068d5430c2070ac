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
  let [out, at] = ['', 0]
  for (;;) {
    const url = indexOrEnd(small, 'url(', at)
    const imported = indexOrEnd(small, '@import', at)
    const next = Math.min(url, imported)
    if (next === css.length) return withoutTags(out + css.slice(at))
    const from = next === url ? next + 'url('.length : next + '@import'.length
    const value = readValue(css, from, next === url)
    out += css.slice(at, next)
    // `@import url(...)` is met again at its url; only the quoted form is an address here.
    if (value === null) out += css.slice(next, from)
    else if (next === url) out += `url("${led(value.text, toArchive)}")`
    else out += `@import "${led(value.text, toArchive)}"`
    at = value === null ? from : value.end
  }
}

function indexOrEnd(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from)
  return found < 0 ? text.length : found
}

interface Value {
  readonly text: string
  readonly end: number
}

/** Longer than any address; a data address may be. */
const LONGEST = 500_000

function readValue(css: string, from: number, isFunction: boolean): Value | null {
  let at = from
  while (at < css.length && /\s/u.test(css.charAt(at))) at += 1
  const quote = css.charAt(at)
  if (quote === '"' || quote === "'") {
    const close = css.indexOf(quote, at + 1)
    if (close < 0 || close - at > LONGEST) return null
    if (!isFunction) return { text: css.slice(at + 1, close), end: close + 1 }
    const end = css.indexOf(')', close)
    return end < 0 ? null : { text: css.slice(at + 1, close), end: end + 1 }
  }
  const end = isFunction ? css.indexOf(')', at) : -1
  return end < 0 || end - at > LONGEST ? null : { text: css.slice(at, end).trim(), end: end + 1 }
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
