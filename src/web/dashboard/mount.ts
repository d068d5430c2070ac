import type { Context, Hono } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { answerError, type ErrorParts } from '../../app/answer-error.ts'
import type { Lyra } from '../../app/lyra.ts'
import type { ArchivedFrame, FramePass } from '../archived/frame-pass.ts'
import { httpStatus } from '../http-status.ts'
import type { Assets } from './assets.ts'
import { html } from './html.ts'
import { layout } from './layout.ts'
import type { Action, FormFields, Page, PageRequest, PageView } from './page.ts'
import { ACTIONS, PAGES } from './pages.ts'
import { pageHeaders } from './policy.ts'
import { problemView } from './problem.ts'
import type { Sessions } from './session.ts'
import { pathOfHere, signInView, stepView } from './sign-in.ts'
import { chooseLanguage, sayIn } from './words/say.ts'

export interface DashboardParts extends ErrorParts {
  readonly lyra: Lyra
  readonly sessions: Sessions
  /** Whether a program has sent the token of the server: it needs neither cookie nor form token. */
  readonly isProgram: (c: Context) => boolean
  readonly version: string
  readonly now: () => number
  readonly assets: Assets
  /** The frame of an archived page, for a page that was asked for under this host. */
  readonly archivedFrame: (host: string, pass: FramePass) => ArchivedFrame
  readonly pages?: readonly Page[]
  readonly actions?: readonly Action[]
}

const LANGUAGE_COOKIE = 'lyra_language'
const ONE_YEAR = 365 * 24 * 3600
/** A browser forgets the session after so long; the next link or the token makes it anew. */
const SESSION_SECONDS = 30 * 24 * 3600

/** Mounts every page, action and asset; what has no session sees the sign-in page and nothing else. */
export function mountDashboard(app: Hono, parts: DashboardParts): void {
  const { assets } = parts
  app.get('/assets/:file', (c) => {
    const found = assets.read(c.req.path)
    if (found === null) return c.notFound()
    c.header('Content-Type', found.type)
    c.header('Cache-Control', 'public, max-age=31536000, immutable')
    c.header('X-Content-Type-Options', 'nosniff')
    return c.body(found.bytes)
  })
  const answer = answerer(parts, assets)
  app.post('/sign-in', async (c) => {
    const fields = await formFields(c)
    return signIn(c, parts, answer, fields.token ?? '', fields.next ?? '')
  })
  app.use(async (c, next) => {
    const sent = c.req.query('token')
    if (sent !== undefined && c.req.method === 'GET') return signIn(c, parts, answer, sent, withoutQuery(c, 'token'))
    if (!hasSession(c, parts)) return turnAway(c, parts, answer)
    const language = c.req.query('lang')
    if (language === undefined || c.req.method !== 'GET') return next()
    const chosen = chooseLanguage(language, undefined)
    setCookie(c, LANGUAGE_COOKIE, chosen, { path: '/', sameSite: 'Strict', maxAge: ONE_YEAR, httpOnly: true })
    return c.redirect(withoutQuery(c, 'lang'), 303)
  })
  app.post('/sign-out', (c) => {
    deleteCookie(c, parts.sessions.cookieName, { path: '/' })
    return c.redirect('/', 303)
  })
  for (const page of parts.pages ?? PAGES)
    app.get(page.path, async (c) => {
      const request = pageRequest(c, parts)
      const shown = await page.show(request)
      return shown instanceof Response ? shown : answer(c, request, shown, page.tab, true)
    })
  for (const action of parts.actions ?? ACTIONS)
    app.post(action.path, async (c) => {
      const request = pageRequest(c, parts)
      const fields = await formFields(c)
      if (!parts.isProgram(c) && !parts.sessions.isFormToken(fields.form_token ?? ''))
        return answer(c, request, { ...problemView(request, 'form'), status: 400 }, '', true)
      const { form_token: _, ...given } = fields
      const done = await action.act(request, given)
      if (typeof done === 'string') return c.redirect(pathOfHere(done), 303)
      return done instanceof Response ? done : answer(c, request, done, '', true)
    })
  app.notFound((c) => {
    const request = pageRequest(c, parts)
    return answer(c, request, { ...problemView(request, 'path'), status: 404 }, '', hasSession(c, parts))
  })
}

/** The page for what went wrong, with the error's own words and what to do next. */
export function answerProblem(c: Context, parts: DashboardParts, error: unknown): Response | Promise<Response> {
  const { error: told } = answerError(parts, `${c.req.method} ${c.req.path}`, error)
  const request = pageRequest(c, parts)
  const answer = answerer(parts, parts.assets)
  return answer(c, request, problemView(request, told), '', true, httpStatus(told.code))
}

type Answer = (
  c: Context,
  request: PageRequest,
  view: PageView,
  tab: string,
  signedIn: boolean,
  status?: number,
) => Response | Promise<Response>

function answerer(_parts: DashboardParts, assets: Assets): Answer {
  return async (c, request, view, tab, signedIn, status = view.status ?? 200) => {
    const page = await layout(request, view, { assets, tab, signedIn })
    return c.newResponse(String(page), status as 200, {
      'Content-Type': 'text/html; charset=utf-8',
      ...pageHeaders(view),
    })
  }
}

function hasSession(c: Context, { sessions, isProgram }: DashboardParts): boolean {
  return isProgram(c) || sessions.isSession(getCookie(c, sessions.cookieName) ?? '')
}

function signIn(c: Context, parts: DashboardParts, answer: Answer, sent: string, next: string) {
  const session = parts.sessions.signIn(sent)
  const request = pageRequest(c, parts)
  if (session === null) return answer(c, request, signInView(request, next, true), '', false, 401)
  setCookie(c, parts.sessions.cookieName, session, {
    path: '/',
    httpOnly: true,
    sameSite: 'Strict',
    maxAge: SESSION_SECONDS,
  })
  return answer(c, request, stepView(request, next), '', false)
}

function turnAway(c: Context, parts: DashboardParts, answer: Answer) {
  const request = pageRequest(c, parts)
  const here = `${request.url.pathname}${request.url.search}`
  if (c.req.header('sec-fetch-site') === 'cross-site' && c.req.method === 'GET')
    return answer(c, request, stepView(request, here), '', false)
  return answer(c, request, signInView(request, here, false), '', false, 401)
}

function pageRequest(c: Context, { lyra, sessions, version, now, assets, archivedFrame }: DashboardParts): PageRequest {
  const language = chooseLanguage(getCookie(c, LANGUAGE_COOKIE), c.req.header('accept-language'))
  return {
    lyra,
    language,
    say: sayIn(language),
    url: new URL(c.req.url),
    param: (name) => c.req.param(name) ?? '',
    query: (name) => c.req.query(name) ?? '',
    formToken: html`<input type="hidden" name="form_token" value="${sessions.formToken}">`,
    now,
    version,
    signal: c.req.raw.signal,
    asset: assets.url,
    archivedFrame: (pass) => archivedFrame(c.req.header('host') ?? '', pass),
  }
}

async function formFields(c: Context): Promise<FormFields> {
  const body = await c.req.parseBody()
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
}

function withoutQuery(c: Context, name: string): string {
  const url = new URL(c.req.url)
  url.searchParams.delete(name)
  return `${url.pathname}${url.search}`
}
