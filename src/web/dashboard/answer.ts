import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { answerError, type ErrorParts } from '../../app/answer-error.ts'
import type { Lyra } from '../../app/lyra.ts'
import type { ArchivedFrame, FramePass } from '../archived/frame-pass.ts'
import { httpStatus } from '../http-status.ts'
import type { Assets } from './assets.ts'
import { html } from './html.ts'
import { layout } from './layout.ts'
import type { Action, FormFields, Page, PageRequest, PageView } from './page.ts'
import { pageHeaders } from './policy.ts'
import { problemView } from './problem.ts'
import type { Sessions } from './session.ts'
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

export const LANGUAGE_COOKIE = 'lyra_language'

export interface Shown {
  readonly tab: string
  readonly signedIn: boolean
  readonly status: 200 | 400 | 401 | 404 | 409 | 500
}

/** A page within the layout, under the policy that it needs. */
export async function answerPage(
  c: Context,
  parts: DashboardParts,
  view: PageView,
  { tab = '', signedIn = true, status = view.status ?? 200 }: Partial<Shown> = {},
): Promise<Response> {
  const page = await layout(pageRequest(c, parts), view, { assets: parts.assets, tab, signedIn })
  return c.newResponse(String(page), status, { 'Content-Type': 'text/html; charset=utf-8', ...pageHeaders(view) })
}

/** The page for what went wrong, with the error's own words and what to do next (REQ 4.4.1 L7). */
export function answerProblem(c: Context, parts: DashboardParts, error: unknown): Promise<Response> {
  const { error: told } = answerError(parts, `${c.req.method} ${c.req.path}`, error)
  return answerPage(c, parts, problemView(pageRequest(c, parts), told), { status: httpStatus(told.code) })
}

export function pageRequest(c: Context, parts: DashboardParts): PageRequest {
  const { lyra, sessions, version, now, assets, archivedFrame } = parts
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

export async function formFields(c: Context): Promise<FormFields> {
  const body = await c.req.parseBody()
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
}
