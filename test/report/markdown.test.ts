import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultSettings } from '../../src/domain/settings.ts'
import { checkCitations } from '../../src/report/citation-check.ts'
import { renderReport } from '../../src/report/markdown.ts'
import { collectReportData } from '../../src/report/report-data.ts'
import { archivedSource, claimFrom, fourParts, readRecord } from './report-world.ts'

function written(): string {
  using world = fourParts()
  return renderReport(collectReportData(world, 'task_1', defaultSettings.report), [])
}

function sectionOf(report: string, title: string): string {
  const start = report.indexOf(`## ${title}`)
  assert.notEqual(start, -1)
  const end = report.indexOf('\n## ', start + 1)
  return report.slice(start, end === -1 ? undefined : end)
}

test('REQ 4.5 report: each claim stands in the part its state gives it', () => {
  const report = written()
  const place = (title: string) =>
    [...sectionOf(report, title).matchAll(/Statement (\w+)\./gu)].map((match) => match[1])
  assert.deepEqual(place('Supported findings'), ['strong'])
  assert.deepEqual(place('In dispute'), ['disputed'])
  assert.deepEqual(place('Weaker findings'), ['weak'])
  assert.deepEqual(place('Set aside'), ['aside'])
  assert.match(report, /4 pages, 4 claims that make 4 findings, 1 of them in dispute/u)
})

test('REQ 4.5 report: citations are numbered as they are read', () => {
  const report = written()
  const body = report.slice(0, report.indexOf('## Citations'))
  const first = [...new Set([...body.matchAll(/(?<!\\)\[(\d+)\]/gu)].map((match) => Number(match[1])))]
  assert.deepEqual(first, [1, 2, 3, 4, 5, 6])
})

test('REQ 4.5 report: a dispute shows the other side in its own words', () => {
  const dispute = sectionOf(written(), 'In dispute')
  assert.match(
    dispute,
    /Against: 1 independent origin\n {4}- nejm\.org \([^)]+, judged 0\.90\): “lowered HbA1c by 0\.7 points” \[2\]/u,
  )
})

test('REQ 4.4.1 report: text of the web is data, not markup', () => {
  const citations = sectionOf(written(), 'Citations')
  const escaped = '“A \\*bold\\* claim with \\[a link\\](https://evil.example) and \\<b\\>tags\\</b\\>.”'
  assert.equal(citations.includes(escaped), true)
})

test('REQ 4.4.1 report: an address that could not be read is a link to itself, and nothing in it is markup', () => {
  using world = fourParts()
  const unread = { query_id: 's_1', page_id: null, found_by: 'duckduckgo', outcome: 'blocked', reason: null } as const
  const rest = { attempts: [], counts_toward_budget: true, cause_id: 'cause_test' }
  for (const url of [
    'https://evil.example/a_b*c*?q=[tap here](https://evil.example)<b>`x`\u001b[2J',
    'data:text/html,*x*',
  ])
    world.store.searches.savePage({ ...unread, ...rest, url })

  const report = sectionOf(renderReport(collectReportData(world, 'task_1', defaultSettings.report), []), 'Gaps')

  assert.deepEqual(
    report.trim().split('\n').slice(2, 5).sort(),
    [
      '- Not read, 2 pages: the site refused',
      '  - <https://evil.example/a_b*c*?q=%5Btap%20here%5D(https://evil.example)%3Cb%3E%60x%60%5B2J>',
      '  - data:text/html,\\*x\\*',
    ].sort(),
  )
})

test('REQ 4.4.1 report: escape bytes of a page are not in the report, and its citation still resolves', async () => {
  using world = fourParts()
  archivedSource(world, 5, 'bmj.com', 'Sitagliptin \u001b[31mraised\u001b[0m\u202e no risk\u200b of falls.')
  claimFrom(world, 'steering', 5, { claim_text: 'It \u001b[31mraised\u0007 no risk.', confidence: 0.9 })

  const report = renderReport(collectReportData(world, 'task_1', defaultSettings.report), [])
  const checked = await checkCitations(report, world.store, readRecord)

  assert.match(report, /“Sitagliptin \\\[31mraised\\\[0m no risk of falls\.”/u)
  assert.deepEqual(report.match(/(?!\n)[\p{Cc}\p{Cf}]/gu), null)
  assert.deepEqual(new Set(checked.map(({ problem }) => problem)), new Set([null]))
})

test('report: a part without content says so', () => {
  const report = written()
  assert.match(sectionOf(report, 'Blocked domains'), /\nNone\.$/mu)
  assert.match(sectionOf(report, 'What changed'), /Nothing was withdrawn, corrected or rewritten\./u)
})

test('REQ 3.1.7.5 report: the mark says among which sources no refutation was found', () => {
  using world = fourParts()
  claimFrom(world, 'marked', 3, { no_refutation_found: true })
  assert.match(
    renderReport(collectReportData(world, 'task_1', defaultSettings.report), []),
    / · no refutation found among sources that count · `marked`/u,
  )
})

test('REQ 3.4 report: corrections are counted by whom, copies and what was taken back apart', () => {
  using world = fourParts()
  const given = { task_id: 'task_1', action: 'correct_nli', payload: {}, created_at: '2026-01-15T09:00:00.000Z' }
  const add = (id: string, actor: 'assistant' | 'person' | 'rule', copyOf: string | null = null) =>
    world.store.people.feedback.insert({
      ...{ ...given, id, actor, target_id: `edge_${id}`, copy_of: copyOf, cause_id: 'cause_test' },
    })
  add('1', 'assistant')
  add('2', 'rule', '1')
  add('3', 'person')
  add('4', 'person')
  world.store.people.feedback.markUndone(['4'], '2026-01-15T09:00:00.000Z')

  const report = renderReport(collectReportData(world, 'task_1', defaultSettings.report), [])

  assert.equal(
    report.split('\n').find((line) => line.startsWith('- Corrections')),
    '- Corrections of what Lyra judged: 1 by an assistant, 1 by a person, and 1 that followed from these for the ' +
      'same sentence; 1 taken back.',
  )
  assert.match(written(), /^- Corrections of what Lyra judged: none\.$/mu)
})
