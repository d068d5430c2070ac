import { z } from 'zod'
import { CATEGORIES } from '../domain/search-category.ts'
import { type AnswerOf, defineUseCase } from './define-use-case.ts'
import { domain, ok, ownText, shortText } from './fields.ts'

const lens = z.object({
  name: shortText,
  title: shortText,
  title_ja: shortText.exactOptional(),
  about: ownText(2000),
  about_ja: ownText(2000).exactOptional(),
  domains: z.array(domain).max(500),
  strict: z.boolean(),
  engines: z.array(shortText).max(50),
  sources: z.array(shortText).max(50).nullable(),
  category: z.enum(CATEGORIES).nullable(),
  queries: z.array(shortText).max(20),
  /** From LYRA_HOME/lenses. */
  own: z.boolean(),
})

export const listLenses = defineUseCase({
  name: 'list_lenses',
  title: 'Named sets of sources',
  description: 'Lenses: domains, engines, academic sources and query patterns that a search may be limited to',
  input: z.strictObject({}),
  output: z.object({ ok, lenses: z.array(lens).max(200) }),
})

export type LensEntry = AnswerOf<typeof listLenses>['lenses'][number]
