import { z } from 'zod'
import { CITATION_DIRECTIONS, DEEPEST_CHASE } from '../domain/citation-steering.ts'
import { firstDay } from '../domain/date-range.ts'
import { LONGEST_DOMAIN } from '../domain/domain-name.ts'
import { SOURCE_KINDS } from '../domain/search-scope.ts'

const day = z
  .string()
  .trim()
  .refine((text) => firstDay(text) !== null, 'must be a date such as 2024-03-01, 2024-03 or 2024')

export const period = z
  .strictObject({
    after: day.optional().describe('Published on this day or later, e.g. 2024-03-01'),
    before: day.optional().describe('Published before this day'),
    asked_on: day.optional().describe('The day an open period ends; today when left out'),
  })
  .meta({ listed: 'object', description: 'Published: after, before (YYYY-MM-DD)' })

export const domainName = z
  .string()
  .trim()
  .max(LONGEST_DOMAIN)
  .regex(/^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)*$/u, 'must be a domain such as pmda.go.jp')

export const languageCode = z
  .string()
  .max(35)
  .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'must be a language code such as ja or en')

const leftOut = {
  exclude_domains: z.array(domainName).max(100).optional().describe('Leave these domains out, e.g. example.com'),
  exclude_own_pages_of: z
    .array(z.string().trim().min(1).max(LONGEST_DOMAIN))
    .max(20)
    .optional()
    .describe('Leave out the own pages of these organisations or domains; what they say corroborates nothing'),
  language: languageCode.optional().describe('Only sources in this language'),
  kinds: z
    .array(z.enum(SOURCE_KINDS))
    .min(1)
    .max(SOURCE_KINDS.length)
    .optional()
    .describe(`Only sources of these kinds: ${SOURCE_KINDS.join(', ')}`),
  lens: z
    .string()
    .trim()
    .regex(/^[a-z0-9][a-z0-9-]{0,49}$/, 'must be the name of a lens such as medicine')
    .optional()
    .describe('A named set of sources (`lyra lenses`)'),
}

const LISTED = 'exclude_domains[], exclude_own_pages_of[], language, lens, kinds[]'

/** What one search leaves out, beside what its task leaves out. */
export const searchScope = z
  .strictObject(leftOut)
  .meta({ listed: 'object', description: `${LISTED}: ${SOURCE_KINDS.join('|')}` })

/** What all searches of a task leave out. */
export const taskScope = z
  .strictObject({ ...leftOut, period: period.optional() })
  .meta({ listed: 'object', description: 'For all searches: period, and the scope of search' })

const year = z.int().min(1000).max(9999)

/** How the citations of the papers found are followed after the answer. */
export const citationSteering = z
  .strictObject({
    follow: z.enum(['best', 'none']).optional().describe('none: list the candidates, read none (default best)'),
    direction: z.enum(CITATION_DIRECTIONS).optional().describe('Cited, citing or both (default)'),
    depth: z.int().min(1).max(DEEPEST_CHASE).optional().describe('Steps from the papers found (default 1)'),
    from_year: year.optional().describe('Published in this year or later'),
    to_year: year.optional().describe('Published in this year or before'),
    exclude: z.array(z.string().min(1).max(100)).max(500).optional().describe('Ids of candidates not to read'),
  })
  .meta({
    listed: 'object',
    description: `follow: best|none, direction: ${CITATION_DIRECTIONS.join('|')}, depth, from_year, to_year, exclude[]`,
  })
