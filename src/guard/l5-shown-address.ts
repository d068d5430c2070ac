import { screenFields } from './l2-page-screen.ts'

const LONGEST = 160

/**
 * L5 (REQ 4.4.1): the address of a page as a note of our own may name it: host and path, without what a query or a
 * fragment may say, cut where it is long. Of a path that reads as an order only the host is told.
 */
export function shownAddress(url: string): string {
  const parsed = URL.parse(url)
  if (parsed === null) return ''
  const whole = `${parsed.origin}${parsed.pathname}`
  const { safe } = screenFields({ address: whole })
  if (safe.address === null) return parsed.origin
  return whole.length <= LONGEST ? whole : `${whole.slice(0, LONGEST)}…`
}
