import type { HumanPage, SeenSession } from '../browser/human-page.ts'
import type { PersonBrowser } from '../browser/person-browser.ts'
import { isLocalEndpoint } from '../guard/l1-network-isolation.ts'
import { domainOf } from './auth-queue.ts'
import type { OpenTab } from './show-page.ts'

export interface HumanTabs {
  /** Null when no browser was named for this. */
  readonly openTab: OpenTab | null
  /** What the person's browser was seen sending to the site since its page was opened. */
  session(domain: string): SeenSession | null
  close(): void
}

export interface HumanTabsParts {
  /** Setting human.cdp_endpoint, else browser.cdp_endpoint. */
  readonly endpoint: string
  /** Setting browser.cdp_endpoint: the Chrome that searches drive. */
  readonly driven: string
  /** True while a search of this home may be driving it, in whichever process. */
  readonly searching: () => boolean
  readonly open: (endpoint: string, url: string, timeoutMs: number) => Promise<HumanPage>
  /** Where no browser was named: one with a window of our own; throws with the reason where there is none. */
  readonly startOwn?: () => Promise<PersonBrowser>
}

/** A browser that runs opens a tab in a second or two. */
const OPEN_MS = 10_000

/** The tabs that are open for a person, by site; looked at until the site is settled or Lyra closes. */
export function createHumanTabs({ endpoint, driven, searching, open, startOwn }: HumanTabsParts): HumanTabs {
  const tabs = new Map<string, HumanPage>()
  let own: Promise<PersonBrowser> | null = null
  const openIn = (place: string, url: string) => open(place, url, OPEN_MS)

  /** One window for all pages; a new one when the person has closed it. */
  async function openInOwn(start: () => Promise<PersonBrowser>, url: string): Promise<HumanPage> {
    const running = own
    if (running !== null) {
      const page = await running.then((browser) => openIn(browser.endpoint, url)).catch(() => null)
      if (page !== null) return page
    }
    own = start()
    own.catch(() => {
      own = null
    })
    return openIn((await own).endpoint, url)
  }

  const openTab: OpenTab = async (url) => {
    if (endpoint !== '' && !isLocalEndpoint(endpoint))
      return 'the DevTools endpoint must be on this machine or a private network (L1)'
    // Whoever drives a browser is attached to every tab of it, also to this one.
    if (endpoint !== '' && sameHost(endpoint, driven) && searching()) return 'a search is driving this browser'
    try {
      const page = endpoint === '' && startOwn ? await openInOwn(startOwn, url) : await openIn(endpoint, url)
      tabs.get(domainOf(url))?.close()
      tabs.set(domainOf(url), page)
      return page
    } catch (error) {
      return error instanceof Error ? error.message : 'it does not answer'
    }
  }
  return {
    openTab: endpoint === '' && startOwn === undefined ? null : openTab,
    session: (domain) => tabs.get(domain)?.session() ?? null,
    close: () => {
      for (const page of tabs.values()) page.close()
      tabs.clear()
      void own?.then((browser) => browser.close()).catch(() => undefined)
      own = null
    },
  }
}

function sameHost(one: string, other: string): boolean {
  return URL.parse(one)?.host === URL.parse(other)?.host
}
