import type { Context, MiddlewareHandler } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { answerPage, type DashboardParts, LANGUAGE_COOKIE, pageRequest } from './answer.ts'
import { signInView, stepView } from './sign-in.ts'
import { chooseLanguage } from './words/say.ts'

const ONE_YEAR = 365 * 24 * 3600
/** A browser forgets the session after so long; the next link or the token makes it anew. */
const SESSION_SECONDS = 30 * 24 * 3600
const OWN = { path: '/', httpOnly: true, sameSite: 'Strict' } as const

/** Lets in whoever has a session or brings the token of the link; also takes the choice of the language. */
export function gate(parts: DashboardParts): MiddlewareHandler {
  return async (c, next) => {
    const { token, lang } = c.req.query()
    if (token !== undefined && c.req.method === 'GET') return signIn(c, parts, token, withoutQuery(c, 'token'))
    if (!hasSession(c, parts)) return turnAway(c, parts)
    if (lang === undefined || c.req.method !== 'GET') return next()
    setCookie(c, LANGUAGE_COOKIE, chooseLanguage(lang, undefined), { ...OWN, maxAge: ONE_YEAR })
    return c.redirect(withoutQuery(c, 'lang'), 303)
  }
}

export function hasSession(c: Context, { sessions, isProgram }: DashboardParts): boolean {
  return isProgram(c) || sessions.isSession(getCookie(c, sessions.cookieName) ?? '')
}

export function signIn(c: Context, parts: DashboardParts, sent: string, next: string): Promise<Response> {
  const session = parts.sessions.signIn(sent)
  const request = pageRequest(c, parts)
  if (session === null) return answerPage(c, parts, signInView(request, next, true), { signedIn: false, status: 401 })
  setCookie(c, parts.sessions.cookieName, session, { ...OWN, maxAge: SESSION_SECONDS })
  return answerPage(c, parts, stepView(request, next), { signedIn: false })
}

/** A link in another site's page brings no cookie: one step by a page of ours, and it does if there is one. */
function turnAway(c: Context, parts: DashboardParts): Promise<Response> {
  const request = pageRequest(c, parts)
  const here = `${request.url.pathname}${request.url.search}`
  if (c.req.header('sec-fetch-site') === 'cross-site' && c.req.method === 'GET')
    return answerPage(c, parts, stepView(request, here), { signedIn: false })
  return answerPage(c, parts, signInView(request, here, false), { signedIn: false, status: 401 })
}

function withoutQuery(c: Context, name: string): string {
  const url = new URL(c.req.url)
  url.searchParams.delete(name)
  return `${url.pathname}${url.search}`
}
