/** Prefixes that deny what follows; "encourage" and "discourage" put one in place of another. */
const DENYING = ['dis', 'un', 'in', 'im', 'il', 'ir', 'non', 'non-', 'mis']
const AFFIRMING = ['', 'en', 'em']
/** Shorter rests are other words: "til" and "until". */
const LEAST = 4
/** They begin so and deny nothing: "increase" is no "crease". */
const ENDINGS = /(?:ing|ed|es|s|ly|e)$/u

/** The one word is the other with a prefix that denies it: affected and unaffected, encouraged and discouraged. */
export function negatedForm(one: string, other: string): boolean {
  return isDenialOf(one, other) || isDenialOf(other, one)
}

function isDenialOf(denial: string, plain: string): boolean {
  if (denial === plain) return false
  return DENYING.some((prefix) => {
    if (!denial.startsWith(prefix)) return false
    const rest = denial.slice(prefix.length).replace(ENDINGS, '')
    return rest.length >= LEAST && AFFIRMING.some((start) => plain.replace(ENDINGS, '') === `${start}${rest}`)
  })
}
