import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getReport } from '../../src/api/get-report.ts'
import { getStatus } from '../../src/api/get-status.ts'
import type { Application } from '../../src/app/application.ts'
import { answerCalls } from '../../src/app/start-application.ts'
import { LyraError } from '../../src/domain/errors.ts'

test('REQ 2.1.5: every call is told of from its beginning to its end, also one that fails', async () => {
  const told: string[] = []
  const attend = () => {
    told.push('begin')
    return () => told.push('end')
  }
  const app = { conductor: { attend } } as unknown as Application
  const run = answerCalls(app, [
    { useCase: getReport, run: async () => ({ ok: true, task_id: 'task_1', markdown: '# 報告' }) },
    {
      useCase: getStatus,
      run: async () => {
        told.push('work')
        throw new LyraError('TASK_NOT_FOUND', 'no such task')
      },
    },
  ])

  await run(getReport, { task_id: 'task_1' }, {})
  await assert.rejects(run(getStatus, { task_id: 'x' }, {}), { code: 'TASK_NOT_FOUND' })

  assert.deepEqual(told, ['begin', 'end', 'begin', 'work', 'end'])
})
