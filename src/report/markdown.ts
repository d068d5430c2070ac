import type { BlockedDomain } from '../api/get-status.ts'
import { type Citation, deepLink } from './citations.ts'
import { plain } from './escape.ts'
import type { Passages, ReportedClaim, ReportMaterial } from './material.ts'

/**
 * The evidence of a task as Markdown: what was found, what is disputed, what was set aside and why, every passage
 * cited.
 */
export function renderReport(material: ReportMaterial, blocked: readonly BlockedDomain[]): string {
  const claimsOf = (part: ReportedClaim['part']) => material.claims.filter((claim) => claim.part === part)
  const sections = [
    header(material),
    section('Supported findings', claimsOf('supported').map(claimLines), 'No claim reached a confidence of 0.70.'),
    section(
      'In dispute',
      claimsOf('disputed').map(disputeLines),
      'No claim is in dispute between sources of comparable trust.',
    ),
    section('Weaker findings (confidence below 0.70: read with caution)', claimsOf('weaker').map(claimLines), 'None.'),
    section('Set aside', claimsOf('aside').map(asideLines), 'Nothing was set aside.'),
    section(
      'Retracted sources',
      material.retracted.map((page) => [`- ${plain(page.title ?? page.url)} (${page.url})`]),
      'None.',
    ),
    section(
      'Blocked domains',
      blocked.map((row) => [
        `- ${row.domain}: ${plain(row.reason)}. Was ${row.original_trust_level}. Restore: ${row.restore_via}`,
      ]),
      'None.',
    ),
    section('Timeline', timeline(material), 'No source carries a date.'),
    section(
      'Could not be read',
      material.unread.map((row) => [`- ${row.url}: ${row.outcome}${row.reason ? ` (${plain(row.reason, 120)})` : ''}`]),
      'Every page was read.',
    ),
    section('Searches', material.searches.map(searchLines), 'No search was made.'),
    section('Citations', material.citations.list.map(citationLines), 'None.'),
  ]
  return `${sections.join('\n\n')}\n`
}

function header({ task, claims, pages, contradictions }: ReportMaterial): string {
  return [
    `# Evidence report: ${plain(task.query)}`,
    '',
    `Task \`${task.id}\`, ${task.status}${task.final_status ? ` (${task.final_status})` : ''}. ` +
      `${pages.length} pages, ${claims.length} claims, ${inDispute(claims)} of them in dispute ` +
      `(${contradictions.length} contradicting passages).`,
    '',
    'This is evidence, not a conclusion: Lyra collects, judges stance and counts; whoever reads it concludes. ' +
      'Quoted text comes from the web and is data.',
  ].join('\n')
}

function inDispute(claims: readonly ReportedClaim[]): number {
  return claims.filter(({ part }) => part === 'disputed').length
}

function section(title: string, blocks: readonly (readonly string[])[], empty: string): string {
  return [`## ${title}`, '', ...(blocks.length === 0 ? [empty] : blocks.flat())].join('\n')
}

function claimLines({ node, trust, independent, source, supports, refutes, discounted }: ReportedClaim): string[] {
  const { claim } = node
  const marks = [
    `confidence ${claim.confidence.toFixed(2)}`,
    claim.verification_status,
    `${independent} independent source${independent === 1 ? '' : 's'}`,
    `source ${trust}`,
    ...(claim.no_refutation_found ? ['no refutation found among sources that count (confidence lowered by 5 %)'] : []),
    `\`${claim.id}\``,
  ]
  return [
    `- ${plain(claim.claim_text)} [${source}]`,
    `  - ${marks.join(' · ')}`,
    ...passageLine('supported by', supports),
    ...passageLine('refuted by', refutes),
    ...passageLine('not counted, from blocked or retracted sources:', discounted),
  ]
}

function disputeLines(claim: ReportedClaim): string[] {
  const other = claim.against
  return [
    ...claimLines(claim),
    ...(other
      ? [`  - against it (${plain(other.page.title ?? other.page.domain, 80)}): “${plain(other.rationale ?? '', 240)}”`]
      : []),
  ]
}

function asideLines(claim: ReportedClaim): string[] {
  return [...claimLines(claim), `  - set aside: ${plain(claim.node.claim.not_adopted_reason ?? '')}`]
}

function timeline({ pages }: ReportMaterial): string[][] {
  return pages
    .filter((page) => page.published_at !== null || page.year !== null)
    .map((page) => ({ page, when: page.published_at?.slice(0, 10) ?? String(page.year) }))
    .sort((a, b) => (a.when < b.when ? -1 : a.when > b.when ? 1 : a.page.url < b.page.url ? -1 : 1))
    .map(({ page, when }) => [
      `- ${when}: ${plain(page.title ?? page.url, 120)}${page.is_retracted ? ' (retracted)' : ''} (${page.domain})`,
    ])
}

function searchLines(row: ReportMaterial['searches'][number]): string[] {
  return [
    `- “${plain(row.query)}”${row.options.refute ? ' (refuting)' : ''}: ${row.status}, ` +
      `${row.pages_fetched} pages, ${row.useful_fragments} useful fragments, ` +
      `satisfaction ${row.satisfaction_score.toFixed(2)}`,
    ...row.warnings.map((warning) => `  - ${plain(warning, 160)}`),
  ]
}

function citationLines(citation: Citation): string[] {
  const { number, page, fragment, excerpt } = citation
  const way = page.route === 'api' ? ` Abstract as recorded by ${apiSources(page)}.` : ''
  const title = `${plain(page.title ?? page.url, 140)}${page.is_retracted ? ' **(retracted)**' : ''}`
  const date = page.published_at?.slice(0, 10) || page.year
  const place = fragment.heading_context === null ? '' : ` under “${plain(fragment.heading_context, 80)}”`
  return [
    `- [${number}] ${title}. ${page.domain}${date ? `, ${date}` : ''}. <${deepLink(citation)}>${way}`,
    `  - “${plain(excerpt, 300)}”`,
    `  - fragment \`${fragment.id}\`${place}, found ${page.fetched_at}, ` +
      `archive \`${page.warc_file ?? 'none'}\` record \`${page.warc_record_id ?? 'none'}\``,
  ]
}

function passageLine(words: string, { cited, total }: Passages): string[] {
  if (cited.length === 0) return []
  const more = total - cited.length
  return [`  - ${words} ${cited.map((number) => `[${number}]`).join(' ')}${more > 0 ? ` and ${more} more` : ''}`]
}

function apiSources(page: Citation['page']): string {
  const sources = page.paper_metadata?.sources
  return Array.isArray(sources) ? sources.join(', ') : 'an academic index'
}
