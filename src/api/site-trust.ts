import { z } from 'zod'
import { LONGEST_DOMAIN } from '../domain/domain-name.ts'
import { hostOf } from '../domain/url.ts'
import { type AnswerOf, defineUseCase } from './define-use-case.ts'
import { domain, givenDomain, ok, ownText, time, trustLevel } from './fields.ts'

const LONGEST_REASON = 500

/** One name of one site, however a person writes it: an address, capitals, a dot at the end, other scripts. */
const siteName = givenDomain
  .overwrite((text) => hostName(text))
  .regex(/^[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?$/u, 'must be the name of a site, such as example.org')
  .max(LONGEST_DOMAIN)
  .describe('Name of the site; its subdomains are covered')
const channel = z.enum(['cli', 'dashboard']).describe('Where the person did it')

const answer = z.object({
  ok,
  domain,
  /** How it stands now, and what gave it that level. */
  trust: trustLevel,
  trust_source: ownText(40),
  /** The entry of the user's file that holds for it; it may be that of a domain above. */
  entry: z.object({ domain, trust_level: trustLevel, reason: ownText(4000), added_at: time.nullable() }).nullable(),
})
const changed = answer.extend({
  /** How it stood before. */
  before: trustLevel,
  /** False: it was so already. */
  changed: z.boolean(),
  /** Claims that were computed again. */
  claims: z.number(),
})

export const getTrust = defineUseCase({
  name: 'get_trust',
  title: 'Trust of a site',
  description: 'How far a site is trusted, what gave it that level, and the entry of user_overrides that holds for it',
  input: z.strictObject({ domain: siteName }),
  output: answer,
})

export const setTrust = defineUseCase({
  name: 'set_trust',
  title: 'Set the trust of a site',
  description:
    'Writes the entry of a site under user_overrides of LYRA_HOME/domains.yaml; it holds at once, and what rests on ' +
    'the site is computed again',
  input: z.strictObject({
    domain: siteName,
    trust_level: z.string().trim().toUpperCase().pipe(trustLevel).describe('BLOCKED lets nothing of it count'),
    reason: z
      .string()
      .overwrite((text) => text.replace(/[\s\p{Cc}]+/gu, ' '))
      .trim()
      .max(LONGEST_REASON)
      .optional()
      .describe('Why, for whoever reads the file'),
    channel,
  }),
  output: changed,
})

export const removeTrust = defineUseCase({
  name: 'remove_trust',
  title: 'Take back the trust set for a site',
  description: 'Takes the entry of a site out of user_overrides; what Lyra finds about the site holds again',
  input: z.strictObject({ domain: siteName, channel }),
  output: changed,
})

function hostName(text: string): string {
  const address = text.includes('://') ? text : `https://${text}/`
  return (hostOf(address) ?? text).replace(/\.$/, '')
}

export type TrustAnswer = AnswerOf<typeof getTrust>
export type TrustChange = AnswerOf<typeof setTrust>
