import assert from 'node:assert/strict'
import { test } from 'node:test'
import { estimateTokens } from '../../src/domain/token-estimate.ts'
import type { ReportParts, ReportSection } from '../../src/report/markdown.ts'
import { reportParts } from '../../src/report/markdown.ts'
import { collectReportData } from '../../src/report/report-data.ts'
import { outlinePage, sectionPage } from '../../src/report/report-pages.ts'
import { lookAt, page } from '../store/graph-fixture.ts'
import { fourParts } from './report-world.ts'

const WORDS = 'The participants of the trial drank the tea for twelve weeks and kept a diary. '.repeat(4)

/** A report of `claims` claims, each with a source of its own. */
function longReport(claims: number): ReportParts {
  const numbers = Array.from({ length: claims }, (_, n) => n + 1)
  const findings = numbers.map((n) => [`- ${n} ${WORDS}[${n}]`, `  - confidence 0.80, \`claim_${n}\``])
  const sources = numbers.map((n) => [
    `- [${n}] Title ${n}. site${n}.example. <https://site${n}.example/>`,
    '  - “quote”',
  ])
  const section = (name: string, title: string, entries: readonly (readonly string[])[]): ReportSection => ({
    name,
    title,
    entries,
    empty: 'None.',
  })
  return {
    head: '# Evidence report: tea',
    sections: [
      section('supported-findings', 'Supported findings', findings),
      section('citations', 'Citations', sources),
    ],
  }
}

function allPages(parts: ReportParts, name: string): readonly string[] {
  const pages: string[] = []
  let from: number | null = 0
  while (from !== null) {
    const page = sectionPage('task_1', parts, { name, from })
    pages.push(page.markdown)
    from = page.next === null ? null : Number(page.next.split('/').at(-1))
  }
  return pages
}

test('LYRA 3.8: a long report is an outline first; its sections come in pages without a loss', () => {
  const parts = longReport(400)
  const outline = outlinePage('task_1', parts)
  const pages = allPages(parts, 'supported-findings')
  const text = pages.join('\n')

  assert.match(outline.markdown, /^- Supported findings: 400, <lyra:\/\/tasks\/task_1\/report\/supported-findings>$/mu)
  assert.doesNotMatch(outline.markdown, /claim_1/u)
  assert.ok(pages.length > 3)
  for (const page of pages) assert.ok(estimateTokens(page) < 8500, String(estimateTokens(page)))
  for (let n = 1; n <= 400; n += 1) {
    assert.equal(text.split(`\`claim_${n}\``).length, 2, `claim ${n} stands once`)
    assert.ok(text.includes(`- [${n}] Title ${n}.`), `source ${n} stands with its claim`)
  }
  assert.match(
    pages[0] ?? '',
    /^Entries 1 to \d+ of 400\. Next page: <lyra:\/\/tasks\/task_1\/report\/supported-findings\/\d+>$/mu,
  )
  assert.equal(
    allPages(parts, 'citations')
      .join('\n')
      .match(/^- \[\d+\]/gmu)?.length,
    400,
  )
})

test('LYRA 3.8: a short report stands whole behind its outline', () => {
  using world = fourParts()
  const settings = { main_confidence: 0.7, passages_per_claim: 4 }
  const parts = reportParts(collectReportData(world, 'task_1', settings), [])
  const { markdown } = outlinePage('task_1', parts)

  assert.deepEqual(
    parts.sections.map(({ name }) => name),
    [
      ...['in-dispute', 'supported-findings', 'weaker-findings', 'set-aside', 'what-changed', 'timeline', 'gaps'],
      ...['blocked-domains', 'methods', 'searches', 'citations'],
    ],
  )
  for (const { title } of parts.sections) assert.ok(markdown.includes(`## ${title}`), title)
})

test('LYRA 3.8: an unknown section is answered with the names there are', () => {
  assert.throws(() => sectionPage('task_1', longReport(1), { name: 'conclusion', from: 0 }), {
    code: 'NOT_FOUND',
    hint: 'There are: supported-findings, citations',
  })
})

test('REQ 3.3.3: a report shows the day as it was written, in the zone of the writer', () => {
  using world = fourParts()
  const early = page('page_9', {
    url: 'https://news.example.jp/p9',
    domain: 'news.example.jp',
    title: '新年度の水質基準',
    published_at: '2024-04-01T08:00:00+09:00',
  })
  world.store.pages.save(early)
  lookAt(world.store, 's_1', [early])
  const parts = reportParts(collectReportData(world, 'task_1', { main_confidence: 0.7, passages_per_claim: 4 }), [])

  const timeline = parts.sections.find(({ name }) => name === 'timeline')?.entries.flat() ?? []
  assert.ok(timeline.includes('- 2024-04-01: 新年度の水質基準 (news.example.jp)'), timeline.join('\n'))
})
