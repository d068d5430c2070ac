import { z } from 'zod'
import { type AnswerOf, defineUseCase } from './define-use-case.ts'
import { id, ok, ownText, shortText } from './fields.ts'

const publicSource = z.object({
  name: id,
  title: shortText,
  about: shortText,
  address: shortText,
  documentation: shortText,
  /** By what its form was confirmed: recorded, documentation, no. */
  verified: id,
  note: shortText.exactOptional(),
  /** What it is asked by: identifier types, and `words` where it can be searched. */
  asked_by: z.array(id).max(50),
  tells: z.array(id).max(200),
  languages: z.array(id).max(20),
  /** Least seconds between two requests. */
  pace: z.number(),
  licence: shortText,
  primary: z.boolean(),
  official: z.boolean(),
  /** The variable that holds the user's key, whether it is needed, whether there is one, and where to get one. */
  key: z.object({ environment: id, needed: z.boolean(), given: z.boolean(), get_one: shortText }).exactOptional(),
  /** It wants to know whom to write to: sources.contact_email. */
  contact: z.boolean(),
  /** Whether it would be asked now, and if not why. */
  state: z.enum(['ready', 'no_key', 'no_contact', 'off']),
  /** From LYRA_HOME/sources. */
  own: z.boolean(),
})

const pivot = z.object({
  kind: id,
  about: shortText,
  followed_by: id.exactOptional(),
  steps: z.array(z.object({ ask: id, source: id, by: id, from: id.exactOptional(), deep: z.boolean() })).max(100),
})

export const listPublicSources = defineUseCase({
  name: 'list_public_sources',
  title: 'Public sources',
  description: 'Registers, laws, filings, catalogues: what each is asked by, key, pace and licence; and pivots',
  input: z.strictObject({}),
  output: z.object({ ok, sources: z.array(publicSource).max(500), pivots: z.array(pivot).max(100) }),
})

export const checkPublicSources = defineUseCase({
  name: 'check_public_sources',
  title: 'Public sources against their recorded answers',
  description: 'Whether each description still reads the answers recorded for it; nothing is asked of the network',
  input: z.strictObject({ source: z.string().trim().min(1).max(100).optional().describe('Only this one') }),
  output: z.object({
    ok,
    sources: z
      .array(
        z.object({
          name: id,
          checks: z.array(z.object({ question: shortText, problems: z.array(ownText(2000)).max(50) })).max(100),
        }),
      )
      .max(500),
  }),
})

export type PublicSourceEntry = AnswerOf<typeof listPublicSources>['sources'][number]
export type PivotEntry = AnswerOf<typeof listPublicSources>['pivots'][number]
