import type { BlockedDomain } from '../../api/get-status.ts'
import { isPublicRecord, type Page } from '../../domain/page.ts'
import { isSetAside } from '../../domain/verification.ts'
import { type Citation, deepLink } from '../citations.ts'
import type { ReportData } from '../report-data.ts'
import type { Words } from '../words/words.ts'
import { cut, type Entry, type Inline, type Line, type Text } from './document.ts'
import { sourceAnchor } from './finding-entry.ts'

export const plain = (...head: Text): Entry => ({ head, lines: [] })

export function blockedEntries(blocked: readonly BlockedDomain[], words: Words): readonly Entry[] {
  return blocked.map((row) => {
    const level = words.trust[row.original_trust_level]
    return plain({ strong: row.domain }, `: ${words.blocked(cut(row.reason, 400), level, row.restore_via)}`)
  })
}

export function timelineEntries(pages: readonly Page[], words: Words): readonly Entry[] {
  return pages
    .filter((page) => page.published_at !== null || page.year !== null)
    .map((page) => ({ page, when: page.published_at?.slice(0, 10) ?? String(page.year) }))
    .sort((a, b) => (a.when < b.when ? -1 : a.when > b.when ? 1 : a.page.url < b.page.url ? -1 : 1))
    .map(({ page, when }) => {
      const mark = page.is_retracted ? words.ofSource([words.retractedMark]) : ''
      return plain(`${when}: ${cut(page.title ?? page.url, 120)}${mark} (${page.domain})`)
    })
}

/** Addresses told of one reason. */
const UNREAD_SHOWN = 30

export function gapEntries({ gaps, findings }: ReportData, words: Words): readonly Entry[] {
  const standing = findings.filter(({ finding }) => !isSetAside(finding.verification_status))
  const single = standing.filter(({ finding }) => finding.supporting_sources < 2).length
  return [
    ...gaps.unsatisfied.map((row) =>
      plain(`${words.unsatisfiedHead(words.search[row.status])} `, { quote: cut(row.query, 400) }, ': ', {
        strong: words.unsatisfied(row.independent_sources, row.has_primary_source),
      }),
    ),
    ...gaps.unread.map(({ outcome, rows }): Entry => {
      const shown = rows.slice(0, UNREAD_SHOWN).map((row): Line => {
        const reason = row.reason === null ? [] : [words.ofSource([cut(row.reason, 120)])]
        return { text: [{ address: row.url }, ...reason] }
      })
      const more = rows.length - shown.length
      return {
        head: [words.unreadHead(rows.length, words.outcome[outcome])],
        lines: more > 0 ? [...shown, { text: [`+${more}`] }] : shown,
      }
    }),
    ...(single === 0 ? [] : [plain(words.singleOrigin(single, standing.length))]),
  ]
}

export function searchEntries({ searches }: ReportData, words: Words): readonly Entry[] {
  return searches.map((row) => {
    const kinds = [
      ...(row.options.refute === true ? [words.refuting] : []),
      ...(row.options.revalidate === undefined ? [] : [words.updating]),
    ]
    const figures = words.searched(row.pages_fetched, row.useful_fragments, row.satisfaction_score.toFixed(2))
    return {
      head: [
        { quote: cut(row.query, 400) },
        `${words.ofSource(kinds)}: ${words.search[row.status]}${words.joint}${figures} `,
        `(${row.started_at.slice(0, 16).replace('T', ' ')})`,
      ],
      lines: row.warnings.map((warning): Line => ({ text: [cut(warning, 160)] })),
    }
  })
}

/** Three lines: title and address, the words, the place. `checkCitations` reads them back, in any language. */
export function citationEntries({ citations }: ReportData, words: Words): readonly Entry[] {
  return citations.list.map((citation) => {
    const { number, page, fragment, excerpt } = citation
    const way = page.route === 'api' ? ` ${recordedBy(page, words)}` : fullTextOf(page, words)
    const date = page.published_at?.slice(0, 10) || page.year
    const mark: Inline[] = page.is_retracted ? [' ', { strong: `(${words.retractedMark})` }] : []
    const heading: Inline[] = fragment.heading_context === null ? [] : headingOf(fragment.heading_context, words)
    return {
      anchor: sourceAnchor(number),
      head: [
        ...[{ cite: [number] }, ' ', cut(page.title ?? page.url, 140), ...mark],
        ...[`. ${page.domain}${date ? `, ${date}` : ''}. `, { address: deepLink(citation) }, way],
      ],
      lines: [
        { text: [{ quote: cut(excerpt, 300) }] },
        {
          role: 'place',
          text: [
            ...[words.place.fragment, { code: fragment.id }, ...heading, words.place.found(page.fetched_at)],
            ...[words.place.archive, { code: fragment.warc_file ?? page.warc_file ?? 'none' }],
            ...[words.place.record, { code: fragment.warc_record_id ?? page.warc_record_id ?? 'none' }],
          ],
        },
      ],
    }
  })
}

function headingOf(heading: string, { place }: Words): Inline[] {
  const [before = '', after = ''] = place.under('\n').split('\n')
  return [before, { quote: cut(heading, 80) }, after]
}

/** Under which licence the copy was read. */
function fullTextOf(page: Citation['page'], words: Words): string {
  if (page.full_text_of == null) return ''
  return ` ${words.fullText(page.licence == null ? null : cut(page.licence, 80))}`
}

function recordedBy(page: Citation['page'], words: Words): string {
  const sources = apiSources(page, words)
  return isPublicRecord(page) ? words.recordBy(sources) : words.abstractBy(sources)
}

function apiSources(page: Citation['page'], words: Words): string {
  const sources = page.paper_metadata?.sources
  return Array.isArray(sources) ? sources.join(', ') : words.anIndex
}
