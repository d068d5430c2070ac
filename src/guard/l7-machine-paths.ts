/** What stands for a place of this machine in a text that a stranger may read. */
const PATH_MARK = '[path]'

/** Blanks within a line: one that ends a line begins the next, and would be tried from each of them. */
const BLANK = '[^\\S\\n\\r\\u2028\\u2029]'
const STACK_LINE = new RegExp(
  `^(?:${BLANK}*at\\s.+(?::\\d{1,7}:\\d{1,7}\\)?|<anonymous>\\)?|\\(native\\))|${BLANK}+at\\s.+\\([^\\s(]+\\))$`,
  'gmu',
)
/** Where a name of a folder ends. */
const REST = '[^\\s"\'`<>|)]*'
const NAME = '[\\p{L}\\p{N}_.@+~%-]+'
/** A name that a separator follows may hold commas and brackets, or a few words. */
const INNER = `(?:[^\\s"'\`<>|/\\\\]+|${NAME}(?: ${NAME}){1,2})`
const LINE = '(?::\\d+){0,2}'

/** Quoted whole: blanks and all. */
const QUOTED = /(["'`])(?:file:\/{0,3}|~[\w.-]*\/|[A-Za-z]:[\\/]|\\\\|\/(?=[^"'`\n]*\/))[^"'`\n]*\1/gu

const PATHS = [
  // A web address is no path of this machine; it is matched so that nothing inside of it is.
  '(?<web>(?:https?|wss?|ftps?)://[^\\s"\'<>]+)',
  `\\bfile:/{0,3}[^\\s"')]+`,
  // sqlite:///home/…: a scheme and no host.
  `\\b[a-z][a-z0-9+.-]{0,30}:///[^\\s"')]+`,
  `\\bnode:[\\w./-]+(?::\\d+){1,2}`,
  `(?:\\\\\\\\[?.]\\\\)?\\b[A-Za-z]:[\\\\/](?![\\\\/])(?:${INNER}[\\\\/])*${NAME}${LINE}`,
  `\\\\\\\\[\\w.-]+\\\\(?:${INNER}\\\\)*${NAME}`,
  `(?<![\\p{L}\\p{N}_/])~[\\w.-]*/${NAME}(?:/${NAME})*${LINE}`,
  // Two or more segments from a root; a single `/x` may be a route or a fraction.
  `(?<![\\p{L}\\p{N}_/<])/${NAME}/(?:${INNER}/)*(?:${NAME})?${LINE}`,
  // A file of our own sources: below a folder, or with a line of it. Node.js alone is a name.
  `(?<![\\p{L}\\p{N}_/.@+~%-])(?:${NAME}/)+${NAME}\\.[cm]?[jt]sx?${LINE}(?![\\p{L}\\p{N}])`,
  `(?<![\\p{L}\\p{N}_/.@+~%-])${NAME}\\.[cm]?[jt]sx?(?::\\d+){1,2}`,
].join('|')
const PATH = new RegExp(PATHS, 'gu')

/**
 * REQ 4.4.1 L7: no stack and no path of this machine. `places` (home, package) are known by name and go first, with
 * whatever is below them, since a path with a blank in it cannot be told from the words around it.
 */
export function hidePaths(text: string, places: readonly string[] = []): string {
  return withoutPlaces(text.replace(STACK_LINE, ''), places)
    .replace(QUOTED, (_whole, quote: string) => `${quote}${PATH_MARK}${quote}`)
    .replace(PATH, (whole, ...rest: unknown[]) => {
      const { web } = rest.at(-1) as { readonly web?: string }
      return web ?? (whole.endsWith(PATH_MARK) ? whole : PATH_MARK)
    })
}

function withoutPlaces(text: string, places: readonly string[]): string {
  const known = places
    .map((place) => place.replace(/(?<![\\/])[\\/]+$/, ''))
    .filter((place) => place.length > 1)
    .sort((a, b) => b.length - a.length)
    .map((place) => place.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  if (known.length === 0) return text
  const expression = new RegExp(
    `(?:file:/{0,2})?(?<![\\p{L}\\p{N}_])(?:${known.join('|')})(?![\\p{L}\\p{N}_])${REST}`,
    'gu',
  )
  return text.replace(expression, PATH_MARK)
}
