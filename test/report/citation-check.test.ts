import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultSettings } from '../../src/domain/settings.ts'
import { checkCitations } from '../../src/report/citation-check.ts'
import { renderReport } from '../../src/report/markdown.ts'
import { collectReportData } from '../../src/report/report-data.ts'
import { fragment, lookAt, page } from '../store/graph-fixture.ts'
import { claimFrom, fourParts, readRecord } from './report-world.ts'

/** The problems found after `edit` changed the written report. */
async function problems(edit: (report: string) => string, read = readRecord): Promise<readonly (string | null)[]> {
  using world = fourParts()
  const report = edit(renderReport(collectReportData(world, 'task_1', defaultSettings.report), []))
  return (await checkCitations(report, world.store, read)).map((citation) => citation.problem)
}

const FINE = [null, null, null, null, null, null]

test('citations: a report as written resolves, with either kind of line ending', async () => {
  assert.deepEqual(await problems((report) => report), FINE)
  assert.deepEqual(await problems((report) => report.replaceAll('\n', '\r\n')), FINE)
})

test('citations: a number nobody listed is named', async () => {
  const found = await problems((report) => report.replace('# Evidence', 'See [99].\n\n# Evidence'))
  assert.deepEqual(found, [...FINE, 'cited but not listed'])
})

test('citations: a changed quotation, fragment, address or record is each its own problem', async () => {
  const first = async (edit: (report: string) => string) => (await problems(edit)).find((problem) => problem !== null)
  assert.equal(
    await first((report) => report.replace('\n  - “Sitagliptin ', '\n  - “Metformin ')),
    'the excerpt is not in the fragment',
  )
  assert.equal(await first((report) => report.replace('fragment `frag_1`', 'fragment `frag_77`')), 'no such fragment')
  assert.equal(
    await first((report) => report.replace('<https://nejm.org/p1#', '<https://nejm.org/other#')),
    'the address is not that of the page',
  )
  assert.equal(
    await first((report) => report.replace('record `r1`', 'record `r2`')),
    'the archive record is not that of the page',
  )
})

test('citations: a record that the archive lost is a problem of every passage', async () => {
  assert.deepEqual(
    await problems(
      (report) => report,
      async () => null,
    ),
    FINE.map(() => 'the archive record cannot be read'),
  )
})

test('citations: a passage of a file of the user resolves to its copy, whatever the name of the file', async () => {
  using world = fourParts()
  const url = `file-copy:${'a'.repeat(64)}/${encodeURIComponent(`${'血圧の記録_*'.repeat(20)}.md`)}`
  const place = { warc_file: 'task_1/pages.warc.gz', warc_record_id: 'r5' }
  const own = page('page_5', { url, domain: 'own-documents', route: 'file', ...place })
  world.store.pages.save(own)
  lookAt(world.store, 's_1', [own])
  world.store.fragments.saveAll([fragment('frag_5', own.id, { text_content: 'Nobody stopped their medicine.' })])
  claimFrom(world, 'noted', 5, { confidence: 0.9 })
  const report = renderReport(collectReportData(world, 'task_1', defaultSettings.report), [])
  const checked = await checkCitations(report, world.store, readRecord)
  assert.deepEqual(
    checked.filter(({ fragmentId }) => fragmentId === 'frag_5').map(({ problem }) => problem),
    [null],
  )
})
