/** A value of an answer and the steps that lead to it. */
export interface Found {
  readonly value: unknown
  readonly path: string
}

type Step =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'below'; readonly name: string }
  | { readonly kind: 'place'; readonly place: number }
  | { readonly kind: 'each' }
  | { readonly kind: 'where'; readonly name: string; readonly value: string; readonly contains: boolean }

/** A name, or one pair of brackets; names may hold anything but dots and brackets. */
const PART = /\.\.([^.[\]]+)|\.?([^.[\]]+)|\[([^\]]*)\]/y
const WHERE = /^\?([^=~]+)([=~])(.*)$/

/** Most values one path may lead to: a hostile answer is not walked for ever. */
const MOST_FOUND = 5000
const DEEPEST = 64

/**
 * The small language of config/sources: `a.b` (of every entry, where `a` is a list), `a[0]`, `a[*]`,
 * `a[?role=registrant]`, `a[?roles~registrar]` (holds it, in a text or a list), `a..Sentence` (anywhere below).
 * The empty path is the answer itself.
 */
export function parsePath(text: string): readonly Step[] {
  const steps: Step[] = []
  PART.lastIndex = 0
  while (PART.lastIndex < text.length) {
    const at = PART.lastIndex
    const match = PART.exec(text)
    if (match === null) throw new SyntaxError(`path "${text}" cannot be read at ${at}`)
    const [, below, name, bracket] = match
    if (below !== undefined) steps.push({ kind: 'below', name: below })
    else if (name !== undefined) steps.push({ kind: 'name', name })
    else steps.push(bracketStep(bracket ?? '', text))
  }
  return steps
}

function bracketStep(inside: string, text: string): Step {
  if (inside === '*') return { kind: 'each' }
  if (/^\d+$/.test(inside)) return { kind: 'place', place: Number(inside) }
  const [, name, sign, value] = WHERE.exec(inside) ?? []
  if (name === undefined || value === undefined) throw new SyntaxError(`path "${text}": [${inside}] is no step`)
  return { kind: 'where', name, value, contains: sign === '~' }
}

const parsed = new Map<string, readonly Step[]>()

/** Every value the path leads to, in the order of the answer. */
export function valuesAt(root: unknown, path: string, from = ''): readonly Found[] {
  const steps = parsed.get(path) ?? parsePath(path)
  parsed.set(path, steps)
  let found: readonly Found[] = [{ value: root, path: from }]
  for (const step of steps) found = found.flatMap((one) => follow(one, step)).slice(0, MOST_FOUND)
  return found.filter(({ value }) => value !== undefined && value !== null)
}

function follow(found: Found, step: Step): readonly Found[] {
  const { value, path } = found
  switch (step.kind) {
    case 'name':
      // A name is asked of every entry of a list; a number names a place in a pair, as jCard writes them.
      if (Array.isArray(value)) return entries(found).flatMap((entry) => follow(entry, step))
      return isTree(value) && Object.hasOwn(value, step.name) ? [below(value[step.name], path, step.name)] : []
    case 'below':
      return anywhere(found, step.name, 0)
    case 'place':
      return Array.isArray(value) && step.place < value.length ? [below(value[step.place], path, step.place)] : []
    case 'each':
      return entries(found)
    case 'where':
      return entries(found).filter((entry) => isWhere(entry.value, step))
  }
}

function entries({ value, path }: Found): readonly Found[] {
  if (Array.isArray(value)) return value.map((entry, place) => below(entry, path, place))
  return isTree(value) ? [{ value, path }] : []
}

function anywhere(found: Found, name: string, depth: number): readonly Found[] {
  if (depth > DEEPEST) return []
  const { value, path } = found
  if (Array.isArray(value)) return entries(found).flatMap((entry) => anywhere(entry, name, depth + 1))
  if (!isTree(value)) return []
  return Object.entries(value).flatMap(([key, child]) => {
    const one = below(child, path, key)
    return key === name ? [one] : anywhere(one, name, depth + 1)
  })
}

function isWhere(entry: unknown, { name, value, contains }: Extract<Step, { kind: 'where' }>): boolean {
  const own = Array.isArray(entry) ? entry[Number(name)] : isTree(entry) ? entry[name] : undefined
  const told = (Array.isArray(own) ? own : [own]).map(plainValue)
  return told.some((one) => one !== null && (contains ? one.includes(value) : one === value))
}

function below(value: unknown, path: string, step: string | number): Found {
  return { value, path: `${path}/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}` }
}

function isTree(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The text of an XML element, of e-Stat's `{"$": ...}` and of JSON-LD's `{"@value": ...}`. */
const OWN_TEXT = ['#text', '$', '@value', 'value'] as const

/** A value as text; null where it is none. */
export function plainValue(value: unknown): string | null {
  if (typeof value === 'string') return value.replace(/\s+/g, ' ').trim() || null
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (!isTree(value)) return null
  for (const name of OWN_TEXT) if (Object.hasOwn(value, name)) return plainValue(value[name])
  return null
}
