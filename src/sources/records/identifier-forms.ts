/** How sources spell an identifier in a request, where it is not the spelling Lyra keeps. */
export const IDENTIFIER_FORMS: Readonly<Record<string, (value: string) => string>> = {
  law_number_kanji: lawNumberInKanji,
  /** EP1000000A1 as EP1000000: the kind code is no part of a number of the EPO. */
  without_kind: (value) => value.replace(/(?<=\d)[A-Z]\d?$/, ''),
  /** US10123456B2 as 10123456. */
  digits: (value) => value.replace(/[A-Z]\d?$/, '').replace(/\D/g, ''),
  ten_digits: (value) => value.padStart(10, '0'),
  before_colon: (value) => value.split(':', 1)[0] ?? '',
  after_colon: (value) => value.slice(value.indexOf(':') + 1),
  quoted: (value) => `"${value.replaceAll('"', ' ')}"`,
  spaces_as_underscores: (value) => value.replaceAll(' ', '_'),
  /** A text inside a literal of SPARQL: what would end it is left out. */
  sparql_text: (value) => value.replace(/["\\\r\n]/g, ' '),
  wikidata_number: (value) => /^Q\d{1,12}$/.exec(value)?.[0] ?? 'Q0',
}

const LAW_NUMBER = /^(\D{2})(\d{1,3})年(.{2,20}?)第(\d{1,6})号$/u

/** 昭和22年法律第54号 as the law itself writes it, 昭和二十二年法律第五十四号. */
export function lawNumberInKanji(value: string): string {
  const [, era = '', year = '', kind = '', number = ''] = LAW_NUMBER.exec(value) ?? []
  if (era === '') return value
  return `${era}${year === '1' ? '元' : kanjiNumber(Number(year))}年${kind}第${kanjiNumber(Number(number))}号`
}

const DIGITS = ['', '一', '二', '三', '四', '五', '六', '七', '八', '九']

function kanjiNumber(value: number): string {
  if (value >= 10_000) return `${kanjiNumber(Math.floor(value / 10_000))}万${kanjiNumber(value % 10_000)}`
  let [rest, text] = [value, '']
  for (const [size, name] of [
    [1000, '千'],
    [100, '百'],
    [10, '十'],
  ] as const) {
    const count = Math.floor(rest / size)
    if (count > 0) text += `${count === 1 ? '' : DIGITS[count]}${name}`
    rest %= size
  }
  return `${text}${DIGITS[rest] ?? ''}`
}
