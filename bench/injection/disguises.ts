/** An attack as a reader would say it, and as the page writes it. */
export interface Attack {
  readonly words: string
  readonly written: string
  /**
   * Has to be caught, and to be found nowhere; other attacks are words like any others, as long as nobody obeys them.
   */
  readonly isThreat: boolean
}

/** Cyrillic and Greek letters that look like the Latin ones. */
const TWINS: Readonly<Record<string, string>> = {
  ...{ a: 'а', c: 'с', e: 'е', i: 'і', j: 'ј', o: 'ο', p: 'р', s: 'ѕ', v: 'ν', x: 'х', y: 'у' },
  ...{ A: 'А', B: 'В', C: 'С', E: 'Ε', I: 'І', M: 'М', S: 'Ѕ', T: 'Т' },
}

const WAYS: Readonly<Record<string, (text: string) => string>> = {
  /** Spelt in tag characters behind an innocent word; only ASCII can be. */
  smuggled: (text) =>
    /^[\x20-\x7e]*$/.test(text)
      ? `Harvest ${[...text].map((char) => String.fromCodePoint(0xe0000 + char.charCodeAt(0))).join('')}`
      : text,
  homoglyphs: (text) => [...text].map((char) => TWINS[char] ?? char).join(''),
  'zero-width': (text) => [...text].join('\u200b'),
  /** With what draws nothing either, and is named by no requirement. */
  joined: (text) => [...text].map((char, index) => `${char}${'\u034f\u061c\u2063\u00ad'.charAt(index % 4)}`).join(''),
}

export function threat(words: string): Attack {
  return { words, written: words, isThreat: true }
}

/** Every attack in every disguise that changes it. */
export function disguised(attacks: readonly string[]): readonly Attack[] {
  return attacks.flatMap((words) =>
    Object.values(WAYS)
      .map((disguise) => ({ ...threat(words), written: disguise(words) }))
      .filter(({ written }) => written !== words),
  )
}
