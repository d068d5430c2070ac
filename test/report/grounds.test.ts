import assert from 'node:assert/strict'
import { test } from 'node:test'
import { JUDGED_BY } from '../../src/domain/judging-program.ts'
import { defaultSettings } from '../../src/domain/settings.ts'
import type { ProgramFacts } from '../../src/report/data/methods.ts'
import { buildDocument } from '../../src/report/document/build-document.ts'
import type { ReportLanguage } from '../../src/report/document/document.ts'
import { markdownReport } from '../../src/report/markdown.ts'
import { collectReportData } from '../../src/report/report-data.ts'
import { noteProgram } from '../../src/research/note-program.ts'
import type { GraphWorld } from '../research/graph/graph-world.ts'
import { graphWorld } from '../research/graph/graph-world.ts'
import { stance } from '../store/graph-fixture.ts'
import { archivedSource, claimFrom, fourParts } from './report-world.ts'

const WRITER: ProgramFacts = { version: '9.9.9', settings: { 'ranking.bm25_top_k': 5 } }

function linesOf(world: GraphWorld, language: ReportLanguage, program: ProgramFacts = WRITER): readonly string[] {
  const data = collectReportData(world, 'task_1', defaultSettings.report, program)
  return markdownReport(buildDocument(data, { blocked: [], language })).split('\n')
}

/** Lines below the finding whose head has these words. */
function under(lines: readonly string[], words: string): readonly string[] {
  const at = lines.findIndex((line) => line.startsWith('- **') && line.includes(words))
  const rest = lines.slice(at + 1)
  const end = rest.findIndex((line) => !line.startsWith(' '))
  return rest.slice(0, end === -1 ? undefined : end)
}

const about = (lines: readonly string[], start: string) => lines.filter((line) => line.trim().startsWith(`- ${start}`))

test('ADR 0033: a finding says whom, where, when and what it speaks of, as its claim keeps it', () => {
  using world = fourParts()
  world.store.entities.setScope('strong', {
    places: ['Osaka', 'Kobe'],
    products: ['Januvia'],
    organisations: ['PMDA'],
    period: ['2019/2021', '2023-03-15'],
  })

  const [english, japanese] = (['en', 'ja'] as const).map((language) =>
    under(linesOf(world, language), 'Statement strong'),
  )

  assert.deepEqual(about(english ?? [], 'Speaks of'), [
    '  - Speaks of: when: 2019–2021, 2023-03-15; where: Osaka, Kobe; who: PMDA; what: Januvia; under “結果”',
  ])
  assert.deepEqual(about(japanese ?? [], '範囲'), [
    '  - 範囲： 時期 2019 年〜2021 年、2023 年 3 月 15 日、場所 Osaka、Kobe、組織 PMDA、製品・対象 Januvia、見出し 「結果」',
  ])
})

test('ADR 0033: where the claim that stands for a finding is silent, its scope is that of the others', () => {
  using world = graphWorld()
  archivedSource(world, 1, 'nejm.org', 'The tea lowered blood pressure by 4.1 mmHg in 2019.')
  archivedSource(world, 2, 'bmj.com', 'In Osaka the tea lowered blood pressure by 4.1 mmHg in 2019.')
  const text = 'The tea lowered blood pressure by 4.1 mmHg in 2019.'
  claimFrom(world, 'first', 1, { claim_text: text, confidence: 0.9 })
  claimFrom(world, 'second', 2, { claim_text: text, confidence: 0.8 })
  const none = { places: [], products: [], organisations: [], period: [] }
  world.store.entities.setScope('first', none)
  world.store.entities.setScope('second', { ...none, places: ['Osaka'] })
  const finding = {
    ...{ id: 'find_1', task_id: 'task_1', claim_id: 'first', confidence: 0.9, supporting_sources: 2 },
    ...{ refuting_sources: 0, relevance: null, verification_status: 'verified' as const, rank_score: 1 },
    cause_id: 'cause_test',
  }
  world.store.findings.save(finding, ['first', 'second'], [])

  assert.deepEqual(about(under(linesOf(world, 'en'), 'by 4.1 mmHg'), 'Speaks of'), [
    '  - Speaks of: when: 2019; where: Osaka; under “結果”',
  ])
})

