import { html, raw } from 'hono/html'

/**
 * Pages are written with hono's `html` template: every value put into it is escaped, and only what `html` itself made
 * goes in as markup. Text from the web is inert by this alone; `raw` is not exported to the pages.
 */
export type Html = ReturnType<typeof html>
export { html }

/** Nothing, where a value is left out. */
export const NOTHING: Html = raw('')

/** An address from outside is a link only where it leads to a web page; `javascript:` and the like lead nowhere. */
export function outsideHref(url: string): string | null {
  return /^https?:\/\//i.test(url) && URL.canParse(url) ? url : null
}

/** A path of the dashboard with its query; empty values are left out. */
export function path(base: string, query: Readonly<Record<string, string | number | null | undefined>> = {}): string {
  const given = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === null || value === undefined || value === '' ? [] : [[name, String(value)]],
  )
  return given.length === 0 ? base : `${base}?${new URLSearchParams(given)}`
}
