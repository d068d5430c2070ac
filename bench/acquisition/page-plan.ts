import { seededRandom } from '../../src/domain/random.ts'

/** What a page of the loopback web does to its visitor. */
export type Behaviour =
  | 'plain'
  | 'drawn'
  | 'gate'
  | 'limited'
  | 'snapshot'
  | 'vanished'
  | 'refused'
  | 'flaky'
  | 'reset'
  | 'captcha'
  | 'login'
  | 'robots'
  | 'missing'
  | 'private'
  | 'nowhere'
  | 'tls'
  | 'loop'
  | 'chain'
  | 'bomb'
  | 'huge'
  | 'drip'
  | 'empty'
  | 'binary'
  | 'lying'

export interface PlannedPage {
  readonly behaviour: Behaviour
  readonly host: string
  readonly path: string
  /** Variant of the behaviour: charset, coding, kind of challenge. */
  readonly variant: string
  /** Whether a visitor that respects the rules can get the text. */
  readonly reachable: boolean
  /** Outcomes that tell the truth about the page. */
  readonly expected: readonly string[]
}

interface Line {
  readonly behaviour: Behaviour
  readonly count: number
  readonly reachable: boolean
  readonly expected: readonly string[]
  readonly hosts: number
  readonly variants: readonly string[]
}

const CODINGS = ['identity', 'gzip', 'br', 'zstd', 'deflate', 'chunked']
const CHARSETS = ['shift_jis', 'euc-jp', 'iso-2022-jp', 'gb18030', 'utf-16le']
const MOVES = ['moved', 'moved-across', 'cookie-first']
const CHALLENGES = ['cloudflare', 'turnstile', 'hcaptcha', 'recaptcha', 'datadome', 'google']
const REACHED = ['ok', 'not_modified']

/** 200 pages of media, public bodies and blogs, with the faults of REQ 7 and other bad input among them. */
const LINES: readonly Line[] = [
  line('plain', 98, true, REACHED, 24, [...CODINGS, ...CHARSETS, ...MOVES]),
  line('drawn', 12, true, REACHED, 6),
  line('gate', 10, true, REACHED, 5),
  line('limited', 8, true, REACHED, 8),
  line('snapshot', 4, true, REACHED, 4),
  line('vanished', 4, true, REACHED, 4),
  line('refused', 5, false, ['blocked'], 5),
  line('flaky', 6, true, REACHED, 6),
  line('reset', 3, true, REACHED, 3),
  line('captcha', 12, false, ['captcha'], 12, CHALLENGES),
  line('login', 5, false, ['login_wall'], 5),
  line('robots', 5, false, ['robots_denied'], 2),
  line('missing', 6, false, ['not_found'], 3),
  line('private', 3, false, ['refused_private'], 3),
  line('nowhere', 3, false, ['dns'], 3),
  line('tls', 3, false, ['tls'], 3),
  line('loop', 2, false, ['redirect_loop'], 1),
  line('chain', 1, false, ['redirect_loop'], 1),
  line('bomb', 2, false, ['too_large'], 1),
  line('huge', 1, false, ['too_large'], 1),
  line('drip', 2, false, ['timeout'], 2),
  line('empty', 2, false, ['empty'], 2),
  line('binary', 2, false, ['unsupported_type'], 1),
  line('lying', 1, false, ['connection'], 1),
]

function line(
  behaviour: Behaviour,
  count: number,
  reachable: boolean,
  expected: readonly string[],
  hosts: number,
  variants: readonly string[] = [''],
): Line {
  return { behaviour, count, reachable, expected, hosts, variants }
}

export function planPages(seed: number): readonly PlannedPage[] {
  const pages = LINES.flatMap(({ behaviour, count, reachable, expected, hosts, variants }) =>
    Array.from({ length: count }, (_, index): PlannedPage => {
      const variant = variants[index % variants.length] ?? ''
      const host = `www.${behaviour}-${(index % hosts) + 1}.example`
      return { behaviour, host, path: `/${behaviour}/${index + 1}`, variant, reachable, expected }
    }),
  )
  return shuffled(pages, seed)
}

function shuffled<T>(items: readonly T[], seed: number): readonly T[] {
  const random = seededRandom(seed)
  const list = [...items]
  for (let at = list.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random.next() * (at + 1))
    const held = list[at] as T
    list[at] = list[other] as T
    list[other] = held
  }
  return list
}
