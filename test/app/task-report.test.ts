import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultSettings } from '../../src/domain/settings.ts'
import { buildDocument } from '../../src/report/document/build-document.ts'
import { markdownReport } from '../../src/report/markdown.ts'
import { collectReportData } from '../../src/report/report-data.ts'
import { fourParts } from '../report/report-world.ts'

function firstLines(pending: number): readonly string[] {
  using world = fourParts()
  const data = collectReportData(world, 'task_1', defaultSettings.report)
  return markdownReport(buildDocument(data, { blocked: [], language: 'en', pending }))
    .split('\n')
    .slice(1, 3)
}

test('LYRA 5.3: a report says under its title that citations are still followed', () => {
  assert.deepEqual(firstLines(1), [
    '',
    '**Not complete yet:** the citations of one search are still being followed; claims and confidences may change.',
  ])
  assert.match(firstLines(3)[1] ?? '', /the citations of 3 searches are still being followed/)
})

test('LYRA 5.3: a report of a task at rest is left as it is', () => {
  assert.match(firstLines(0)[1] ?? '', /^Task `task\\?_1`/)
})
