import { z } from 'zod'
import { takePeriod } from '../../domain/date-range.ts'
import { EXPANDED_BY, type QueryExpansion } from '../../domain/query-expansion.ts'
import { isJapaneseQuery } from '../../engines/query-language.ts'
import type { Store } from '../../store/types.ts'
import { runOnce } from '../../work/stage-checkpoints.ts'
import type { ResearchParts } from '../parts.ts'
import type { SearchCall } from '../search-call.ts'
import { expandQuery } from './expand-query.ts'
import { type TranslateDeps, translateQuery } from './translate-query.ts'

export interface VariantDeps extends TranslateDeps, Pick<ResearchParts, 'thesaurus'> {
  readonly store: Pick<Store, 'events' | 'trails'>
  readonly embedder?: ResearchParts['embedder']
}

export interface QueryVariants {
  /** The query in the other language. */
  readonly mirrors: readonly string[]
  /** With a word replaced. */
  readonly synonyms: readonly string[]
  readonly warnings: readonly string[]
}

const expansions = z.array(
  z.object({
    query: z.string(),
    by: z.enum(EXPANDED_BY),
    term: z.string().nullable(),
    synonym: z.string().nullable(),
    similarity: z.number().nullable(),
  }),
)

/** REQ 3.1.1: what is asked beside the query: the other language, and synonyms where they are wanted. Each is kept. */
export async function queryVariants(
  deps: VariantDeps,
  call: SearchCall,
  { mirror, expand }: { readonly mirror?: string | undefined; readonly expand?: boolean | undefined },
): Promise<QueryVariants> {
  const { queries, by, warnings } = await otherLanguage(deps, call, mirror)
  const mirrors = queries.map((query) => ({ query, by, term: null, synonym: null, similarity: null }))
  const synonyms = expand === true ? await synonymsOf(deps, call) : []
  const all = [...mirrors, ...synonyms]
  if (all.length > 0) deps.store.trails.saveExpansions(call.searchId, call.causeId, all)
  return { mirrors: queries, synonyms: synonyms.map(({ query }) => query), warnings }
}

/** As the caller words it, else as a local model translates it. */
async function otherLanguage(deps: VariantDeps, call: SearchCall, given: string | undefined) {
  if (given === undefined) return { ...(await translateQuery(deps, call)), by: 'translation' as const }
  const isOther = isJapaneseQuery(given) !== isJapaneseQuery(call.query)
  const warnings = isOther ? [] : ['mirror: it is in the language of the query']
  return { queries: [given], by: 'given' as const, warnings }
}

async function synonymsOf(deps: VariantDeps, { query, signal }: SearchCall): Promise<readonly QueryExpansion[]> {
  const { thesaurus, embedder, settings, memo } = deps
  if (thesaurus === undefined || embedder === undefined) return []
  const words = takePeriod(query).words
  return runOnce(memo, signal)('synonyms', expansions, async () => [
    ...(await expandQuery({ thesaurus, embedder }, words, settings.engines.synonyms, signal)),
  ])
}
