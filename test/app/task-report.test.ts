import assert from 'node:assert/strict'
import { test } from 'node:test'
import { markReportUnfinished } from '../../src/app/task-report.ts'

const REPORT = '# Evidence report: 銀葉茶は血圧を下げるか ($1 & $$)\n\nTask `task_1`.\n\n## Supported findings\n'

test('LYRA 5.3: a report says under its title that citations are still followed', () => {
  assert.equal(
    markReportUnfinished(REPORT, { citations_pending: 1 }),
    '# Evidence report: 銀葉茶は血圧を下げるか ($1 & $$)\n\n**Not complete yet:** the citations of one search are still being followed; claims and confidences may change.\n\nTask `task_1`.\n\n## Supported findings\n',
  )
  assert.match(
    markReportUnfinished(REPORT, { citations_pending: 3 }),
    /the citations of 3 searches are still being followed/,
  )
})

test('LYRA 5.3: a report of a task at rest is left as it is', () => {
  assert.equal(markReportUnfinished(REPORT, { citations_pending: 0 }), REPORT)
})
