/** Katakana by rows; a row's consonant and its five vowels. */
const ROWS: readonly (readonly [consonant: string, kana: string])[] = [
  ['', 'アイウエオ'],
  ['k', 'カキクケコ'],
  ['s', 'サシスセソ'],
  ['t', 'タチツテト'],
  ['n', 'ナニヌネノ'],
  ['h', 'ハヒフヘホ'],
  ['m', 'マミムメモ'],
  ['r', 'ラリルレロ'],
  ['g', 'ガギグゲゴ'],
  ['z', 'ザジズゼゾ'],
  ['d', 'ダヂヅデド'],
  ['b', 'バビブベボ'],
  ['p', 'パピプペポ'],
]
const HEPBURN: Readonly<Record<string, string>> = {
  ...{ si: 'shi', ti: 'chi', tu: 'tsu', hu: 'fu', zi: 'ji', di: 'ji', du: 'zu' },
}
const SYLLABLES: ReadonlyMap<string, string> = new Map([
  ...ROWS.flatMap(([consonant, kana]) =>
    [...kana].map((char, at): [string, string] => {
      const plain = `${consonant}${'aiueo'[at]}`
      return [char, HEPBURN[plain] ?? plain]
    }),
  ),
  ...Object.entries({ ヤ: 'ya', ユ: 'yu', ヨ: 'yo', ワ: 'wa', ヲ: 'o', ン: 'n', ヴ: 'vu', ー: '' }),
])
const SMALL: Readonly<Record<string, string>> = {
  ...{ ャ: 'ya', ュ: 'yu', ョ: 'yo', ァ: 'a', ィ: 'i', ゥ: 'u', ェ: 'e', ォ: 'o', ヮ: 'wa' },
}

/** Hepburn of katakana; long vowels are short. */
export function romanise(katakana: string): string {
  let out = ''
  let doubles = false
  for (const char of katakana) {
    const small = SMALL[char]
    if (char === 'ッ') {
      doubles = true
      continue
    }
    if (small !== undefined) {
      out = withSmall(out, small)
      continue
    }
    const syllable = SYLLABLES.get(char) ?? char
    out += doubles && /^[a-z]/u.test(syllable) ? `${syllable[0]}${syllable}` : syllable
    doubles = false
  }
  return out
}

/** キャ is kya, シャ sha, ファ fa, ティ ti. */
function withSmall(before: string, small: string): string {
  const stem = before.slice(0, -1)
  if (small.startsWith('y')) return /(?:sh|ch|j)$/u.test(stem) ? `${stem}${small.slice(1)}` : `${stem}${small}`
  return `${stem}${small}`
}

/** One spelling for the ways in which a Japanese name is romanised: Ohno, Oono and Ōno; Satoh; Zyunko; Shin'ichi. */
export function romajiKey(folded: string): string {
  return folded
    .replace(/['’-]/gu, '')
    .replace(/sy/gu, 'sh')
    .replace(/(?<!s)si/gu, 'shi')
    .replace(/ty/gu, 'ch')
    .replace(/ti/gu, 'chi')
    .replace(/tu/gu, 'tsu')
    .replace(/hu/gu, 'fu')
    .replace(/zy|jy/gu, 'j')
    .replace(/zi/gu, 'ji')
    .replace(/ou|oo|oh(?![aiueo])/gu, 'o')
    .replace(/uu/gu, 'u')
    .replace(/aa/gu, 'a')
    .replace(/ii/gu, 'i')
    .replace(/m(?=[bp])/gu, 'n')
}

/**
 * What is left of a word when it goes from Latin letters through katakana: Smith and スミス are both `sms`. Sounds that
 * kana does not keep apart are one letter; `ch` may be a k (Michael), so that there are two readings.
 */
export function consonants(folded: string): readonly string[] {
  return folded.includes('ch') ? [skeleton(folded, 't'), skeleton(folded, 'k')] : [skeleton(folded, 't')]
}

function skeleton(folded: string, ch: 't' | 'k'): string {
  return folded
    .replace(/tch|ch/gu, ch)
    .replace(/ts(?=u)/gu, 't')
    .replace(/th|sh|sch|dg(?=e)/gu, 's')
    .replace(/ph/gu, 'f')
    .replace(/(?<=[aiueo])[rh](?![aiueoyrh])/gu, '')
    .replace(/[cg](?=[eiy])/gu, 's')
    .replace(/[cq]/gu, 'k')
    .replace(/x/gu, 'ks')
    .replace(/l/gu, 'r')
    .replace(/v/gu, 'b')
    .replace(/[zj]/gu, 's')
    .replace(/m(?=[bp])/gu, 'n')
    .replace(/[aiueoyw]/gu, '')
    .replace(/(?<!^)h/gu, '')
    .replace(/(.)\1+/gu, '$1')
}

export function shareConsonants(one: string, other: string, least: number): boolean {
  const others = consonants(other)
  return consonants(one).some((bones) => bones.length >= least && others.includes(bones))
}
