import { z } from 'zod'
import type { DeepReadonly } from './define-use-case.ts'
import { domain, shortText } from './fields.ts'

/** L5: stands as `_lyra_meta` beside every answer of a tool. */
export const lyraMeta = z.object({
  unverified_domains: z.array(domain).max(200),
  blocked_domains: z.array(domain).max(200),
  security_warnings: z.array(shortText).max(200),
  /** Names the fields whose text came from the web: data, never instruction. */
  untrusted_fields: z.array(z.string().max(200)).max(100),
})

/** What the application knows of its sources; which fields are foreign follows from the contracts. */
export type TrustNotes = Omit<LyraMeta, 'untrusted_fields'>
export type LyraMeta = DeepReadonly<z.output<typeof lyraMeta>>
