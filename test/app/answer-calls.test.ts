import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getReport } from '../../src/api/get-report.ts'
import { getStatus } from '../../src/api/get-status.ts'
import { createLyra } from '../../src/app/create-lyra.ts'
import { LyraError } from '../../src/domain/errors.ts'
import { bareLyra, NO_FINDINGS } from '../mcp/fake-lyra.ts'

test('REQ 2.1.5: every call is told of from its beginning to its end, also one that fails', async () => {
  const told: string[] = []
  const lyra = createLyra(async () =>
    bareLyra({
      beginCall: () => {
        told.push('begin')
        return () => told.push('end')
      },
      getReport: async () => ({ ok: true, task_id: 'task_1', markdown: '# 報告', ...NO_FINDINGS }),
      getStatus: async () => {
        told.push('work')
        throw new LyraError('TASK_NOT_FOUND', 'no such task')
      },
    }),
  )

  await lyra.call(getReport, { task_id: 'task_1' })
  await assert.rejects(lyra.call(getStatus, { task_id: 'x' }), { code: 'TASK_NOT_FOUND' })

  assert.deepEqual(told, ['begin', 'end', 'begin', 'work', 'end'])
})
