import { createArxiv } from './arxiv.ts'
import { createCrossref } from './crossref.ts'
import { createOpenAlex } from './openalex.ts'
import { createPubmed } from './pubmed.ts'
import { createSemanticScholar } from './semantic-scholar.ts'
import type { AcademicSource, OpenSource, SourceContext } from './types.ts'
import { openUnpaywall } from './unpaywall.ts'

/**
 * Every source there is, in the order they are asked: a new one is its own file and a line here. OpenAlex and Semantic
 * Scholar are searched and chased, the rest resolve identifiers (TRUST 2) and are searched when both refuse.
 */
const SOURCES: readonly OpenSource[] = [
  createOpenAlex,
  createSemanticScholar,
  createCrossref,
  openUnpaywall,
  createArxiv,
  createPubmed,
]

export function createSources(context: SourceContext): readonly AcademicSource[] {
  return SOURCES.flatMap((open) => open(context) ?? [])
}
