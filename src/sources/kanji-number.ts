const DIGITS = '〇一二三四五六七八九'
const PLACES = ['', '十', '百', '千'] as const

/**
 * Numbers in kanji, as the numbers of Japanese laws are registered: 昭和25年法律第201号 is 昭和二十五年法律第二百一号, and the
 * first year of an era is 元年.
 */
export function kanjiNumber(text: string): string {
  const years = text.replace(/(明治|大正|昭和|平成|令和)1年/u, '$1元年')
  return years.replace(/\d{1,4}/g, (digits) => {
    const number = Number(digits)
    if (number === 0) return DIGITS.charAt(0)
    const written = [...String(number)].map((digit, at, all) => {
      const place = PLACES[all.length - 1 - at] ?? ''
      if (digit === '0') return ''
      return digit === '1' && place !== '' ? place : `${DIGITS.charAt(Number(digit))}${place}`
    })
    return written.join('')
  })
}
