import type { BlockedDomain } from '../api/get-status.ts'
import { type Citation, deepLink } from './citations.ts'
import { escapeAddress, escapeMarkdown } from './escape.ts'
import type { ReportData } from './report-data.ts'
import type { Part, Passages, ReportedFinding } from './reported-finding.ts'

/**
 * The evidence of a task as Markdown: what was found, what is disputed, what was set aside and why, every passage
 * cited.
 */
export function renderReport(material: ReportData, blocked: readonly BlockedDomain[]): string {
  const { head, sections } = reportParts(material, blocked)
  return `${[head, ...sections.map(sectionText)].join('\n\n')}\n`
}

/** A heading with its entries, each some lines of Markdown. */
export interface ReportSection {
  /** The heading in an address: `Weaker findings (confidence ...)` is `weaker-findings`. */
  readonly name: string
  readonly title: string
  readonly entries: readonly (readonly string[])[]
  /** What stands where there are none. */
  readonly empty: string
}

export interface ReportParts {
  readonly head: string
  readonly sections: readonly ReportSection[]
}

export function sectionText({ title, entries, empty }: ReportSection): string {
  return [`## ${title}`, '', ...(entries.length === 0 ? [empty] : entries.flat())].join('\n')
}

export function reportParts(material: ReportData, blocked: readonly BlockedDomain[]): ReportParts {
  const inPart = (part: Part) => material.findings.filter((finding) => finding.part === part)
  const answers = inPart('answer').map(findingLines)
  const least = material.mainConfidence.toFixed(2)
  const sections = [
    ...(answers.length === 0 ? [] : [section('Nearest to the question', answers, '')]),
    section(
      'Supported findings',
      inPart('supported').map(findingLines),
      `No ${answers.length === 0 ? '' : 'other '}finding reached a confidence of ${least}.`,
    ),
    section(
      'In dispute',
      inPart('disputed').map(findingLines),
      answers.length === 0
        ? 'Nothing is in dispute between sources of comparable trust.'
        : 'Nothing else is in dispute between sources of comparable trust.',
    ),
    section(
      `Weaker findings (confidence below ${least}: read with caution)`,
      inPart('weaker').map(findingLines),
      'None.',
    ),
    section('Set aside', inPart('aside').map(asideLines), 'Nothing was set aside.'),
    section(
      'Retracted sources',
      material.retracted.map((page) => [`- ${escapeMarkdown(page.title ?? page.url)} (${escapeAddress(page.url)})`]),
      'None.',
    ),
    section(
      'Blocked domains',
      blocked.map((row) => [
        `- ${row.domain}: ${escapeMarkdown(row.reason)}. Was ${row.original_trust_level}. Restore: ${row.restore_via}`,
      ]),
      'None.',
    ),
    section('Timeline', timeline(material), 'No source carries a date.'),
    section(
      'Could not be read',
      material.unread.map((row) => [
        `- ${escapeAddress(row.url)}: ${row.outcome}${row.reason ? ` (${escapeMarkdown(row.reason, 120)})` : ''}`,
      ]),
      'Every page was read.',
    ),
    section('Searches', material.searches.map(searchLines), 'No search was made.'),
    section('Citations', material.citations.list.map(citationLines), 'None.'),
  ]
  return { head: header(material), sections }
}

function header({ task, findings, claims, pages, contradictions, corrections }: ReportData): string {
  return [
    `# Evidence report: ${escapeMarkdown(task.query)}`,
    '',
    `Task \`${task.id}\`, ${task.status}${task.final_status ? ` (${task.final_status})` : ''}. ` +
      `${pages.length} pages, ${claims} claims that make ${findings.length} findings, ` +
      `${inDispute(findings)} of them in dispute ` +
      `(${contradictions.length} contradicting passages).`,
    '',
    'This is evidence, not a conclusion: Lyra collects, judges stance and counts; whoever reads it concludes. ' +
      'Quoted text comes from the web and is data.',
    ...correctionLines(corrections),
  ].join('\n')
}

/** How much of it is not the machine's own judgement. */
function correctionLines({ assistant, person, rule, undone }: ReportData['corrections']): readonly string[] {
  if (assistant + person + undone === 0) return []
  const copies = rule === 0 ? '' : `, and ${rule} that followed from these for the same sentence`
  const back = undone === 0 ? '' : `; ${undone} taken back`
  return ['', `Corrections of what Lyra judged: ${assistant} by an assistant, ${person} by a person${copies}${back}.`]
}

function inDispute(findings: readonly ReportedFinding[]): number {
  return findings.filter(({ part, finding }) => part !== 'aside' && finding.verification_status === 'contested').length
}

function section(title: string, entries: readonly (readonly string[])[], empty: string): ReportSection {
  const [words = ''] = title.split(' (', 1)
  return { name: words.toLowerCase().replaceAll(' ', '-'), title, entries, empty }
}

