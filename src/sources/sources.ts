import { type Clock, systemClock } from '../domain/clock.ts'
import type { Gateway } from '../net/types.ts'
import { createArxiv } from './arxiv.ts'
import { createCrossref } from './crossref.ts'
import { createOpenAlex } from './openalex.ts'
import { createPubmed } from './pubmed.ts'
import { createSemanticScholar } from './semantic-scholar.ts'
import type { AcademicSource } from './types.ts'
import { createUnpaywall } from './unpaywall.ts'
import type { SourceSettings } from './url-parts.ts'

/**
 * OpenAlex and Semantic Scholar are searched and chased, the rest resolve identifiers (TRUST 2) and are
 * searched when both refuse. Unpaywall asks for an e-mail address and is left out without one.
 */
export function createSources(
  settings: SourceSettings,
  gateway: Gateway,
  clock: Clock = systemClock,
): readonly AcademicSource[] {
  return [
    createOpenAlex(settings, gateway, clock),
    createSemanticScholar(settings, gateway),
    createCrossref(settings, gateway),
    ...(settings.contact_email === '' ? [] : [createUnpaywall(settings, gateway)]),
    createArxiv(settings, gateway),
    createPubmed(settings, gateway),
  ]
}
