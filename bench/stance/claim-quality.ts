import { defaultSettings } from '../../src/domain/settings.ts'
import { createClaimExtractor } from '../../src/infer/claim-extractor.ts'
import type { Scifact } from './scifact.ts'

const BOILERPLATE = /\b(?:copyright|all rights reserved|cookies?|subscribe|doi:|issn|trial registration)\b/i
const HEADING = /^[A-Z][A-Z /&-]{3,40}[:.]?$/

/** The first 100 abstracts through the built-in extractor; counted by other rules than its own. */
export async function claimQuality(scifact: Scifact) {
  const extractor = createClaimExtractor({ settings: defaultSettings.judgement })
  const sources = [...scifact.abstracts.entries()].slice(0, 100).map(([id, text]) => ({
    fragmentId: String(id),
    text: text.join(' '),
    headingContext: null,
    fragmentType: 'abstract',
  }))
  const results = await extractor.extract(sources, 'What did the study find?')
  let found = 0
  let bad = 0
  let abstractsWithClaims = 0
  for (const [index, { claims }] of results.entries()) {
    const text = sources[index]?.text ?? ''
    abstractsWithClaims += Number(claims.length > 0)
    for (const claim of claims) {
      found += 1
      const span = text.slice(claim.spanStart, claim.spanEnd)
      const words = (value: string) => value.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
      const known = new Set(words(text))
      const verbatim = span.length > 0 && words(claim.text).every((word) => known.has(word))
      const heading = HEADING.test(claim.text) || words(claim.text).length < 4
      bad += Number(!verbatim || heading || /\?\s*$/.test(claim.text) || BOILERPLATE.test(claim.text))
    }
  }
  return { claims_found: found, claims_bad: bad, abstracts_with_claims: abstractsWithClaims }
}
