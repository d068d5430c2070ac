import { z } from 'zod'
import type { DeepReadonly } from './define-use-case.ts'
import { domain, shortText } from './fields.ts'

/**
 * L5: stands as `_lyra_meta` beside every answer of a tool, about the domains that the answer names; an empty list is
 * left out. Which fields hold text of the web follows from the contract, and stands in `_meta` of the result.
 */
export const lyraMeta = z.object({
  unverified_domains: z.array(domain).max(200),
  blocked_domains: z.array(domain).max(200),
  security_warnings: z.array(shortText).max(200),
})

/** What the application knows of the sources. */
export type TrustNotes = DeepReadonly<z.output<typeof lyraMeta>>