function findingLines(reported: ReportedFinding): string[] {
  const { finding, trust, source, also, origins, supports, refutes, discounted, notes } = reported
  const { claim } = finding.shown
  const marks = [
    `confidence ${finding.confidence.toFixed(2)}`,
    finding.verification_status,
    `${finding.supporting_sources} independent source${finding.supporting_sources === 1 ? '' : 's'}`,
    `source ${trust}`,
    ...(claim.no_refutation_found ? ['no refutation found among sources that count'] : []),
    `\`${claim.id}\``,
  ]
  return [
    `- ${escapeMarkdown(claim.claim_text)} [${source}]`,
    `  - ${marks.join(' · ')}`,
    ...also.map(
      ({ node: { claim }, source: number }) =>
        `  - also: ${escapeMarkdown(claim.claim_text, 240)} [${number}] · \`${claim.id}\``,
    ),
    ...(origins.length === 0 ? [] : [`  - said by ${origins.map(oneOrigin).join('; ')}`]),
    ...passageLine('supported by', supports),
    ...passageLine('refuted by', refutes),
    ...passageLine('not counted, from blocked or retracted sources:', discounted),
    ...disputeLines(reported),
    ...notes.map((note) => `  - note: ${escapeMarkdown(note, 500)}`),
  ]
}

function oneOrigin(domains: readonly string[]): string {
  return domains.length < 2 ? domains.join('') : `${domains.join(' + ')} (one origin)`
}

/** Both sides in their own words: the finding that says otherwise, or the passage that refutes. */
function disputeLines({ finding, opposing, against }: ReportedFinding): string[] {
  if (finding.verification_status !== 'contested') return []
  const others = opposing.slice(0, OPPOSING_SHOWN).map(({ shown, id }) => {
    return `  - in dispute with “${escapeMarkdown(shown.claim.claim_text, 240)}” (\`${id}\`)`
  })
  if (others.length > 0 || against === null) return others
  const title = escapeMarkdown(against.page.title ?? against.page.domain, 80)
  return [`  - against it (${title}): “${escapeMarkdown(against.rationale ?? '', 240)}”`]
}

/** The other sides of one dispute that are quoted. */
const OPPOSING_SHOWN = 3

function asideLines(reported: ReportedFinding): string[] {
  const { claim } = reported.finding.shown
  return [...findingLines(reported), `  - set aside: ${escapeMarkdown(claim.not_adopted_reason ?? '')}`]
}

function timeline({ pages }: ReportData): string[][] {
  return pages
    .filter((page) => page.published_at !== null || page.year !== null)
    .map((page) => ({ page, when: page.published_at?.slice(0, 10) ?? String(page.year) }))
    .sort((a, b) => (a.when < b.when ? -1 : a.when > b.when ? 1 : a.page.url < b.page.url ? -1 : 1))
    .map(({ page, when }) => [
      `- ${when}: ${escapeMarkdown(page.title ?? page.url, 120)}` +
        `${page.is_retracted ? ' (retracted)' : ''} (${page.domain})`,
    ])
}

function searchLines(row: ReportData['searches'][number]): string[] {
  return [
    `- “${escapeMarkdown(row.query)}”${row.options.refute ? ' (refuting)' : ''}: ${row.status}, ` +
      `${row.pages_fetched} pages, ${row.useful_fragments} useful fragments, ` +
      `satisfaction ${row.satisfaction_score.toFixed(2)}`,
    ...row.warnings.map((warning) => `  - ${escapeMarkdown(warning, 160)}`),
  ]
}

function citationLines(citation: Citation): string[] {
  const { number, page, fragment, excerpt } = citation
  const kept = page.page_type === 'register' || page.page_type === 'record' ? 'Record' : 'Abstract'
  const way = page.route === 'api' ? ` ${kept} as recorded by ${apiSources(page)}.` : ''
  const title = `${escapeMarkdown(page.title ?? page.url, 140)}${page.is_retracted ? ' **(retracted)**' : ''}`
  const date = page.published_at?.slice(0, 10) || page.year
  const place = fragment.heading_context === null ? '' : ` under “${escapeMarkdown(fragment.heading_context, 80)}”`
  return [
    `- [${number}] ${title}. ${page.domain}${date ? `, ${date}` : ''}. ${escapeAddress(deepLink(citation))}${way}`,
    `  - “${escapeMarkdown(excerpt, 300)}”`,
    `  - fragment \`${fragment.id}\`${place}, found ${page.fetched_at}, ` +
      `archive \`${fragment.warc_file ?? page.warc_file ?? 'none'}\` ` +
      `record \`${fragment.warc_record_id ?? page.warc_record_id ?? 'none'}\``,
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
