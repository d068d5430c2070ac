import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** The person in front of the browser. The first link or the token makes a session, which a cookie carries. */
export interface Sessions {
  readonly cookieName: string
  /** For the first link that `lyra serve` prints: good once, and for a few minutes. */
  readonly linkToken: string
  /** The value of the cookie for whoever brings the link's token or the server's; null for anybody else. */
  signIn(sent: string): string | null
  isSession(cookie: string): boolean
  /** What a form has to bring along (CSRF); follows from the session alone. */
  readonly formToken: string
  isFormToken(sent: string): boolean
}

export interface SessionParts {
  readonly token: string
  readonly now: () => number
  readonly random?: (bytes: number) => Buffer
}

const LINK_MINUTES = 15

/**
 * LYRA 3.5: the cookie is not the token of MCP clients but follows from it, so that it outlives a restart and ends with
 * the token. What a terminal or a supervisor shows is kept and read by others: the link in it is spent by its first
 * use.
 */
export function createSessions({ token, now, random = randomBytes }: SessionParts): Sessions {
  const derived = (purpose: string) => createHmac('sha256', token).update(`lyra ${purpose}`).digest('base64url')
  const session = derived('dashboard session')
  const formToken = derived('dashboard form')
  const linkToken = random(24).toString('base64url')
  const linkEnds = now() + LINK_MINUTES * 60_000
  let isLinkOpen = true
  return {
    // Cookies are shared by the ports of a host: two servers on one machine do not sign each other's people out.
    cookieName: `lyra_${createHash('sha256').update(session).digest('hex').slice(0, 8)}`,
    linkToken,
    formToken,
    signIn: (sent) => {
      const byLink = isLinkOpen && now() < linkEnds && sameSecret(sent, linkToken)
      if (byLink) isLinkOpen = false
      return byLink || sameSecret(sent, token) ? session : null
    },
    isSession: (cookie) => sameSecret(cookie, session),
    isFormToken: (sent) => sameSecret(sent, formToken),
  }
}

/** Hashing first makes both sides equally long, which the constant-time comparison needs. */
export function sameSecret(sent: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(sent), digest(expected))
}
