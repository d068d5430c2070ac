import assert from 'node:assert/strict'
import { test } from 'node:test'
import { groupFiles } from '../../scripts/tests/group-files.ts'

const grouped = (texts: Readonly<Record<string, string>>) =>
  groupFiles(Object.keys(texts), (file) => texts[file] ?? '').map(({ files }) => files)

test('files of one room share a process, at most twelve, and every file is in one group', () => {
  const files = Array.from({ length: 14 }, (_, index) => `test/rank/${String(index).padStart(2, '0')}.test.ts`)
  const texts = Object.fromEntries([...files, 'test/domain/ids.test.ts'].map((file) => [file, "test('', () => {})"]))

  assert.deepEqual(grouped(texts), [files.slice(0, 12), files.slice(12), ['test/domain/ids.test.ts']])
})

test('a file that has hooks, starts a process or looks at its own has a process to itself, as every file of another room has', () => {
  const alone = {
    'test/rank/hooks.test.ts': "test('a', () => {})\nafter(() => {})",
    'test/rank/child.test.ts': "import { spawn } from 'node:child_process'",
    'test/rank/environment.test.ts': "process.env.LYRA_HOME = '/nowhere'",
    'test/e2e/stop.test.ts': "test('b', () => {})",
    'test/e2e/trust.test.ts': "test('c', () => {})",
  }

  assert.deepEqual(
    grouped(alone),
    Object.keys(alone).map((file) => [file]),
  )
})

test('hooks inside a suite are those of the suite, and share', () => {
  const suite = "describe('a', () => {\n  before(() => {})\n})"

  assert.deepEqual(grouped({ 'test/rank/a.test.ts': suite, 'test/rank/b.test.ts': suite }), [
    ['test/rank/a.test.ts', 'test/rank/b.test.ts'],
  ])
})
