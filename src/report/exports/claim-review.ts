import { LyraError } from '../../domain/errors.ts'
import type { ShownFinding } from '../../research/findings/read-findings.ts'
import type { ExportData } from './export-data.ts'

/** Who says so, and what they say: a verdict is a person's, never the program's. */
export interface Reviewer {
  readonly name: string
  readonly url: string | null
  /** By finding id, in the reviewer's own words: `False`, `Missing context`. */
  readonly verdicts: Readonly<Record<string, string>>
  readonly date: string
}

/** Addresses told of one claim. */
const APPEARANCES = 20

/** ClaimReview of schema.org for the findings that the reviewer has judged, with the evidence that was gathered. */
export function claimReviews(data: ExportData, reviewer: Reviewer): unknown {
  const byId = new Map(data.findings.map((finding) => [finding.id, finding]))
  const unknown = Object.keys(reviewer.verdicts).filter((id) => !byId.has(id))
  if (unknown.length > 0)
    throw new LyraError('NOT_FOUND', `Task ${data.task.id} has no finding ${unknown[0]?.slice(0, 80)}`, {
      hint: 'v_findings lists them: lyra query "SELECT finding_id, finding_text FROM v_findings"',
    })
  const judged = Object.entries(reviewer.verdicts).flatMap(([id, verdict]) => {
    const finding = byId.get(id)
    return finding === undefined ? [] : [review(finding, verdict, reviewer)]
  })
  return { '@context': 'https://schema.org', '@graph': judged }
}

function review(finding: ShownFinding, verdict: string, { name, url, date }: Reviewer): unknown {
  const { shown, members } = finding
  const pages = [...new Map(members.map(({ page }) => [page.url, page])).values()]
  const passages = (relation: string) =>
    members
      .flatMap(({ evidence }) => evidence.filter((edge) => edge.relation === relation && !edge.page.is_retracted))
      .map(({ page, rationale }) => ({
        '@type': 'Quotation',
        text: rationale ?? '',
        isPartOf: { '@type': 'WebPage', url: page.url, name: page.title ?? page.url },
      }))
  const once = <T extends { readonly text: string }>(list: readonly T[]) =>
    [...new Map(list.map((one) => [one.text, one])).values()].slice(0, APPEARANCES)
  return {
    '@type': 'ClaimReview',
    '@id': `urn:lyra:${finding.id}`,
    datePublished: date,
    claimReviewed: shown.claim.claim_text,
    author: { '@type': 'Person', name, ...(url === null ? {} : { url }) },
    reviewRating: { '@type': 'Rating', alternateName: verdict },
    itemReviewed: {
      '@type': 'Claim',
      appearance: pages.slice(0, APPEARANCES).map((page) => ({
        '@type': 'CreativeWork',
        url: page.url,
        name: page.title ?? page.url,
        ...(page.published_at === null ? {} : { datePublished: page.published_at.slice(0, 10) }),
      })),
    },
    positiveNotes: once(passages('supports')),
    negativeNotes: once(passages('refutes')),
  }
}
