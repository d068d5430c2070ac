/**
 * Light English stemming: inflection and the commonest noun and adverb endings, so that "treatments", "treated" and
 * "treating" meet. It conflates less than a full stemmer on purpose: a research query means its words.
 */
export function stem(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word
  return undouble(derivation(inflection(plural(word))))
}

function plural(word: string): string {
  if (/(?:ss|us|is)$/.test(word)) return word
  if (/ies$/.test(word)) return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1)
  if (/(?:sses|shes|ches|xes|zes)$/.test(word)) return word.slice(0, -2)
  return word.endsWith('s') ? word.slice(0, -1) : word
}

function inflection(word: string): string {
  if (/eed$/.test(word)) return word.slice(0, -1)
  const cut = /^(.*[aeiouy].*)(?:ed|ing)$/.exec(word)?.[1]
  if (cut === undefined || cut.length < 3) return word
  if (/(?:at|bl|iz|is|us|ys|yz|uc|ac|iv|rg|ng|nc|ur|ir|ar|ov|ol)$/.test(cut) && !/(?:ling|ring|ging)$/.test(cut))
    return `${cut}e`
  return cut
}

const ENDINGS: readonly [RegExp, string][] = [
  [/(.{3,})ization$/, '$1ize'],
  [/(.{3,})isation$/, '$1ize'],
  [/(.{3,})ational$/, '$1ate'],
  [/(.{3,})ation$/, '$1ate'],
  [/(.{3,})fulness$/, '$1ful'],
  [/(.{3,})iveness$/, '$1ive'],
  [/(.{3,})ness$/, '$1'],
  [/(.{3,})ically$/, '$1ic'],
  [/(.{3,})ably$/, '$1able'],
  [/(.{3,})ily$/, '$1y'],
  [/(.{3,})ly$/, '$1'],
  [/(.{4,})ment$/, '$1'],
  [/(.{3,})ical$/, '$1ic'],
  [/(.{3,})ise$/, '$1ize'],
]

function derivation(word: string): string {
  for (const [pattern, replacement] of ENDINGS) {
    if (pattern.test(word)) return word.replace(pattern, replacement)
  }
  return word
}

/** The final e and y vary with the ending that was cut, and a doubled consonant is an ending's trace. */
function undouble(word: string): string {
  const cut = word.length > 4 && word.endsWith('e') ? word.slice(0, -1) : word
  const settled = cut.length > 3 && cut.endsWith('y') ? `${cut.slice(0, -1)}i` : cut
  return /([bdgklmnprt])\1$/.test(settled) && settled.length > 3 ? settled.slice(0, -1) : settled
}
