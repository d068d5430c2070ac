/** Where the first statement of a text ends, and whether anything but space and comments follows. */
export interface StatementText {
  /** The first statement without comments around it and without its semicolon. */
  readonly statement: string
  readonly firstWord: string
  readonly more: boolean
}

const SKIP: Readonly<Record<string, string>> = { "'": "'", '"': '"', '`': '`', '[': ']' }

/** Reads SQL as SQLite's own scanner does: quotes, brackets and comments hide semicolons. */
export function readStatement(sql: string): StatementText {
  let start = -1
  let end = 0
  let firstWord = ''
  let ended = false
  let i = 0
  while (i < sql.length) {
    const char = sql.charAt(i)
    if (/\s/u.test(char)) {
      i += 1
      continue
    }
    const comment = commentEnd(sql, i)
    if (comment > i) {
      i = comment
      continue
    }
    if (char === ';') {
      if (start >= 0) ended = true
      i += 1
      continue
    }
    if (ended) return { statement: sql.slice(start, end), firstWord, more: true }
    if (start < 0) {
      start = i
      firstWord = /^\w*/u.exec(sql.slice(i))?.[0].toUpperCase() ?? ''
    }
    i = tokenEnd(sql, i)
    end = i
  }
  return { statement: start < 0 ? '' : sql.slice(start, end), firstWord, more: false }
}

function commentEnd(sql: string, at: number): number {
  if (sql.startsWith('--', at)) {
    const line = sql.indexOf('\n', at)
    return line < 0 ? sql.length : line + 1
  }
  if (sql.startsWith('/*', at)) {
    const close = sql.indexOf('*/', at + 2)
    return close < 0 ? sql.length : close + 2
  }
  return at
}

/** A doubled quote inside a quoted token reads as two tokens in a row, which ends at the same place. */
function tokenEnd(sql: string, at: number): number {
  const close = SKIP[sql.charAt(at)]
  if (close === undefined) return at + 1
  const found = sql.indexOf(close, at + 1)
  return found < 0 ? sql.length : found + 1
}

const READING = new Set(['SELECT', 'WITH', 'VALUES'])

/** Why a text is not one reading statement; null when it is. */
export function whyNotOneSelect(text: StatementText): string | null {
  if (text.statement === '') return 'there is no statement in it'
  if (text.more) return 'only one statement is allowed'
  if (!READING.has(text.firstWord)) return `only SELECT, WITH and VALUES are allowed, not ${text.firstWord || 'this'}`
  return null
}
