import { z } from 'zod'
import { defineUseCase } from './define-use-case.ts'
import { fromItem, givenId, id, nextUri, ok, taskId } from './fields.ts'

export const getReportPage = defineUseCase({
  name: 'get_report_page',
  title: 'Report of a task, a page at a time',
  description:
    'Without a section the outline, followed by the whole report where it is short; with a section its entries, from ' +
    'one on, with the sources they cite',
  input: z.strictObject({
    task_id: taskId,
    section: givenId.optional().describe('A name of the outline, e.g. supported-findings'),
    from: fromItem,
  }),
  output: z.object({ ok, task_id: id, markdown: z.string(), next: nextUri }),
})
