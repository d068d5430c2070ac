import type { HumanPage, SeenSession } from '../browser/human-page.ts'
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
  /** Setting human.cdp_endpoint. */
  readonly endpoint: string
  /** Setting browser.cdp_endpoint: the Chrome that searches drive. */
  readonly driven: string
  /** True while a search of this home may be driving it, in whichever process. */
  readonly searching: () => boolean
  readonly open: (endpoint: string, url: string, timeoutMs: number) => Promise<HumanPage>
}

/** A browser that runs opens a tab in a second or two. */
const OPEN_MS = 10_000

/** The tabs that are open for a person, by site; looked at until the site is settled or Lyra closes. */
export function humanTabs({ endpoint, driven, searching, open }: HumanTabsParts): HumanTabs {
  const tabs = new Map<string, HumanPage>()
  const openTab: OpenTab = async (url) => {
    if (!isLocalEndpoint(endpoint)) return 'human.cdp_endpoint must be on this machine or a private network (L1)'
    // Whoever drives a browser is attached to every tab of it, also to this one.
    if (sameHost(endpoint, driven) && searching()) return 'a search is driving this browser'
    try {
      const page = await open(endpoint, url, OPEN_MS)
      tabs.get(domainOf(url))?.close()
      tabs.set(domainOf(url), page)
      return page
    } catch (error) {
      return error instanceof Error ? error.message : 'it does not answer'
    }
  }
  return {
    openTab: endpoint === '' ? null : openTab,
    session: (domain) => tabs.get(domain)?.session() ?? null,
    close: () => {
      for (const page of tabs.values()) page.close()
      tabs.clear()
    },
  }
}

function sameHost(one: string, other: string): boolean {
  return URL.parse(one)?.host === URL.parse(other)?.host
}
