import { multilineRegExp } from '../domain/multiline-regexp.ts'
import type { ChallengeKind } from '../domain/outcome.ts'

export interface Signature {
  readonly kind: ChallengeKind
  readonly sign: RegExp
  /** Longest visible text of a page that is nothing but this challenge; articles about challenges are longer. */
  readonly maxText: number
  readonly name: string
}

function signature(kind: ChallengeKind, name: string, maxText: number, sign: RegExp): Signature {
  return { kind, name, maxText, sign }
}

const CONSENT_TITLE = /<title>\s*(Before you continue|Bevor Sie|Avant d'accéder)/
const CONSENT_FORM = /(?<=<form[^>]{1,300})action=["']?https:\/\/consent\.(google|youtube|yahoo)\./

/** A button to agree, not far behind a word about cookies; read from the button, which is the rarer of the two. */
const COOKIE_BUTTON = multilineRegExp('i')`
  (?:<button|type=["']?submit)(?<=(?:cookie|クッキー)[\s\S]{0,400}(?:<button|type=["']?submit))
  [^>]{0,300}>?[^<]{0,60}(?:accept|agree|同意|許可)`

/**
 * Whole pages that exist only to challenge. The names are looked for first and what must stand before them from there,
 * within the length of a tag: the other way round, a page of nothing but tags that never close takes minutes.
 */
export const CHALLENGE_PAGES: readonly Signature[] = [
  signature(
    'cloudflare',
    'Cloudflare',
    3000,
    /<title>\s*(Just a moment|Attention Required! \| Cloudflare|Un momento|しばらくお待ちください)/i,
  ),
  signature(
    'cloudflare',
    'Cloudflare',
    3000,
    /_cf_chl_opt|id="?challenge-(running|error-text)|__cf_chl_|class="?cf-chl-/i,
  ),
  signature('captcha', 'DuckDuckGo', 4000, /\banomaly-modal__(?<=class="?[^">]{0,300}anomaly-modal__)/i),
  signature('recaptcha', 'Google', 4000, /(?<=<form[^>]{1,300})id="?captcha-form/i),
  signature('captcha', 'DataDome', 1500, /captcha-delivery\.com/i),
  signature('captcha', 'HUMAN', 2000, /id=["']?px-captcha|_pxAppId|captcha\.px-cdn\.net/i),
  signature('captcha', 'Imperva', 1500, /_Incapsula_Resource|Incapsula incident ID/i),
  signature('captcha', 'AWS WAF', 1500, /awsWafCookieDomainList|captcha\.awswaf\.com|AwsWafCaptcha/i),
  signature('captcha', 'Arkose', 1500, /arkoselabs\.com|funcaptcha/i),
  signature('captcha', 'GeeTest', 1500, /static\.geetest\.com|initGeetest/i),
  signature(
    'captcha',
    'Yandex',
    2000,
    /smartcaptcha\.yandexcloud|CheckboxCaptcha|\bsmart-captcha\b(?<=class="?[^">]{0,300}smart-captcha)/i,
  ),
  signature(
    'captcha',
    'a captcha page',
    2000,
    /<title>[^<]{0,40}(captcha|are you (a )?(human|robot)|ロボットではありません|認証が必要|人間であることを確認)/i,
  ),
]

/** Widgets that also stand in ordinary forms: they count only where hardly anything else is on the page. */
export const CHALLENGE_WIDGETS: readonly Signature[] = [
  signature(
    'turnstile',
    'Turnstile',
    500,
    /\bcf-turnstile\b(?<=class="?[^">]{0,300}cf-turnstile)|challenges\.cloudflare\.com\/turnstile/i,
  ),
  signature(
    'hcaptcha',
    'hCaptcha',
    500,
    /\bh-captcha\b(?<=class="?[^">]{0,300}h-captcha)|hcaptcha\.com\/1\/(api|secure-api)\.js/i,
  ),
  signature(
    'recaptcha',
    'reCAPTCHA',
    500,
    /\bg-recaptcha\b(?<=class="?[^">]{0,300}g-recaptcha)|\/recaptcha\/(api|enterprise)\.js/i,
  ),
]

/** Answers' own words: name, value. */
export const CHALLENGE_HEADERS: readonly (readonly [string, RegExp, ChallengeKind, string])[] = [
  ['cf-mitigated', /^challenge$/, 'cloudflare', 'Cloudflare'],
  ['x-amzn-waf-action', /^(captcha|challenge)$/, 'captcha', 'AWS WAF'],
  ['x-datadome', /captcha|challenge/i, 'captcha', 'DataDome'],
]

/**
 * Pages that let nobody in who has not agreed to cookies. A banner over a short article is no wall: words alone need a
 * bare page.
 */
export const COOKIE_WALLS: readonly Signature[] = [
  signature('cookie_wall', 'a consent page', 1500, new RegExp(`${CONSENT_TITLE.source}|${CONSENT_FORM.source}`, 'i')),
  signature('cookie_wall', 'a cookie wall', 160, COOKIE_BUTTON),
]
