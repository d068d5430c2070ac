/** Names at the start of an entry, and how far they reach. */
export interface LeadingNames {
  readonly names: readonly string[]
  readonly length: number
  readonly form: 'initials' | 'inverted' | 'direct' | 'family' | 'organisation' | 'japanese'
}

const PART = "\\p{Lu}[\\p{L}\\p{M}'’‐-]{1,40}"
const PARTICLES =
  '(?:(?:van|von|der|den|dem|de|del|della|di|da|dos|du|la|le|el|al|bin|ibn|ter|ten|zu|zur|af|av)\\s){0,3}'
const FAMILY = `(?:d['’])?${PARTICLES}${PART}(?:\\s${PARTICLES}\\p{Lu}[\\p{L}\\p{M}'’‐-]{0,39}\\p{Ll}){0,2}`
const INITIAL = '\\p{Lu}\\p{Ll}?\\.'
const INITIALS = `${INITIAL}(?:[\\s‐–-]{0,2}${INITIAL}){0,4}`
const SUFFIX = '(?:,?\\s(?:Jr|Sr)\\b\\.?|,?\\sI{2,3}\\b|,\\sIV\\b)?'
const GIVEN = `${PART}(?:[\\s-](?:\\p{Lu}\\.|${PART})){0,2}`

/** "Lee, A. B." */
const INVERTED_INITIALS = new RegExp(`^${FAMILY},\\s?${INITIALS}${SUFFIX}`, 'u')
/** "Lee AB" and "Lee, A" */
const BARE_INITIALS = new RegExp(
  `^${FAMILY},?\\s\\p{Lu}{1,4}(?:-\\p{Lu})?${SUFFIX}(?=[,.;:&(（]|\\s(?:&|and|et|und|y)\\s|\\s[(（]|$)`,
  'u',
)
/** "A. B. Lee" */
const LEADING_INITIALS = new RegExp(`^${INITIALS}\\s?${FAMILY}${SUFFIX}`, 'u')
/** "Lee, Ann B." */
const INVERTED = new RegExp(`^${FAMILY},\\s${GIVEN}${SUFFIX}`, 'u')
/** "Ann B. Lee" */
const DIRECT = new RegExp(`^${PART}(?:\\s(?:\\p{Lu}\\.|${PARTICLES}${PART})){1,3}${SUFFIX}`, 'u')
/** "Halloran" and "van der Berg" */
const FAMILY_ALONE = new RegExp(`^${PARTICLES}${PART}(?=,? (?:et al|and |& |[(]?(?:1[5-9]|20)\\d\\d)|[,.]? [(])`, 'u')

const OTHERS = /^,?\s(?:(?:and|&)\s)?(?:et\sal\b\.?|others\b)/u
const LEFT_OUT = /^,?\s?(?:\.\.\.|…|(?:\.\s){3})\s?(?:&\s)?/u
const SEPARATOR = /^(?:;\s?(?:(?:&|and)\s)?|,?\s?(?:&|\band\b|\bund\b|\bet\b|\by\b)\s|,\s)/u
const MOST_NAMES = 60

interface Form {
  readonly form: LeadingNames['form']
  readonly first: RegExp
  readonly next: readonly RegExp[]
}

const FORMS: readonly Form[] = [
  { form: 'initials', first: INVERTED_INITIALS, next: [INVERTED_INITIALS, LEADING_INITIALS] },
  { form: 'initials', first: BARE_INITIALS, next: [BARE_INITIALS] },
  { form: 'initials', first: LEADING_INITIALS, next: [LEADING_INITIALS] },
  { form: 'inverted', first: INVERTED, next: [DIRECT] },
  { form: 'direct', first: DIRECT, next: [DIRECT] },
  { form: 'family', first: FAMILY_ALONE, next: [FAMILY_ALONE] },
]

/** What could be names in each of the forms that names have, those that are the surest first. */
export function latinNames(text: string): readonly LeadingNames[] {
  const found = FORMS.flatMap((form) => namesOf(text, form) ?? [])
  // "Ann Lee, Bo Park, and Chi Kim" is no family of the name of Ann Lee.
  const [direct] = found.filter(({ form, names }) => form === 'direct' && names.length > 1)
  if (direct === undefined) return found
  // And in "Ann Lee, Bridges of Orlen" the second is no name.
  const [name = ''] = direct.names
  const alone = { ...direct, names: [name], length: name.length }
  return [...found.filter(({ form }) => form === 'initials'), direct, ...found, alone]
}

function namesOf(text: string, { form, first, next }: Form): LeadingNames | null {
  const start = first.exec(text)?.[0]
  if (start === undefined) return null
  const names = [start]
  let at = start.length
  while (names.length < MOST_NAMES) {
    const rest = text.slice(at, at + 400)
    const others = OTHERS.exec(rest)?.[0]
    if (others !== undefined) return { names, length: at + others.length, form }
    const between = LEFT_OUT.exec(rest)?.[0] ?? SEPARATOR.exec(rest)?.[0]
    if (between === undefined) break
    const after = rest.slice(between.length)
    // Whoever inverts all names parts them by semicolons.
    const forms = form === 'inverted' && between.startsWith(';') ? [INVERTED, ...next] : next
    const name = forms.map((one) => one.exec(after)?.[0]).find((one) => one !== undefined)
    if (name === undefined) break
    names.push(name)
    at += between.length + name.length
  }
  return { names, length: at, form }
}
