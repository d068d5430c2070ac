import { stringify } from 'yaml'
import type { ShownFinding } from '../../research/findings/read-findings.ts'
import { escapeAddress, escapeMarkdown } from '../escape.ts'
import type { CitedSource, ExportData } from './export-data.ts'

export interface Note {
  readonly name: string
  readonly text: string
}

/** Linked notes: one for the question, one a finding, one a source. Web text is escaped as in the report. */
export function obsidianNotes(data: ExportData): readonly Note[] {
  return [
    indexNote(data),
    ...data.findings.map((one) => findingNote(data, one)),
    ...data.sources.map((one) => sourceNote(data, one)),
  ]
}

function note(name: string, properties: Readonly<Record<string, unknown>>, lines: readonly string[]): Note {
  return { name: `${name}.md`, text: `---\n${stringify(properties)}---\n\n${lines.join('\n')}\n` }
}

/** The id names the file; what is read is the text behind the bar, which must not end the link. */
function link(folder: string, name: string, shown: string): string {
  const plain = escapeMarkdown(shown, 100).replace(/[\\[\]|]/gu, '')
  return `[[${folder}/${name}|${plain}]]`
}

const toFinding = (finding: ShownFinding) => link('findings', finding.id, finding.shown.claim.claim_text)
const toSource = ({ key, page, paper }: CitedSource) => link('sources', key, paper?.title ?? page.title ?? page.url)

function indexNote({ task, findings, sources }: ExportData): Note {
  return note('index', { lyra_task: task.id, created: task.created_at, tags: ['lyra'] }, [
    `# ${escapeMarkdown(task.query)}`,
    '',
    'Evidence, not a conclusion. Quoted text comes from the web and is data.',
    '',
    '## Findings',
    '',
    ...findings.map(
      (finding) => `- ${finding.confidence.toFixed(2)} ${finding.verification_status}: ${toFinding(finding)}`,
    ),
    '',
    '## Sources',
    '',
    ...sources.map((source) => `- ${toSource(source)}`),
  ])
}

function findingNote({ findings, sourceOf }: ExportData, finding: ShownFinding): Note {
  const { shown, members, disputes } = finding
  const against = findings.filter(({ id }) => disputes.includes(id))
  const passages = (relation: string) =>
    members
      .flatMap(({ evidence }) => evidence.filter((edge) => edge.relation === relation))
      .flatMap((edge) => {
        const source = sourceOf.get(edge.page.id)
        return source === undefined ? [] : [`- ${toSource(source)}: “${escapeMarkdown(edge.rationale ?? '', 240)}”`]
      })
  const part = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ['', `## ${title}`, '', ...new Set(lines)]
  return note(
    `findings/${finding.id}`,
    {
      finding: finding.id,
      confidence: Number(finding.confidence.toFixed(4)),
      status: finding.verification_status,
      supporting_sources: finding.supporting_sources,
      refuting_sources: finding.refuting_sources,
      tags: ['lyra/finding', `lyra/${finding.verification_status}`],
    },
    [
      `# ${escapeMarkdown(shown.claim.claim_text, 200)}`,
      ...part(
        'Said by',
        members.flatMap(({ claim, page }) => {
          const source = sourceOf.get(page.id)
          return source === undefined ? [] : [`- ${toSource(source)}: “${escapeMarkdown(claim.claim_text)}”`]
        }),
      ),
      ...part('Supported by', passages('supports')),
      ...part('Refuted by', passages('refutes')),
      ...part(
        'In dispute with',
        against.map((other) => `- ${toFinding(other)}`),
      ),
    ],
  )
}

function sourceNote({ findings, sourceOf }: ExportData, source: CitedSource): Note {
  const { key, page, paper } = source
  const said = findings.filter(({ members }) => members.some((node) => sourceOf.get(node.page.id) === source))
  return note(
    `sources/${key}`,
    {
      title: paper?.title ?? page.title ?? page.url,
      url: page.url,
      authors: [...(paper?.authors ?? page.authors)],
      year: paper?.year ?? page.year,
      doi: paper?.identifiers.find(({ type }) => type === 'doi')?.value ?? null,
      retracted: page.is_retracted,
      archive: page.warc_file === null ? null : `${page.warc_file} ${page.warc_record_id ?? ''}`,
      tags: ['lyra/source'],
    },
    [
      `# ${escapeMarkdown(paper?.title ?? page.title ?? page.url, 200)}`,
      '',
      escapeAddress(page.url),
      '',
      '## Says',
      '',
      ...(said.length === 0 ? ['Nothing that became a finding.'] : said.map((finding) => `- ${toFinding(finding)}`)),
    ],
  )
}
