/**
 * Reading markup from outside in one pass. A regular expression like `<[^>]*>` looks for the end of a tag anew from
 * every `<`: 100 kB of them, and no `>`, take seconds. Here each end is looked for once.
 */

/** Like `text.indexOf(mark, from)` for calls with growing `from`: the text between is never searched twice. */
function forwardSearch(text: string, mark: string): (from: number) => number {
  let found = -2
  return (from) => {
    if (found !== -1 && found < from) found = text.indexOf(mark, from)
    return found
  }
}

/** The same for a pattern, which must be global; -1 when there is none. */
function forwardMatch(text: string, mark: RegExp): (from: number) => { readonly start: number; readonly end: number } {
  let found = { start: -2, end: -2 }
  return (from) => {
    if (found.start === -1 || found.start >= from) return found
    mark.lastIndex = from
    const match = mark.exec(text)
    found = match === null ? { start: -1, end: -1 } : { start: match.index, end: mark.lastIndex }
    return found
  }
}

/** Longest name of a tag that `replaceTags` can be asked for, with its `<`, its slash and its prefix. */
const LONGEST_NAME = 24

/**
 * Every tag, or those that begin as `opening` says, for something else:
 * `replaceTags('a<br/>b', ' ')` is `a b`, like `/<[^>]*>/g`.
 */
export function replaceTags(text: string, replacement: string, opening: RegExp = /^</): string {
  const closing = forwardSearch(text, '>')
  let kept = ''
  let from = 0
  for (let at = text.indexOf('<'); at !== -1; ) {
    const end = closing(at)
    if (end === -1) break
    if (opening.test(text.slice(at, at + LONGEST_NAME))) {
      kept += text.slice(from, at) + replacement
      from = end + 1
      at = text.indexOf('<', from)
    } else at = text.indexOf('<', at + 1)
  }
  return kept + text.slice(from)
}

export interface MarkupElement {
  /** As it is written: `h1`, `H1`. */
  readonly name: string
  readonly inner: string
  readonly start: number
  readonly end: number
}

/**
 * Elements of the named kinds, each up to its first end tag, as `<(a|b)\b[^>]*>([\s\S]{0,longest}?)</\1>` finds them;
 * case does not matter. What has no end within `longest` characters is no element.
 */
export function* elementsIn(text: string, names: readonly string[], longest: number): Generator<MarkupElement> {
  const opening = new RegExp(`<(${names.join('|')})\\b`, 'gi')
  const closing = forwardSearch(text, '>')
  const endTags = new Map(names.map((name) => [name, forwardMatch(text, new RegExp(`</${name}>`, 'gi'))]))
  for (let match = opening.exec(text); match !== null; match = opening.exec(text)) {
    const name = match[1] ?? ''
    const tagEnd = closing(match.index)
    if (tagEnd === -1) return
    const endTag = endTags.get(name.toLowerCase())?.(tagEnd + 1)
    if (endTag === undefined || endTag.start === -1 || endTag.start - tagEnd - 1 > longest) continue
    yield { name, inner: text.slice(tagEnd + 1, endTag.start), start: match.index, end: endTag.end }
    opening.lastIndex = endTag.end
  }
}

/** The trimmed text of the first `<name>...</name>` that holds nothing but text; null when there is none. */
export function elementText(markup: string, name: string): string | null {
  const [open, close] = [`<${name}>`, `</${name}>`]
  for (let at = markup.indexOf(open); at !== -1; at = markup.indexOf(open, at + 1)) {
    const from = at + open.length
    const end = markup.indexOf('<', from)
    if (end === -1) return null
    const text = markup.slice(from, end).trim()
    if (markup.startsWith(close, end) && text !== '') return text
  }
  return null
}
