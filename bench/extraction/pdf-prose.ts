import { seededRandom } from '../../src/domain/random.ts'

const TEXT = `the of and in to was with for that from under after before between many some most every river valley
  bridge harbour engine garden winter summer morning evening village council teacher student carpenter musician
  laboratory measurement temperature instrument observation municipal population agreement development transport
  architecture manuscript collection exhibition generation newspaper government university industry agriculture
  vegetable important different necessary possible historical regional additional considerable independent electric
  wooden narrow ancient modern northern southern quiet careful built found moved carried described reported measured
  collected opened closed returned followed continued established considered published repaired replaced examined`
const WORDS = TEXT.split(/\s+/)
/** Paragraphs that nobody wrote before, the same for the same seed: what a document of columns is made of. */
export function prose(seed: number, count: number): string[] {
  const random = seededRandom(seed)
  const pick = () => WORDS[Math.floor(random.next() * WORDS.length)] ?? 'the'
  const sentence = () => {
    const words = Array.from({ length: 8 + Math.floor(random.next() * 9) }, pick)
    const text = words.join(' ')
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
  }
  return Array.from({ length: count }, () =>
    Array.from({ length: 3 + Math.floor(random.next() * 3) }, sentence).join(' '),
  )
}

/** The lines of a paragraph, at most so many letters each. */
export function wrapped(text: string, most: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length < most) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}
