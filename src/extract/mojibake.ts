import { multilineRegExp } from '../domain/multiline-regexp.ts'

/**
 * UTF-8 that was read as windows-1252 or windows-1251 and written as UTF-8 again: "cafÃ©" for "café", "РїСЂРё" for
 * "при". Every run of letters beyond ASCII then is, turned back into bytes, valid UTF-8, which text in its right form
 * is by accident only.
 */
const MISREADINGS = ['windows-1252', 'windows-1251'] as const
/** A pair that begins a character of UTF-8, as either misreading shows it. */
const SUSPECT = multilineRegExp('')`
  [\u00c2-\u00f4][\u0080-\u00bf\u0152-\u0192\u02c6\u02dc\u2013-\u2122]
  |[\u0412-\u0444][\u00a0-\u00bb\u0401-\u040f\u0451-\u045f\u0490\u0491\u2013-\u2122]`
const RUN = /[\u0080-\uffff]+/g
const LEAST_BROKEN = 8
const LEAST_SHARE = 0.8

export function repairMojibake(text: string): string {
  if (!SUSPECT.test(text)) return text
  return MISREADINGS.reduce((read, label) => repairedAs(read, label), text)
}

function repairedAs(text: string, label: (typeof MISREADINGS)[number]): string {
  const bytesOf = reverseTable(label)
  const repairs = new Map<string, string | null>()
  let broken = 0
  let beyond = 0
  for (const [run] of text.matchAll(RUN)) {
    if (!repairs.has(run)) repairs.set(run, readTwice(run, bytesOf))
    beyond += run.length
    if (repairs.get(run) !== null) broken += run.length
  }
  if (broken === 0) return text
  const everywhere = broken >= LEAST_BROKEN && broken >= LEAST_SHARE * beyond
  return text.replace(RUN, (run, at: number) => {
    const repaired = repairs.get(run) ?? null
    if (repaired === null) return run
    const around = { before: text[at - 1] ?? '', after: text[at + run.length] ?? '' }
    return everywhere || UNMISTAKABLE[label](run, around, repaired) ? repaired : run
  })
}

interface Around {
  readonly before: string
  readonly after: string
}

/** Signs of money and measure, which stand beside figures. */
const MEASURES = /^[¢£¥§©®°±²³µ·¼½¾]$/

/** What is repaired in a page that is right elsewhere, too. */
const UNMISTAKABLE: Readonly<
  Record<(typeof MISREADINGS)[number], (run: string, around: Around, repaired: string) => boolean>
> = {
  // A capital with a tilde inside a word, a euro sign after â, control signs, a sign or a hard space after Â.
  'windows-1252': (run, { before }, repaired) =>
    /^(?:â€|[\u00c2-\u00f4][\u0080-\u009f])/.test(run) ||
    (run.startsWith('Â') && MEASURES.test(repaired)) ||
    (/^(?:Â[\u00a0«»¡¿ªº])+$/.test(run) && !/\p{L}/u.test(before)) ||
    (/^[ÃÂ]/.test(run) && /[a-z]/.test(before)),
  // "вЂ™" for an apostrophe, Cyrillic glued to a small Latin letter that is one of its word, a measure beside a figure.
  'windows-1251': (_run, { before, after }, repaired) =>
    /^[\u2010-\u203a\u20ac\u2122]+$/.test(repaired) ||
    (/[a-z]/.test(before) && /^\p{Script=Latin}+$/u.test(repaired)) ||
    (MEASURES.test(repaired) && /\d/.test(before + after)),
}

function readTwice(run: string, bytesOf: ReadonlyMap<string, number>): string | null {
  const bytes: number[] = []
  for (const character of run) {
    const byte = bytesOf.get(character)
    if (byte === undefined) return null
    bytes.push(byte)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(new Uint8Array(bytes))
  } catch {
    return null
  }
}

function reverseTable(label: string): Map<string, number> {
  const decoder = new TextDecoder(label)
  const table = new Map<string, number>()
  for (let byte = 0x80; byte < 0x100; byte += 1) {
    table.set(decoder.decode(new Uint8Array([byte])), byte)
    // A misreading as ISO-8859-1 leaves control signs.
    if (label === 'windows-1252' && byte < 0xa0) table.set(String.fromCharCode(byte), byte)
  }
  return table
}