test('GRAPH 4.1, ADR 0033: a confidence is told as the sum that it is, and a kept one that differs is named', () => {
  using world = fourParts()
  archivedSource(world, 5, 'who.int', 'In no trial did sitagliptin lower HbA1c by more than 0.1 points.')
  world.store.edges.saveStance(
    stance('frag_5', 'strong', 'refutes', 0.5, { rationale: 'did sitagliptin lower HbA1c by more than 0.1 points' }),
  )

  const [english, japanese] = (['en', 'ja'] as const).map((language) =>
    under(linesOf(world, language), 'Statement strong'),
  )

  // Read by HTML 0.9, a paragraph 0.95; fewer words than a sentence 0.9. The claim itself was saved with 0.80.
  assert.deepEqual(about(english ?? [], 'Sum'), [
    '  - Sum: for it pmda.go.jp 0.77 × 0.90 = 0.69; against it who.int 0.85 × 0.50 = 0.43. ' +
      'Together 0.27, a confidence of 0.57 (0 would be 0.50). Weighed anew here; the finding keeps 0.80.',
  ])
  assert.deepEqual(about(japanese ?? [], '内訳'), [
    '  - 内訳：賛成 pmda.go.jp 0.77×0.90＝0.69／反対 who.int 0.85×0.50＝0.43。' +
      '合計 0.27、確信度 0.57（合計 0 なら 0.50）。ここで量り直した値。知見に記録された値は 0.80。',
  ])
})

test('ADR 0033: of many origins the heaviest are told one by one, and what repeats one of them adds nothing', () => {
  using world = fourParts()
  const words = 'シタグリプチンの投与によりHbA1cは確かに低下した。'
  for (const [n, domain, sure] of [
    [5, 'a.example', 0.8],
    [6, 'b.example', 0.7],
    [7, 'c.example', 0.6],
    [8, 'c.example', 0.5],
  ] as const) {
    archivedSource(world, n, domain, `${words}（${n}）`)
    world.store.edges.saveStance(stance(`frag_${n}`, 'strong', 'supports', sure, { rationale: words }))
  }

  const [sum] = about(under(linesOf(world, 'en'), 'Statement strong'), 'Sum')

  assert.equal(
    sum,
    '  - Sum: for it pmda.go.jp 0.77 × 0.90 = 0.69, a.example 0.85 × 0.80 = 0.68, b.example 0.85 × 0.70 = 0.60, ' +
      '1 more with 0.51 in all; against it nothing. Together 2.49, a confidence of 0.92 (0 would be 0.50). ' +
      'Weighed anew here; the finding keeps 0.80. 1 passage of an origin in the sum adds nothing.',
  )
})

test('ADR 0033: weaker findings and those set aside are told without a sum', () => {
  using world = fourParts()

  const lines = linesOf(world, 'en')

  assert.deepEqual(
    ['strong', 'disputed', 'weak', 'aside'].map((id) => about(under(lines, `Statement ${id}`), 'Sum').length),
    [1, 1, 0, 0],
  )
})

test('ADR 0033: the methods name the version and the settings that judged, not those of the machine that writes', () => {
  using world = fourParts()
  const note = (version: string, settings: Readonly<Record<string, number>>) =>
    noteProgram(
      world,
      { version, settings, models: { 'reader-a': 'ab12' } },
      { taskId: 'task_1', searchId: 's_1', causeId: 'cause_test' },
    )
  note('0.8.0', { 'ranking.bm25_top_k': 99, 'judgement.contradiction_confidence': 0.6 })

  const english = linesOf(world, 'en').join('\n')
  const japanese = linesOf(world, 'ja').join('\n')

  assert.ok(
    english.includes(
      '- Found and judged by Lyra 0.8.0: 1 of 1 search, with these settings other than the defaults:\n' +
        '  - `judgement.contradiction_confidence` 0.6\n  - `ranking.bm25_top_k` 99\n  - `reader-a` sha256 ab12\n',
    ),
    english,
  )
  assert.ok(english.includes('- Written by Lyra 9.9.9 from the graph of this task'))
  assert.ok(japanese.includes('- 検索と判定：Lyra 0.8.0（検索 1 件のうち 1 件）。既定値と異なる設定：\n'), japanese)
  assert.equal(english.includes('`ranking.bm25_top_k` 5'), false)
})

test('ADR 0033: searches of before that was kept are counted as such, and settings of the report stay its own', () => {
  using world = fourParts()

  const lines = linesOf(world, 'en', { version: '9.9.9', settings: { 'report.main_confidence': 0.6 } }).join('\n')

  assert.ok(lines.includes('- By which version and with which settings 1 of 1 search was made was not kept.'), lines)
  assert.ok(
    lines.includes('- Settings of the report itself that differ from the defaults:\n  - `report.main_confidence` 0.6'),
  )
})

test('ADR 0033: what judged a search is kept once, and again only when another program goes on with it', () => {
  using world = graphWorld()
  const call = { taskId: 'task_1', searchId: 's_1', causeId: 'cause_test' }
  const program = { version: '0.8.0', settings: { 'ranking.bm25_top_k': 99 }, models: {} }

  noteProgram(world, undefined, call)
  noteProgram(world, program, call)
  noteProgram(world, program, call)
  noteProgram(world, { version: '0.9.0', settings: {}, models: {} }, call)

  assert.deepEqual(
    world.store.events
      .about(['s_1'])
      .filter(({ kind }) => kind === JUDGED_BY)
      .map(({ data }) => data),
    [program, { version: '0.9.0', settings: {}, models: {} }],
  )
})
