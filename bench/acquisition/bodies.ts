import { seededRandom } from '../../src/domain/random.ts'

const JAPANESE = [
  '大腸がん検診の便潜血検査は、死亡率を下げることが無作為化比較試験で示されている。',
  '受診率は自治体ごとに差があり、勧奨の方法によって変わる。',
  '精密検査の対象となった人のうち、実際に受けた人の割合は七割ほどにとどまる。',
  '費用は市区町村が負担し、自己負担は数百円から千円程度である。',
]
const ENGLISH = [
  'Faecal immunochemical testing lowers colorectal cancer mortality in randomised trials.',
  'Uptake differs between regions and depends on how the invitation is worded.',
  'About seven in ten people with a positive test attend the follow-up examination.',
  'Screening programmes report their coverage every year to the ministry of health.',
]

/** An article of some kilobytes that is its own and nobody else's. */
export function article(title: string, seed: number, languages: 'both' | 'ja' = 'both'): string {
  const random = seededRandom(seed)
  const sentences = languages === 'ja' ? JAPANESE : [...JAPANESE, ...ENGLISH]
  const paragraph = () =>
    Array.from({ length: 4 }, () => sentences[Math.floor(random.next() * sentences.length)]).join(' ')
  const sections = Array.from(
    { length: 6 },
    (_, index) => `<h2>${title} ${index + 1}</h2><p>${paragraph()}</p><p>${paragraph()}</p>`,
  )
  return `<!doctype html><html lang="ja"><head><meta charset="utf-8"><title>${title}</title></head><body><main><h1>${title}</h1><p>2026年5月${(seed % 28) + 1}日</p>${sections.join('')}</main></body></html>`
}

/** Pages that exist only to challenge, one of each kind. */
export const CHALLENGE_PAGES: Readonly<Record<string, { readonly status: number; readonly html: string }>> = {
  cloudflare: {
    status: 403,
    html: '<!doctype html><title>Just a moment...</title><script>window._cf_chl_opt={cvId:"3"}</script><p>Checking your browser before accessing</p>',
  },
  turnstile: {
    status: 200,
    html: '<!doctype html><title>確認</title><form><div class="cf-turnstile" data-sitekey="x"></div><p>続行するには確認してください</p></form>',
  },
  hcaptcha: {
    status: 403,
    html: '<!doctype html><title>Security check</title><div class="h-captcha" data-sitekey="x"></div><p>Please complete the check</p>',
  },
  recaptcha: {
    status: 429,
    html: '<!doctype html><title>Unusual traffic</title><div class="g-recaptcha" data-sitekey="x"></div><p>Our systems have detected unusual traffic</p>',
  },
  datadome: {
    status: 403,
    html: '<!doctype html><html><head><title>news.example</title></head><body><script>var dd={"rt":"c","host":"geo.captcha-delivery.com"}</script><script src="https://ct.captcha-delivery.com/c.js"></script><noscript>Please enable JS and disable any ad blocker</noscript></body></html>',
  },
  google: {
    status: 429,
    html: '<!doctype html><title>検索</title><form id="captcha-form" action="index" method="post"><p>通常と異なるトラフィックが検出されました</p></form>',
  },
}

export const LOGIN_PAGE =
  '<!doctype html><title>ログイン</title><h1>会員ログイン</h1><form method="post"><input name="id"><input type="password" name="pw"><button>ログイン</button></form>'
