import { z } from 'zod'
import { cookieName, cookieValue } from '../domain/cookie.ts'
import { registrableDomain } from '../domain/url.ts'
import { openDevtoolsTab, tabTitle } from '../net/devtools-tab.ts'
import type { JarCookie } from '../net/sessions.ts'

/** REQ 3.6.1: the only commands sent to a page that is open for a person, in this order. */
export const ALLOWED_DEVTOOLS_COMMANDS = ['Network.enable', 'Page.navigate', 'Page.bringToFront'] as const

export interface SeenSession {
  readonly cookies: readonly JarCookie[]
  readonly user_agent?: string
}

/** A tab in the person's own browser. Lyra looks at what the browser sends and touches nothing. */
export interface HumanPage {
  /** What the browser was last seen sending to the site; null while it has sent no cookie there. */
  session(): SeenSession | null
  /** How its window is found: where the browser listens, and what the browser calls the tab by now. */
  readonly window: { readonly endpoint: string; readonly title: () => Promise<string | null> }
  /** Stops looking; the tab stays with the person. */
  close(): void
}

const request = z.object({ request: z.object({ url: z.string(), headers: z.record(z.string(), z.string()) }) })
const sent = z.object({
  associatedCookies: z.array(
    z.object({
      blockedReasons: z.array(z.string()),
      cookie: z.object({
        name: cookieName,
        value: cookieValue,
        domain: z.string(),
        path: z.string(),
        expires: z.number(),
        secure: z.boolean(),
      }),
    }),
  ),
})

/** Ten times the cookies a browser keeps per domain (RFC 6265 6.1): bounds memory against a hostile page. */
const MOST_COOKIES = 500

/** A page that has not failed by now is loading, however slowly. */
const FAILS_WITHIN_MS = 3000

/** Opens the page for a person through the DevTools endpoint of their browser; throws when that cannot be done. */
export async function openPersonTab(endpoint: string, url: string, timeoutMs: number): Promise<HumanPage> {
  const site = registrableDomain(url)
  const cookies = new Map<string, JarCookie>()
  let userAgent: string | undefined
  const watch = (method: string, params: unknown): void => {
    if (method === 'Network.requestWillBeSent') {
      const { data } = request.safeParse(params)
      if (data !== undefined && registrableDomain(data.request.url) === site)
        userAgent = data.request.headers['User-Agent'] ?? userAgent
    }
    if (method !== 'Network.requestWillBeSentExtraInfo') return
    for (const { blockedReasons, cookie } of sent.safeParse(params).data?.associatedCookies ?? []) {
      if (cookies.size >= MOST_COOKIES) return
      if (blockedReasons.length > 0 || registrableDomain(`https://${cookie.domain.replace(/^\./, '')}/`) !== site)
        continue
      const { name, value, domain, path, expires, secure } = cookie
      cookies.set(`${name} ${domain} ${path}`, {
        name,
        value,
        domain,
        path,
        secure,
        ...(expires > 0 ? { expires } : {}),
      })
    }
  }
  const tab = await openDevtoolsTab({ endpoint, timeoutMs, onEvent: watch })
  const [look, go, front] = ALLOWED_DEVTOOLS_COMMANDS
  try {
    await tab.send(look)
    const going = tab.send(go, { url })
    going.catch(() => undefined)
    await tab.send(front)
    const { errorText } = await Promise.race([going, stillLoading()])
    if (typeof errorText === 'string' && errorText !== '') throw new Error(`The page could not be opened: ${errorText}`)
  } catch (error) {
    tab.close()
    throw error
  }
  return {
    session: () =>
      cookies.size === 0
        ? null
        : { cookies: [...cookies.values()], ...(userAgent === undefined ? {} : { user_agent: userAgent }) },
    window: { endpoint, title: () => tabTitle(endpoint, tab.id, timeoutMs) },
    close: () => tab.close(),
  }
}

function stillLoading(): Promise<Readonly<Record<string, unknown>>> {
  return new Promise((resolve) => setTimeout(resolve, FAILS_WITHIN_MS, {}).unref())
}
