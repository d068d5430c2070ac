import { z } from 'zod'
import { dateRangeSchema } from './date-range.ts'
import { CATEGORIES } from './search-category.ts'

/** What a source is, for restricting a search: the standing of its domain, and whether it is a paper. */
export const SOURCE_KINDS = ['paper', 'primary', 'government', 'academic', 'trusted', 'other'] as const
export type SourceKind = (typeof SOURCE_KINDS)[number]

/** A claimant whose own pages corroborate nothing: the name as given, and the places that are theirs. */
const claimantSchema = z
  .object({
    name: z.string(),
    /** `acme.com`, or `github.com/acme` for a part of a host. */
    places: z.array(z.string()).readonly(),
  })
  .readonly()
export type Claimant = z.infer<typeof claimantSchema>

/** A named set of sources, as a search uses it. */
const usedLensSchema = z
  .object({
    name: z.string(),
    domains: z.array(z.string()).readonly(),
    /** Results outside `domains` are left out. */
    strict: z.boolean(),
    engines: z.array(z.string()).readonly(),
    /** Academic sources to ask; null: as for any search. */
    sources: z.array(z.string()).readonly().nullable(),
    category: z.enum(CATEGORIES).nullable(),
    /** `{query}` stands for the words of the search. */
    queries: z.array(z.string()).readonly(),
  })
  .readonly()
export type UsedLens = z.infer<typeof usedLensSchema>

/** What a search leaves out, resolved when it begins: a file that changes later does not change it. */
export const searchScopeSchema = z
  .object({
    exclude_domains: z.array(z.string()).readonly().optional(),
    own: z.array(claimantSchema).readonly().optional(),
    period: dateRangeSchema.optional(),
    language: z.string().optional(),
    kinds: z.array(z.enum(SOURCE_KINDS)).readonly().optional(),
    lens: usedLensSchema.optional(),
  })
  .readonly()
export type SearchScope = z.infer<typeof searchScopeSchema>

/** As a caller writes it, for a task or for one search. */
export const givenScopeSchema = z
  .object({
    exclude_domains: z.array(z.string()).readonly().optional(),
    exclude_own_pages_of: z.array(z.string()).readonly().optional(),
    period: dateRangeSchema.optional(),
    language: z.string().optional(),
    kinds: z.array(z.enum(SOURCE_KINDS)).readonly().optional(),
    lens: z.string().optional(),
  })
  .readonly()
export type GivenScope = z.infer<typeof givenScopeSchema>

export function isEmptyScope(scope: SearchScope | GivenScope): boolean {
  return Object.values(scope).every((value) => value === undefined || (Array.isArray(value) && value.length === 0))
}
