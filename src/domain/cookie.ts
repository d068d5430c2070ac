import { z } from 'zod'
import { LONGEST_DOMAIN } from './domain-name.ts'

/** Longer than any browser keeps (RFC 6265 6.1: name and value together 4096 bytes): what is longer is no cookie. */
export const cookieName = z.string().min(1).max(256)
export const cookieValue = z.string().max(8192)

/** One cookie as browsers export it. */
export const cookieSchema = z.object({
  name: cookieName,
  value: cookieValue,
  domain: z.string().max(LONGEST_DOMAIN).optional(),
  path: z.string().max(2048).optional(),
  /** Seconds since the epoch, as browsers export it; -1 or absent: until the session ends. */
  expires: z.number().optional(),
  secure: z.boolean().optional(),
  httpOnly: z.boolean().optional(),
})
export type Cookie = z.infer<typeof cookieSchema>

/** The cookies of one Cookie header, `a=1; b=2`; what is no pair is passed over. */
export function cookiesOfHeader(header: string): Cookie[] {
  return header.split(';').flatMap((pair) => {
    const at = pair.indexOf('=')
    const name = pair.slice(0, at).trim()
    return at > 0 && name !== '' ? [{ name, value: pair.slice(at + 1).trim() }] : []
  })
}
