/** RFC 9309 2.5: at least 500 KiB are read. */
export const MAX_ROBOTS_BYTES = 512 * 1024
/** Characters of a line: addresses end at some 2,000; what is longer names no path that a page could have. */
const LONGEST_LINE = 2500
/**
 * Each `*` of a rule is tried at every place of a path: what this many cost stays under a tenth of a second, and no
 * site needs a tenth of them.
 */
const MOST_WILDCARDS = 20_000

export interface RobotsField {
  /** In small letters. */
  readonly name: string
  readonly value: string
}

/** The `name: value` lines of a robots.txt without their comments, in one pass. */
export function fieldsOf(robots: string): readonly RobotsField[] {
  const fields: RobotsField[] = []
  const text = robots.slice(0, MAX_ROBOTS_BYTES)
  for (let from = 0; from < text.length; ) {
    let end = from
    while (end < text.length && text.charAt(end) !== '\n' && text.charAt(end) !== '\r') end += 1
    const field = end - from > LONGEST_LINE || end === from ? null : fieldOf(text.slice(from, end))
    if (field !== null) fields.push(field)
    from = end + 1
  }
  return fields
}

function fieldOf(line: string): RobotsField | null {
  const comment = line.indexOf('#')
  const said = comment === -1 ? line : line.slice(0, comment)
  const colon = said.indexOf(':')
  if (colon === -1) return null
  const name = said.slice(0, colon).trim().toLowerCase()
  return name === '' ? null : { name, value: said.slice(colon + 1).trim() }
}

const RULES = new Set(['allow', 'disallow', 'crawl-delay'])

/**
 * A robots.txt of nothing but what one crawler is told: its own groups and those for everybody. The groups of others,
 * and rules that cost more than they say, never reach the parser, which keeps each rule once for every name it hears.
 */
export function relevantRules(robots: string, agent: string): string {
  const wanted = new Map<string, RobotsField[]>([
    [agent.toLowerCase(), []],
    ['*', []],
  ])
  let group = new Set<string>()
  let isOpen = true
  let wildcards = 0
  for (const field of fieldsOf(robots)) {
    const isAgent = field.name === 'user-agent'
    if (isAgent && !isOpen) group = new Set()
    isOpen = isAgent
    if (isAgent) {
      const name = field.value.toLowerCase().split('/', 1)[0]?.trim() ?? ''
      if (wanted.has(name)) group.add(name)
    }
    if (!RULES.has(field.name) || group.size === 0) continue
    wildcards += field.value.split('*').length - 1
    if (wildcards > MOST_WILDCARDS) break
    for (const name of group) wanted.get(name)?.push(field)
  }
  return [...wanted]
    .filter(([, fields]) => fields.length > 0)
    .map(([name, fields]) => [`User-agent: ${name}`, ...fields.map(({ name: rule, value }) => `${rule}: ${value}`)])
    .map((lines) => lines.join('\n'))
    .join('\n')
}
