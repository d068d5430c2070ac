import type { ChallengeKind } from '../domain/outcome.ts'
import { CHALLENGE_HEADERS, CHALLENGE_PAGES, CHALLENGE_WIDGETS, COOKIE_WALLS } from './challenge-table.ts'

export interface Answer {
  readonly url: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

export interface Challenge {
  readonly kind: ChallengeKind
  readonly outcome: 'captcha' | 'login_wall'
  readonly reason: string
}

const PASSWORD_FIELD = /(?<=<input[^>]{1,400})type=["']?password/i
/** A page with a password field and more text than this has something to read beside its login. */
const LOGIN_TEXT = 1200
/** Under such a status a challenge may carry an explanation: its text may be at least so long. */
const REFUSALS = new Set([401, 403, 429, 503])
const REFUSED_TEXT = 2000
const LONGEST_CHALLENGE = Math.max(
  LOGIN_TEXT,
  REFUSED_TEXT,
  ...[...CHALLENGE_PAGES, ...CHALLENGE_WIDGETS, ...COOKIE_WALLS].map(({ maxText }) => maxText),
)
/** Bytes of a page that are searched for signs; challenges are small. */
const LOOKED_AT = 600_000

/** The challenge a page shows instead of its content; null for ordinary pages. */
export function detectChallenge(answer: Answer): Challenge | null {
  for (const [header, value, kind, name] of CHALLENGE_HEADERS) {
    if (value.test(answer.headers[header] ?? '')) return captcha(kind, name)
  }
  const url = URL.parse(answer.url)
  if (url !== null && /(^|\.)google(?:\.[a-z]{2,3}){1,2}$/.test(url.hostname) && url.pathname.startsWith('/sorry/')) {
    return captcha('recaptcha', 'Google')
  }
  if (!isHtml(answer)) return null
  const html = Buffer.from(answer.body.subarray(0, LOOKED_AT)).toString('utf8')
  const refused = REFUSALS.has(answer.status)
  // Hardly any page is so short, and the signs need not be looked for in the others.
  const length = visibleLength(html, LONGEST_CHALLENGE)
  if (length > LONGEST_CHALLENGE) return null
  for (const { kind, sign, maxText, name } of [...CHALLENGE_PAGES, ...CHALLENGE_WIDGETS]) {
    if (length <= (refused ? Math.max(maxText, REFUSED_TEXT) : maxText) && sign.test(html)) return captcha(kind, name)
  }
  if (length <= LOGIN_TEXT && PASSWORD_FIELD.test(html)) {
    return { kind: 'login', outcome: 'login_wall', reason: 'The page asks for a login' }
  }
  if (COOKIE_WALLS.some(({ sign, maxText }) => length <= maxText && sign.test(html))) {
    return { kind: 'cookie_wall', outcome: 'login_wall', reason: 'The page asks to agree to cookies first' }
  }
  return null
}

function captcha(kind: ChallengeKind, name: string): Challenge {
  return { kind, outcome: 'captcha', reason: `The page is a challenge (${name})` }
}

function isHtml(answer: Answer): boolean {
  const type = answer.headers['content-type'] ?? ''
  return type === '' || /html|xml/i.test(type)
}

/**
 * Characters a reader would see, or some number above `most` as soon as there are more. One pass without backtracking,
 * since the page may be hostile.
 */
export function visibleLength(html: string, most = Number.POSITIVE_INFINITY): number {
  let length = 0
  let at = 0
  const lower = html.toLowerCase()
  while (at < html.length && length <= most) {
    const open = html.indexOf('<', at)
    const text = html.slice(at, open === -1 ? undefined : open)
    length += text.replace(/\s+/g, ' ').trim().length
    if (open === -1) break
    const hidden = /^<(script|style|noscript|template|svg)\b/.exec(lower.slice(open, open + 10))?.[1]
    const close = hidden === undefined ? html.indexOf('>', open) : lower.indexOf(`</${hidden}`, open)
    if (close === -1) break
    at = hidden === undefined ? close + 1 : close
  }
  return length
}
