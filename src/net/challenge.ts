import type { ChallengeKind } from '../domain/outcome.ts'

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

interface Signature {
  readonly kind: ChallengeKind
  readonly sign: RegExp
  /** Longest visible text of a page that is nothing but this challenge; articles about challenges are longer. */
  readonly maxText: number
  readonly name: string
}

/** Whole pages that exist only to challenge. */
const PAGES: readonly Signature[] = [
  {
    kind: 'cloudflare',
    sign: /<title>\s*(Just a moment|Attention Required! \| Cloudflare)/i,
    maxText: 3000,
    name: 'Cloudflare',
  },
  {
    kind: 'cloudflare',
    sign: /_cf_chl_opt|id="?challenge-(running|error-text)|__cf_chl_|class="?cf-chl-/i,
    maxText: 3000,
    name: 'Cloudflare',
  },
  { kind: 'captcha', sign: /class="?[^">]*\banomaly-modal__/i, maxText: 4000, name: 'DuckDuckGo' },
  { kind: 'recaptcha', sign: /<form[^>]+id="?captcha-form/i, maxText: 4000, name: 'Google' },
  {
    kind: 'captcha',
    sign: /<title>[^<]{0,40}(captcha|are you (a )?(human|robot)|ロボットではありません|認証が必要)/i,
    maxText: 2000,
    name: 'a captcha page',
  },
]

/** Widgets that also stand in ordinary forms: they count only where hardly anything else is on the page. */
const WIDGETS: readonly Signature[] = [
  {
    kind: 'turnstile',
    sign: /class="?[^">]*\bcf-turnstile\b|challenges\.cloudflare\.com\/turnstile/i,
    maxText: 500,
    name: 'Turnstile',
  },
  { kind: 'hcaptcha', sign: /class="?[^">]*\bh-captcha\b|hcaptcha\.com\/1\/api\.js/i, maxText: 500, name: 'hCaptcha' },
  {
    kind: 'recaptcha',
    sign: /class="?[^">]*\bg-recaptcha\b|\/recaptcha\/(api|enterprise)\.js/i,
    maxText: 500,
    name: 'reCAPTCHA',
  },
]

const PASSWORD_FIELD = /<input[^>]{1,400}type=["']?password/i
const LOGIN_TEXT = 1200
const REFUSALS = new Set([401, 403, 429, 503])
const LOOKED_AT = 600_000

/** The challenge a page shows instead of its content; null for ordinary pages. */
export function detectChallenge(answer: Answer): Challenge | null {
  if (answer.headers['cf-mitigated'] === 'challenge') return captcha('cloudflare', 'Cloudflare')
  const url = URL.parse(answer.url)
  if (url !== null && /(^|\.)google\.[a-z.]+$/.test(url.hostname) && url.pathname.startsWith('/sorry/')) {
    return captcha('recaptcha', 'Google')
  }
  if (!isHtml(answer)) return null
  const html = Buffer.from(answer.body.subarray(0, LOOKED_AT)).toString('utf8')
  const refused = REFUSALS.has(answer.status)
  const length = visibleLength(html)
  for (const { kind, sign, maxText, name } of [...PAGES, ...WIDGETS]) {
    if (length <= (refused ? Math.max(maxText, 2000) : maxText) && sign.test(html)) return captcha(kind, name)
  }
  if (length <= LOGIN_TEXT && PASSWORD_FIELD.test(html)) {
    return { kind: 'login', outcome: 'login_wall', reason: 'The page asks for a login' }
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

/** Characters a reader would see. One pass without backtracking, since the page may be hostile. */
export function visibleLength(html: string): number {
  let length = 0
  let at = 0
  const lower = html.toLowerCase()
  while (at < html.length) {
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
