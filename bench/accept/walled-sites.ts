import type { IncomingMessage, ServerResponse } from 'node:http'
import { CHALLENGE_PAGES, LOGIN_PAGE } from '../acquisition/bodies.ts'

/** How a site knows a person who has passed its challenge or login. */
export interface WalledSite {
  readonly host: string
  readonly wall: 'cloudflare' | 'turnstile' | 'hcaptcha' | 'recaptcha' | 'login'
  readonly knows: Knowledge
}

type Knowledge =
  | 'cookie of the host'
  | 'cookie of the domain'
  | 'cookie of a path'
  | 'cookie without an end'
  | 'two cookies'
  | 'cookie with signs'
  | 'cookie and browser name'
  | 'cookie renewed each time'
  | 'cookie and page before'
  | 'cookie, drawn by a script'
  | 'cookie for one page'
  | 'token outside of cookies'
  | 'cookie that has ended'

const KNOWN: readonly (readonly [WalledSite['wall'], Knowledge])[] = [
  ['cloudflare', 'cookie and browser name'],
  ['cloudflare', 'cookie of the domain'],
  ['turnstile', 'cookie of the host'],
  ['hcaptcha', 'cookie without an end'],
  ['recaptcha', 'two cookies'],
  ['login', 'cookie of the host'],
  ['login', 'cookie of the domain'],
  ['login', 'cookie of a path'],
  ['login', 'cookie with signs'],
  ['login', 'cookie renewed each time'],
  ['login', 'cookie and page before'],
  ['login', 'cookie, drawn by a script'],
  ['cloudflare', 'cookie and browser name'],
  ['recaptcha', 'cookie for one page'],
  ['login', 'token outside of cookies'],
  ['login', 'cookie that has ended'],
]

export const WALLED_SITES: readonly WalledSite[] = KNOWN.map(([wall, knows], index) => ({
  host: `www.walled-${index + 1}.example`,
  ...{ wall, knows },
}))

/** Those of another task: a site that has refused rests for a while, whichever task asks. */
export const TASK_SITES: readonly WalledSite[] = KNOWN.slice(0, 3).map(([wall, knows], index) => ({
  host: `www.gated-${index + 1}.example`,
  ...{ wall, knows },
}))

export const PERSON_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36'

/** The cookies that a person's browser has for the site after the challenge was passed. */
export function cookiesOf({ host, knows }: WalledSite, now: number): readonly Record<string, unknown>[] {
  const day = Math.round(now / 1000) + 86_400
  const cookie = (name: string, value: string, more: Record<string, unknown> = {}) => ({
    ...{ name, value, domain: host, path: '/', expires: day },
    ...more,
  })
  switch (knows) {
    case 'cookie of the domain':
      return [cookie('pass', 'yes', { domain: `.${host.replace(/^www\./, '')}` })]
    case 'cookie of a path':
      return [cookie('pass', 'yes', { path: '/articles' })]
    case 'cookie without an end':
      return [cookie('pass', 'yes', { expires: -1 })]
    case 'two cookies':
      return [cookie('pass', 'yes'), cookie('check', '7f3')]
    case 'cookie with signs':
      return [cookie('pass', 'a=b/c+d%3D~|x')]
    case 'cookie renewed each time':
      return [cookie('pass', 'turn-0')]
    case 'cookie that has ended':
      return [cookie('pass', 'yes', { expires: Math.round(now / 1000) - 60 })]
    case 'token outside of cookies':
      return [cookie('theme', 'dark')]
    default:
      return [cookie('pass', 'yes')]
  }
}

const HTML = { 'content-type': 'text/html; charset=utf-8' }

/** Answers for the walled sites; what they remember lives in the object. */
export function createWalledWeb() {
  const turns = new Map<string, number>()
  const served = new Map<string, string>()
  return (request: IncomingMessage, response: ServerResponse, host: string): void => {
    const site = [...WALLED_SITES, ...TASK_SITES].find((one) => one.host === host)
    const path = request.url ?? '/'
    if (site === undefined) return void response.writeHead(200, HTML).end(article(host, path))
    if (!lets(site, request, { turns, served })) return void wall(site, response)
    if (site.knows === 'cookie renewed each time') {
      const turn = (turns.get(host) ?? 0) + 1
      turns.set(host, turn)
      response.setHeader('set-cookie', `pass=turn-${turn}; Path=/`)
    }
    const body = article(host, path)
    response.writeHead(200, HTML).end(site.knows === 'cookie, drawn by a script' ? drawn(body) : body)
  }
}

interface Memory {
  readonly turns: ReadonlyMap<string, number>
  readonly served: Map<string, string>
}

function lets({ host, knows }: WalledSite, request: IncomingMessage, { turns, served }: Memory): boolean {
  const cookies = new Map(
    (request.headers.cookie ?? '')
      .split('; ')
      .map((pair) => [pair.split('=', 1)[0] ?? '', pair.slice(pair.indexOf('=') + 1)]),
  )
  const pass = cookies.get('pass')
  switch (knows) {
    case 'two cookies':
      return pass === 'yes' && cookies.get('check') === '7f3'
    case 'cookie with signs':
      return pass === 'a=b/c+d%3D~|x'
    case 'cookie and browser name':
      return pass === 'yes' && request.headers['user-agent'] === PERSON_AGENT
    case 'cookie renewed each time':
      return pass === `turn-${turns.get(host) ?? 0}`
    case 'cookie and page before':
      return pass === 'yes' && request.headers.referer !== undefined
    case 'cookie for one page': {
      const first = served.get(host) ?? request.url ?? ''
      if (pass === 'yes') served.set(host, first)
      return pass === 'yes' && first === request.url
    }
    case 'token outside of cookies':
      return request.headers.authorization !== undefined
    default:
      return pass === 'yes'
  }
}

function wall(site: WalledSite, response: ServerResponse): void {
  if (site.wall === 'login') return void response.writeHead(200, HTML).end(LOGIN_PAGE)
  const page = CHALLENGE_PAGES[site.wall]
  response.writeHead(page?.status ?? 403, HTML).end(page?.html ?? '')
}

/** Words of its own on every page, so that no page is a copy of another. */
export function article(host: string, path: string): string {
  const number = [...`${host}${path}`].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 7)
  const [adults, fall, weeks] = [120 + (number % 300), `${1 + (number % 7)}.${number % 10}`, 4 + (number % 20)]
  return [
    `<!doctype html><html lang="en"><head><title>Silverleaf tea, note ${number}</title></head><body><main>`,
    `<h1>Silverleaf tea, note ${number}</h1>`,
    `<p>In trial ${number} with ${adults} adults silverleaf tea lowered systolic blood pressure by ${fall} mmHg`,
    `after ${weeks} weeks.</p>`,
    `<p>The ward of ${host.split('.')[1]} kept a diary of ${number % 90} days in which no participant of group`,
    `${path.replaceAll('/', ' ')} reported a change of the heart rate.</p>`,
    '</main></body></html>',
  ].join('\n')
}

function drawn(html: string): string {
  const body = html.replace(/^[\s\S]*<body>|<\/body>[\s\S]*$/g, '')
  return (
    '<!doctype html><title>App</title><div ' +
    `id="root"></div><script>document.getElementById("root").innerHTML = ${JSON.stringify(body)}</script>`
  )
}
