import { z } from 'zod'

/** Longer than any browser keeps (RFC 6265 6.1: name and value together 4096 bytes): what is longer is no cookie. */
export const cookieName = z.string().min(1).max(256)
export const cookieValue = z.string().max(8192)
