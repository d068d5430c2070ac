/** A regular expression of the source tree and where it stands. */
export interface SourcePattern {
  /** Repository path and line: `src/rank/stem.ts:34`. */
  readonly at: string
  readonly source: string
  readonly flags: string
}

/** After these words an expression begins, so that a slash opens a regular expression. */
const BEFORE_EXPRESSION = new Set(
  'return typeof case in of delete void throw new else do await yield instanceof'.split(' '),
)
const WORD = /[\w$\u0080-\uffff]/

/**
 * The regular expression literals of a TypeScript file, read without a parser: comments, strings and templates are
 * skipped (what stands in `${}` is code again), and a slash after a value divides.
 */
export function patternLiterals(path: string, text: string): readonly SourcePattern[] {
  const found: SourcePattern[] = []
  /** Braces open inside each `${}` that is being read. */
  const templates: number[] = []
  let line = 1
  let counted = 0
  let previous = ''
  let at = 0
  while (at < text.length) {
    const char = text.charAt(at)
    if (/\s/.test(char)) {
      at += 1
    } else if (text.startsWith('//', at)) {
      at = endOf(text, '\n', at)
    } else if (text.startsWith('/*', at)) {
      at = endOf(text, '*/', at + 2) + 2
    } else if (char === '"' || char === "'") {
      at = afterQuoted(text, at)
      previous = 'value'
    } else if (char === '`' || (char === '}' && templates.at(-1) === 0)) {
      if (char === '}') templates.pop()
      const end = afterTemplatePart(text, at + 1)
      if (text.charAt(end - 1) === '{') templates.push(0)
      previous = text.charAt(end - 1) === '{' ? '{' : 'value'
      at = end
    } else if (char === '/' && beginsExpression(previous)) {
      const end = afterPattern(text, at)
      const flags = /^[a-z]*/.exec(text.slice(end, end + 10))?.[0] ?? ''
      line += text.slice(counted, at).split('\n').length - 1
      counted = at
      found.push({ at: `${path}:${line}`, source: text.slice(at + 1, end - 1), flags })
      at = end + flags.length
      previous = 'value'
    } else if (WORD.test(char)) {
      let end = at
      while (end < text.length && WORD.test(text.charAt(end))) end += 1
      previous = text.slice(at, end)
      at = end
    } else {
      const depth = templates.length - 1
      if (char === '{' && depth >= 0) templates[depth] = (templates[depth] ?? 0) + 1
      if (char === '}' && depth >= 0) templates[depth] = (templates[depth] ?? 0) - 1
      previous = char
      at += 1
    }
  }
  return found
}

function beginsExpression(previous: string): boolean {
  if (previous === 'value' || previous === ')' || previous === ']') return false
  return !WORD.test(previous) || BEFORE_EXPRESSION.has(previous)
}

function endOf(text: string, mark: string, from: number): number {
  const end = text.indexOf(mark, from)
  return end === -1 ? text.length : end
}

function afterQuoted(text: string, from: number): number {
  const quote = text.charAt(from)
  let at = from + 1
  while (at < text.length && text.charAt(at) !== quote) at += text.charAt(at) === '\\' ? 2 : 1
  return at + 1
}

/** Behind the closing backtick or behind `${`. */
function afterTemplatePart(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const char = text.charAt(at)
    if (char === '\\') at += 1
    else if (char === '`') return at + 1
    else if (char === '$' && text.charAt(at + 1) === '{') return at + 2
  }
  return text.length
}

function afterPattern(text: string, from: number): number {
  let isClass = false
  for (let at = from + 1; at < text.length; at += 1) {
    const char = text.charAt(at)
    if (char === '\\') at += 1
    else if (char === '[') isClass = true
    else if (char === ']') isClass = false
    else if (char === '/' && !isClass) return at + 1
  }
  return text.length
}
