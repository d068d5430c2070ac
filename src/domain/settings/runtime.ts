import { z } from 'zod'
import { LONGEST_QUERY_MS, MOST_ROWS } from '../query-limits.ts'
import { LONGEST_WAIT_SECONDS, MOST_PAGES, MOST_SECONDS } from '../task.ts'

/** How tasks and jobs run, what is logged, and how people are notified. Assembled in ../settings.ts. */
export const runtimeSettings = {
  log: z
    .strictObject({
      level: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info').describe('What goes to the log'),
      to: z.enum(['file', 'stderr', 'both']).default('file').describe('Where the log goes; never stdout'),
      keep_days: z.int().min(1).default(7).describe('Days a plain log file is kept (REQ 8.2)'),
      archive_days: z.int().min(1).default(30).describe('Days a compressed log file is kept (REQ 8.2)'),
    })
    .prefault({}),
  task: z
    .strictObject({
      max_pages: z
        .int()
        .min(1)
        .max(MOST_PAGES)
        .default(120)
        .describe(
          'Default page budget of a task: pages read on the web; papers from the academic indexes have their ' +
            'own limits',
        ),
      max_seconds: z.int().min(1).max(MOST_SECONDS).default(1200).describe('Default time budget of a task, in seconds'),
      search_pages: z
        .int()
        .min(1)
        .max(100)
        .default(15)
        .describe('Pages one search may look at when max_pages is not given'),
      wait_seconds: z
        .int()
        .min(0)
        .max(LONGEST_WAIT_SECONDS)
        .default(50)
        .describe('After this long `search` answers status "running" and goes on in the background'),
    })
    .prefault({}),
  jobs: z
    .strictObject({
      lease_seconds: z
        .number()
        .min(1)
        .default(30)
        .describe('How long a process may be silent before another takes over its searches'),
      page_seconds: z
        .number()
        .min(1)
        .default(180)
        .describe('Deadline of one page over all its routes; each request has net.timeout_seconds (REQ 3.2.2)'),
      cpu_slots: z.int().min(0).default(0).describe('Text work done at once (REQ 3.2.2 cpu_nlp); 0: one per core'),
      queue_limit: z.int().min(1).default(1000).describe('Work that may wait for a slot before more is held back'),
      prune_minutes: z
        .number()
        .min(0)
        .default(60)
        .describe('A server removes expired rows and old log files this often (REQ 8.2); 0: never'),
    })
    .prefault({}),
  human: z
    .strictObject({
      silent_seconds: z
        .number()
        .min(1)
        .default(300)
        .describe('After this long without a call searches are parked; the next call resumes them (REQ 2.1.5)'),
      notify: z.boolean().default(true).describe('Desktop notices of paused tasks and of pages that wait for a person'),
      answer_wait_seconds: z
        .number()
        .min(0.1)
        .max(55)
        .default(25)
        .describe(
          'After this long wait_for_user answers status "waiting", to be asked again: well under the minute after ' +
            'which clients give up a call',
        ),
      auth_warning_from: z
        .int()
        .min(1)
        .default(3)
        .describe('Pages of a task that wait for a person before get_status warns (REQ 3.6.1)'),
      auth_critical_from: z.int().min(1).default(5).describe('The same before the alert is critical (REQ 3.6.1)'),
      auth_critical_high_from: z
        .int()
        .min(1)
        .default(2)
        .describe('Waiting pages of high priority before the alert is critical (REQ 3.6.1)'),
      cdp_endpoint: z
        .string()
        .default('')
        .describe(
          'DevTools endpoint of the Chrome in which pages are opened for a person, e.g. http://127.0.0.1:9222; ' +
            'empty: that of browser.cdp_endpoint, else the system opens them (REQ 3.6.1)',
        ),
    })
    .prefault({}),
  report: z
    .strictObject({
      main_confidence: z
        .number()
        .min(0)
        .max(1)
        .default(0.7)
        .describe('Confidence from which a claim stands in the main part of the report (REQ 4.5)'),
      passages_per_claim: z
        .int()
        .min(1)
        .max(50)
        .default(4)
        .describe('Supporting, and refuting, passages the report cites for one claim'),
    })
    .prefault({}),
  query: z
    .strictObject({
      limit: z.int().min(1).max(MOST_ROWS).default(50).describe('Default row limit of query_graph'),
      timeout_ms: z.int().min(1).max(LONGEST_QUERY_MS).default(300).describe('Default deadline of query_graph'),
      memory_mb: z.int().min(64).default(512).describe('Memory of the SQL sandbox process'),
      max_answer_tokens: z
        .int()
        .min(500)
        .default(8000)
        .describe('About how many tokens one answer of query_graph may be; the rest comes by next_offset'),
      max_answer_bytes: z.int().min(1000).default(200_000).describe('Largest answer of query_graph'),
    })
    .prefault({}),
  server: z
    .strictObject({
      host: z.string().default('127.0.0.1').describe('Address of `lyra serve`'),
      port: z.int().min(0).max(65535).default(8765).describe('Port of `lyra serve`'),
      token: z
        .string()
        .default('')
        .describe(
          'Bearer token of `lyra serve`, at least 22 characters; empty: the one it made in LYRA_HOME/server-token',
        ),
      allowed_origins: z.array(z.string()).default([]).describe("Browser origins allowed besides the server's own"),
      oauth_issuer: z
        .string()
        .default('')
        .describe('Issuer whose access tokens `lyra serve` takes for MCP, as https://login.example; empty: none'),
      oauth_keys: z
        .string()
        .default('')
        .describe('Where the keys of the issuer are (JWKS); empty: where its metadata says, on the host of the issuer'),
      oauth_resource: z
        .string()
        .default('')
        .describe(
          'Address of /mcp as clients know it, which a token must be made for; empty: where `lyra serve` listens',
        ),
      oauth_subjects: z
        .array(z.string())
        .default([])
        .describe('Subjects of the issuer that may use this home; on a hub `lyra hub user add --sign-in` says so'),
    })
    .prefault({}),
}
