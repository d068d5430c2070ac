import { z } from 'zod'

/** Tor's own default port of its SOCKS proxy. */
export const TOR_SOCKS_PORT = 9050

/** After how many days a page of one kind is asked for again, and why so. */
function days(count: number, why: string) {
  return z.number().min(0).default(count).describe(`Days after which such a page is asked for again: ${why}`)
}

/** How pages are fetched: pace, routes, the browser; how long they stay fresh. Assembled in ../settings.ts. */
export const networkSettings = {
  net: z
    .strictObject({
      timeout_seconds: z.number().min(1).default(60).describe('Deadline of one page (REQ 3.2.2)'),
      serp_timeout_seconds: z.number().min(1).default(30).describe('Deadline of one result page (REQ 3.2.2)'),
      max_bytes: z.int().min(1024).default(20_000_000).describe('Largest body, after decompression'),
      max_redirects: z.int().min(0).max(20).default(8).describe('Redirects followed, each checked again'),
      domain_interval_min: z
        .number()
        .min(0)
        .default(5)
        .describe('Least seconds between two requests to one domain (0.2/s, REQ 4.3)'),
      domain_jitter_min: z
        .number()
        .min(0)
        .default(1.5)
        .describe('Random wait between requests of one domain, lower end in seconds (REQ 4.3)'),
      domain_jitter_max: z
        .number()
        .min(0)
        .default(5.5)
        .describe('Random wait between requests of one domain, upper end in seconds (REQ 4.3)'),
      crawl_delay_max: z
        .number()
        .min(0)
        .default(30)
        .describe("Longest Crawl-delay of a site's robots.txt that is kept, in seconds; a longer one counts as this"),
      api_interval: z.number().min(0).default(1).describe('Least seconds between two requests to one API host'),
      concurrency: z
        .int()
        .min(1)
        .max(16)
        .default(4)
        .describe('Requests under way at once over all domains (REQ 3.2.2 network_client)'),
      cooldown_minutes: z.number().min(0).default(30).describe('First cool-down of a domain that refuses (REQ 4.3.5)'),
      cooldown_max_minutes: z.number().min(0).default(120).describe('Longest cool-down (REQ 4.3.5)'),
      backoff_base_seconds: z.number().min(0).default(1).describe('First wait before an API is asked again'),
      backoff_max_seconds: z.number().min(0).default(60).describe('Longest wait before an API is asked again'),
      backoff_attempts: z
        .int()
        .min(1)
        .max(10)
        .default(3)
        .describe('Attempts at an API before it is reported as refused'),
      allow_private: z
        .array(z.string())
        .default([])
        .describe('Host names or host:port that may resolve to private addresses (intranet)'),
      online_hosts: z
        .array(z.string())
        .default(['www.wikipedia.org', 'api.openalex.org', 'duckduckgo.com'])
        .describe('Hosts that are tried when a connection fails, to tell a site that is down from a machine offline'),
      domain_day_budget: z
        .int()
        .min(1)
        .default(300)
        .describe('Most pages and result pages asked of one domain a day, over all tasks (REQ 4.3)'),
      adapt_seconds: z
        .number()
        .min(0)
        .default(60)
        .describe('How often engine and domain parameters are settled besides after each request (REQ 4.6)'),
      adapt_hold_seconds: z
        .number()
        .min(0)
        .default(300)
        .describe('Least time before an adapted parameter may change again (REQ 4.6)'),
      tor_proxy: z
        .string()
        .default(`socks5h://127.0.0.1:${TOR_SOCKS_PORT}`)
        .describe('SOCKS proxy of Tor, which also resolves the names; empty: Tor is not used'),
      tor_control: z
        .string()
        .default('127.0.0.1:9051')
        .describe('Control port of Tor, for a new circuit after a refusal; empty: circuits are not renewed'),
      tor_control_password: z.string().default('').describe('Password of the control port'),
      tor_sticky_minutes: z.number().min(0).default(15).describe('How long one domain keeps one Tor circuit (REQ 4.3)'),
      tor_share: z
        .number()
        .min(0)
        .max(1)
        .default(0.2)
        .describe("Largest share of a day's requests, over all and of one domain, that go over Tor (REQ 7)"),
      zotero_port: z
        .int()
        .min(1)
        .max(65_535)
        .default(23_119)
        .describe('Port of the connector of Zotero on this machine (`lyra export --format zotero`)'),
      wayback_url: z.string().default('https://web.archive.org').describe('Base URL of the Wayback Machine'),
      wayback_live_pages: z
        .int()
        .min(0)
        .max(20)
        .default(2)
        .describe('Most pages of one search that still live and are compared with archived versions; 0: none'),
      wayback_share: z
        .number()
        .min(0)
        .max(1)
        .default(0.15)
        .describe('Largest share of the pages of one task, and of one domain in it, from Wayback (REQ 3.1.6)'),
      user_agent: z
        .string()
        .default('')
        .describe('Own User-Agent of the HTTP client; empty: that of the browser that is found'),
      first_visit_share: z
        .number()
        .min(0)
        .max(1)
        .default(0.15)
        .describe(
          "New domains are first visited by the browser while it has fewer than this share of a task's pages " +
            '(REQ 3.1.2, REQ 7)',
        ),
      handshake: z
        .enum(['browser', 'plain'])
        .default('browser')
        .describe("TLS and HTTP/2 of page requests: as the browser speaks them, or Node's own (REQ 4.3)"),
      dns_memory_seconds: z
        .number()
        .min(0)
        .default(60)
        .describe('How long a looked-up name is remembered (REQ 4.3 DNS)'),
    })
    .prefault({}),
  browser: z
    .strictObject({
      cdp_endpoint: z
        .string()
        .default('')
        .describe('DevTools endpoint of a running Chrome, e.g. http://127.0.0.1:9222; tried first'),
      executable: z
        .string()
        .default('')
        .describe('Path of a Chrome or Chromium; empty: an installed one, else the bundled one'),
      headful: z.boolean().default(false).describe('Show the browser window'),
      start_seconds: z.number().min(1).default(15).describe('How long to wait for the browser (REQ 3.2.1)'),
      idle_seconds: z
        .number()
        .min(1)
        .default(30)
        .describe('A browser that no page needs for so long is ended; the next page starts another (REQ 4.2)'),
    })
    .prefault({}),
  freshness: z
    .strictObject({
      article_days: days(7, 'news and posts are corrected in their first days, then rest'),
      knowledge_days: days(30, 'encyclopedias and guidelines are revised over months'),
      documentation_days: days(30, 'documentation follows releases'),
      forum_days: days(3, 'answers come in for days'),
      listing_days: days(1, 'a list of links is new every day'),
      product_days: days(7, 'prices and terms of products and services change by the week'),
      paper_days: days(180, 'a published paper or PDF rests; retractions come from the indexes'),
      other_days: days(14, 'a page of unknown kind'),
    })
    .prefault({}),
}
