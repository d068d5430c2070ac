/**
 * A record of an API as a page: its fields are headings, its texts paragraphs. Null where it holds no sentence; one
 * that is too long is not cut but named so.
 */
export function jsonAsHtml(text: string): string | 'too long' | null {
  let record: unknown
  try {
    record = JSON.parse(text)
  } catch {
    return null
  }
  const lines: string[] = []
  const title = titleOf(record)
  const budget = { left: MOST_VALUES }
  write(record, { name: '', depth: 0, lines, budget })
  if (budget.left <= 0) return 'too long'
  if (!lines.some((line) => line.startsWith('<p>') && line.length >= SENTENCE)) return null
  const heading = title === null ? '' : `<title>${escaped(title)}</title>`
  const body = `${title === null ? '' : `<h1>${escaped(title)}</h1>`}${lines.join('\n')}`
  return `<!doctype html><html><head><meta charset="utf-8">${heading}</head><body><main>${body}</main></body></html>`
}

/** Values of one record. */
export const MOST_VALUES = 20_000
const DEEPEST = 20
const DEEPEST_HEADING = 4
/** Characters of a paragraph that is one. */
const SENTENCE = 60
/** Shorter values are told beside their name: `Phase: 3`. */
const LONGEST_VALUE = 60
const TITLES = ['brieftitle', 'officialtitle', 'title', 'name', 'headline']

interface Writing {
  readonly name: string
  readonly depth: number
  readonly lines: string[]
  readonly budget: { left: number }
}

function write(value: unknown, at: Writing): void {
  if (at.budget.left <= 0 || at.depth > DEEPEST || value === null || value === undefined) return
  at.budget.left -= 1
  if (typeof value === 'object') {
    writeParts(value, at)
    return
  }
  const text = String(value).trim()
  if (text === '') return
  if (text.length > LONGEST_VALUE)
    for (const part of text.split(/\n{2,}/)) at.lines.push(`<p>${escaped(part.trim())}</p>`)
  else at.lines.push(`<p>${escaped(at.name === '' ? text : `${spoken(at.name)}: ${text}`)}</p>`)
}

function writeParts(value: object, at: Writing): void {
  if (Array.isArray(value)) {
    const plain = value.filter((one) => typeof one === 'string' || typeof one === 'number')
    if (plain.length === value.length && plain.join('; ').length <= 8 * LONGEST_VALUE) {
      if (plain.length > 0) at.lines.push(`<p>${escaped(`${spoken(at.name)}: ${plain.join('; ')}`)}</p>`)
      return
    }
    for (const one of value) write(one, { ...at, depth: at.depth + 1 })
    return
  }
  for (const [name, one] of Object.entries(value)) {
    const isPart = typeof one === 'object' && one !== null
    const isText = typeof one === 'string' && one.length > LONGEST_VALUE
    if (isPart || isText) at.lines.push(heading(name, at.depth))
    write(one, { ...at, name, depth: at.depth + 1 })
  }
}

function heading(name: string, depth: number): string {
  const level = Math.min(2 + depth, DEEPEST_HEADING)
  return `<h${level}>${escaped(spoken(name))}</h${level}>`
}

/** `briefSummary` and `brief_summary` are "Brief summary"; what a parser calls a module is no word of the record. */
function spoken(name: string): string {
  const words = name
    .replace(/(?:Module|Section)$/u, '')
    .replace(/([a-z\d])([A-Z])/gu, '$1 $2')
    .replace(/[_-]+/gu, ' ')
    .trim()
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The first field, breadth first, that is called so. */
function titleOf(record: unknown): string | null {
  let level: unknown[] = [record]
  for (let depth = 0; depth < 6 && level.length > 0; depth += 1) {
    const next: unknown[] = []
    for (const value of level.slice(0, 200)) {
      if (value === null || typeof value !== 'object') continue
      const fields = Object.entries(value)
      for (const wanted of TITLES) {
        const found = fields.find(
          ([name, one]) => name.toLowerCase() === wanted && typeof one === 'string' && one !== '',
        )
        if (found !== undefined) return String(found[1]).slice(0, 300)
      }
      next.push(...fields.map(([, one]) => one))
    }
    level = next
  }
  return null
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
