import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from '../../../src/domain/page.ts'
import { REPORT_LANGUAGES } from '../../../src/domain/report-language.ts'
import { defaultSettings } from '../../../src/domain/settings.ts'
import { renderReport } from '../../../src/report/markdown.ts'
import { collectReportData } from '../../../src/report/report-data.ts'
import { type GraphWorld, graphWorld } from '../../research/graph/graph-world.ts'
import { claim, fragment, lookAt, page } from '../../store/graph-fixture.ts'
import { auditOffline } from './audit-offline.ts'

const OWN = `file-copy:${'a'.repeat(64)}/notes.md`
/** Titles and dates that a reader of lists may take for something else. */
const PAGES: readonly Partial<Page>[] = [
  { title: 'Silverleaf tea: our advice. Second part', published_at: '2024-03-01', year: 2024 },
  { title: 'Report to parliament 2025, by the Ministry (final)' },
  { title: 'A *bold* [claim](https://evil.example) of <2019>', published_at: '2019-04', year: 2019 },
  { title: 'Lee, A. (2020). A bridge for “Orlen”', year: 2023, is_retracted: true },
  { title: '銀葉茶の健康影響について（2024年4月1日）', published_at: '2024-04-02T08:00:00Z', year: 2024 },
  { title: null, url: 'https://www.untitled.example/a_b*c', domain: 'untitled.example' },
  { title: 'Notes of a practice', url: OWN, domain: 'own-documents', route: 'file' },
  {
    title: 'An abstract',
    route: 'api',
    page_type: 'paper',
    paper_metadata: { sources: ['openalex', 'semantic_scholar'] },
  },
  { title: 'A copy of it', url: 'https://site8.example/paper#full-text', licence: 'cc-by', full_text_of: 'work_1' },
]

function gathered(): GraphWorld {
  const world = graphWorld()
  for (const [at, over] of PAGES.entries()) {
    const place = { warc_file: 'task_1/p.warc.gz', warc_record_id: `r${at}` }
    const domain = `site${at}.example`
    const saved = page(`p${at}`, { url: `https://${domain}/p${at}`, domain, ...place, ...over })
    world.store.pages.save(saved)
    lookAt(world.store, 's_1', [saved])
    const text = `Statement ${at} of 2021, doi:10.1000/quoted.${at}, says so.`
    world.store.fragments.saveAll([fragment(fragmentId(at), saved.id, { text_content: text })])
    const told = { claim_text: `Statement ${at}.`, span_start: 0, span_end: 40, confidence: 0.8 }
    world.store.claims.saveAll([claim(`c${at}`, 'task_1', fragmentId(at), told)])
  }
  return world
}

const fragmentId = (at: number) => `frag_${at.toString(16).padStart(16, '0')}`

for (const language of REPORT_LANGUAGES)
  test(`audit: the sources of a report in "${language}" are all found again, and its retracted one told`, async () => {
    using world = gathered()
    const report = renderReport(collectReportData(world, 'task_1', defaultSettings.report), [], language)
    const list = report.slice(report.lastIndexOf('\n## '))
    for (const text of [report, list, list.replace(/^## .*$/mu, '')]) {
      const { items } = await auditOffline(world.store, text)
      const known = items.map(({ page_id: id, status, mismatches }) => [id, status, mismatches.length])
      assert.deepEqual(
        known.sort(([a], [b]) => String(a).localeCompare(String(b))),
        PAGES.map(({ is_retracted: isRetracted }, at) => [`p${at}`, isRetracted === true ? 'retracted' : 'found', 0]),
      )
    }
  })

test('audit: sources copied from a report as it is shown are read without their brackets and their lines', async () => {
  using world = gathered()
  const list = [
    'Citations',
    '',
    '[1] Silverleaf tea: our advice. Second part. site0.example, 2024-03-01. https://site0.example/p0#:~:text=A',
    '“Statement 0 of 2021, doi:10.1000/quoted.0, says so.”',
    'fragment frag_0123456789abcdef under “Tea”, found 2025-11-15T09:00:00.000Z, archive a.warc.gz record r0',
    '[2] A bridge (retracted). site3.example, 2023. https://site3.example/p3',
    '',
    'Gathered by Ann. Not by me.',
  ]
  const { items } = await auditOffline(world.store, list.join('\n'))
  assert.deepEqual(
    items.map(({ key, status, page_id: id, reasons }) => [key, status, id, reasons[0] ?? null]),
    [
      ['1', 'found', 'p0', null],
      [
        '2',
        'retracted',
        'p3',
        'the work of its address was retracted, by graph: "Lee, A. (2020). A bridge for “Orlen”"',
      ],
      ['3', 'skipped', null, 'no reference: running text'],
    ],
  )
})

test('audit: a reference that names its site by the domain has its author, year and title', async () => {
  using world = gathered()
  const list = '- Lee, A. (2020). A bridge for “Orlen”. site3.example, 2023. <https://site3.example/p3>'
  const { items } = await auditOffline(world.store, list)
  assert.deepEqual(
    items[0]?.mismatches.map(({ field, cited }) => [field, cited]),
    [
      ['title', 'A bridge for “Orlen”'],
      ['author', 'Lee, A.'],
      ['year', '2020'],
    ],
  )
})

test('audit: the lines of a source without the source are named', async () => {
  using world = gathered()
  const { items } = await auditOffline(
    world.store,
    [
      '- “Statement 0 of 2021 says so.”',
      '- fragment `frag_0123456789abcdef`, found 2025-11-15T09:00:00.000Z, archive `a.warc.gz` record `r0`',
      '- [3] An abstract. site7.example. <https://site7.example/p7> Abstract as recorded by openalex.',
    ].join('\n'),
  )
  assert.deepEqual(
    items.map(({ status, reasons }) => [status, reasons[0] ?? null]),
    [
      ['skipped', 'no reference: words or place of a passage'],
      ['skipped', 'no reference: words or place of a passage'],
      ['found', null],
    ],
  )
})
