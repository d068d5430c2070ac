import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cpuMsOf, startDeadline } from '../../src/store/sandbox/cpu-deadline.ts'
import { openSandbox } from '../../src/store/sandbox/open-sandbox.ts'
import { openAt, temporaryFolder } from './graph-fixture.ts'

/** Resolves with how often the process was looked at before it was given up. */
function given(deadlineMs: number, cpu: readonly (number | null)[]): Promise<number> {
  return new Promise((resolve) => {
    let looks = 0
    const cpuMs = () => cpu[Math.min(looks++, cpu.length - 1)] ?? null
    startDeadline(deadlineMs, { cpuMs, giveUp: () => resolve(looks - 1) })
  })
}

test('EXPLORE 4.2.1: a query is given up by the time it worked, not by the time it waited', async () => {
  assert.equal(await given(1, [100, 100, 100, 101]), 3)
  assert.equal(await given(1, [0, 5]), 1)
  assert.equal(await given(1, [null]), 1)
})

test('EXPLORE 4.2.1: an answer that arrives while this process is busy is no TIMEOUT', async (t) => {
  const folder = temporaryFolder()
  const store = openAt(`${folder.path}/lyra.db`)
  const sandbox = openSandbox({ dbPath: `${folder.path}/lyra.db`, memoryMb: 256, maxAnswerBytes: 100_000 })
  t.after(() => {
    sandbox.close()
    store.close()
    folder.remove()
  })
  await sandbox.query('SELECT 1', { limit: 1, timeoutMs: 2000 })

  const answers = Array.from({ length: 20 }, () =>
    sandbox.query('SELECT count(*) AS n FROM events', { limit: 1, timeoutMs: 50 }),
  )
  const busyUntil = performance.now() + 150
  while (performance.now() < busyUntil);
  // Those that were waiting meet a busy process, too.
  setImmediate(() => {
    const until = performance.now() + 150
    while (performance.now() < until);
  })
  const rows = await Promise.all(answers)

  assert.deepEqual(
    rows.map((answer) => answer.rows[0]?.n),
    Array(20).fill(0),
  )
})

test('EXPLORE 4.2.1: the processor time of this process grows, that of none is not told', {
  skip: process.platform !== 'linux',
}, () => {
  assert.ok((cpuMsOf(process.pid) ?? 0) > 0)
  assert.equal(cpuMsOf(undefined), null)
})
