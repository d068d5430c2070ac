interface Token {
  readonly kind: 'literal' | 'code' | 'bracket'
  readonly text: string
}

const DAY_MS = 86_400_000
const MONTHS = 'January February March April May June July August September October November December'.split(' ')
const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')

/**
 * A day number of a sheet as its format shows it. Sheets that count from 1900 know a 29 February 1900, which never was:
 * the days before it are one lower. Null for numbers that are no day.
 */
export function dateText(tokens: readonly Token[], value: number, is1904: boolean): string | null {
  const isLength = tokens.some(({ kind, text }) => kind === 'bracket' && /^[hms]{1,2}$/i.test(text))
  if (value < 0 || value > 2_958_466) return null
  const fraction = tokens.find(({ kind, text }, at) => kind === 'code' && text === '.' && isZeros(tokens[at + 1]))
  const unit = fraction === undefined ? 1000 : 1
  const whole = is1904 ? value + 1462 : value
  const days = Math.floor(whole) - (Math.floor(whole) >= 60 ? 1 : 0)
  const inDay = Math.round((whole - Math.floor(whole)) * (DAY_MS / unit)) * unit
  const at = new Date(Date.UTC(1899, 11, 31) + days * DAY_MS + inDay)
  const half = tokens.some(({ kind, text }) => kind === 'code' && /^A\/P|^AM\/PM/i.test(text))
  const total = Math.round((value * DAY_MS) / unit) * unit
  let isPart = false
  const shown = tokens.map((token, index) => {
    const { kind, text } = token
    if (kind === 'literal') return text
    if (kind === 'bracket') return isLength ? lengthText(text, total) : ''
    if (text === '.' && isZeros(tokens[index + 1])) {
      isPart = true
      return '.'
    }
    if (isPart && isZeros(token)) {
      return String(at.getUTCMilliseconds()).padStart(3, '0').charAt(tokens.slice(0, index).filter(isZeros).length)
    }
    isPart = false
    return /^m/i.test(text) && isMinute(tokens, index) ? minutes(text, at) : codeText(text, at, half)
  })
  return shown.join('').replace(/\s+/g, ' ').trim()
}

function isZeros(token: Token | undefined): boolean {
  return token?.kind === 'code' && token.text === '0'
}

/** `m` is the minute after an hour and before a second; else it is the month. */
function isMinute(tokens: readonly Token[], at: number): boolean {
  const isCode = ({ kind, text }: Token) => kind !== 'literal' && /^[ymdhs]/i.test(text)
  const before = tokens.slice(0, at).findLast(isCode)
  const behind = tokens.slice(at + 1).find(isCode)
  return /^h/i.test(before?.text ?? '') || /^s/i.test(behind?.text ?? '')
}

function minutes(code: string, at: Date): string {
  return String(at.getUTCMinutes()).padStart(code.length > 1 ? 2 : 1, '0')
}

function lengthText(code: string, ms: number): string {
  const unit = /^h/i.test(code) ? 3_600_000 : /^m/i.test(code) ? 60_000 : 1000
  return String(Math.floor(ms / unit)).padStart(code.length, '0')
}

function codeText(code: string, at: Date, half: boolean): string {
  const padded = (value: number) => String(value).padStart(code.length > 1 ? 2 : 1, '0')
  const month = MONTHS[at.getUTCMonth()] ?? ''
  const day = DAYS[at.getUTCDay()] ?? ''
  switch (code.charAt(0).toLowerCase()) {
    case 'y':
      return code.length > 2 ? String(at.getUTCFullYear()) : String(at.getUTCFullYear() % 100).padStart(2, '0')
    case 'm':
      if (code.length === 5) return month.charAt(0)
      return code.length > 3 ? month : code.length === 3 ? month.slice(0, 3) : padded(at.getUTCMonth() + 1)
    case 'd':
      return code.length > 3 ? day : code.length === 3 ? day.slice(0, 3) : padded(at.getUTCDate())
    case 'h':
      return padded(half ? at.getUTCHours() % 12 || 12 : at.getUTCHours())
    case 's':
      return padded(at.getUTCSeconds())
    case 'a':
      return code.length > 3 ? (at.getUTCHours() < 12 ? 'AM' : 'PM') : at.getUTCHours() < 12 ? 'A' : 'P'
    default:
      return /^[/:.,-]$/.test(code) ? code : ''
  }
}
