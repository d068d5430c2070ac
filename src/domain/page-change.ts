import { z } from 'zod'

/** Events about a page that was asked for again; their subject is the page. */
export const PAGE_REVISITED = 'page_revisited'
export const PAGE_CHANGED = 'page_changed'
export const PAGE_GONE = 'page_gone'

/** What a page no longer says, by fragment, and the new fragment that stands in its place. */
export const pageChange = z.object({
  /** The search that found out. */
  search_id: z.string(),
  /** When the page was last known to say so. */
  last_seen: z.string(),
  replaced: z.array(z.object({ was: z.string(), now: z.string().nullable() })),
  added: z.number(),
})
export type PageChangeData = z.infer<typeof pageChange>

export const pageGone = z.object({ search_id: z.string(), last_seen: z.string(), outcome: z.string() })

interface Seen {
  readonly fetched_at: string
  readonly checked_at?: string | null
}

/** When the page was last known to be as it is kept. */
export function lastSeen({ fetched_at, checked_at }: Seen): string {
  return checked_at ?? fetched_at
}

/** The key under which a replay is told that the task's search at this place asked for a page again. */
export function revisitKey(search: number, url: string): string {
  return `${search} ${url}`
}
