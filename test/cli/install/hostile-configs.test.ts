import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { changedLines } from '../../../src/cli/install/changed-lines.ts'
import { readUserFile } from '../../../src/cli/install/config-file.ts'
import { putChecked } from '../../../src/cli/install/config-format.ts'
import { carryOut } from '../../../src/cli/install/edit-client.ts'
import { jsonConfig } from '../../../src/cli/install/json-config.ts'
import { yamlConfig } from '../../../src/cli/install/yaml-config.ts'
import { fakeHome, writeConfig } from './fake-home.ts'

const ENTRY = { command: 'lyra', args: ['mcp'] }
const SERVERS = { section: 'mcpServers', name: 'lyra' }

const diffOf = (text: string) =>
  changedLines('mcp.json', text, putChecked(jsonConfig, text, SERVERS, ENTRY)).split('\n')

test('LYRA 5.1: a dry run shows no key of another server, even where the file is one line', () => {
  const oneLine = '{"apiKey":"sk-1","mcpServers":{"db":{"env":{"KEY":"sk-2"}}},"projects":{"茶":{"token":"sk-3"}}}'

  assert.deepEqual(diffOf(oneLine).slice(2), ['@@ -1,1 +1,1 @@', '-……', '+…,"lyra":{"command":"lyra","args":["mcp"]}…'])
})

test('LYRA 5.1: a dry run shows no line that only gets a comma', () => {
  const lines = diffOf('{\n  "theme": "暗い",\n  "apiKey": "sk-1"\n}\n')

  assert.deepEqual(lines.slice(2, 6), ['@@ -3,1 +3,9 @@', '-…', '+…,', '+  "mcpServers": {'])
  assert.equal(
    lines.some((line) => line.includes('sk-1')),
    false,
  )
})

test('LYRA 5.1: a token that changes in part stays behind its word, by which it is blacked out', () => {
  const line = (token: string) => `{\n  "headers": { "Authorization": "Bearer ${token}" }\n}\n`

  assert.deepEqual(changedLines('mcp.json', line('abc-1'), line('abc-2')).split('\n').slice(3), [
    '-…Bearer abc-1" }',
    '+…Bearer abc-2" }',
  ])
})

test('LYRA 5.1: YAML whose aliases lead nowhere or unfold without end is unusable, not a crash', () => {
  const place = { section: 'extensions', name: 'lyra' }
  const nine = (name: string) => `[${Array(9).fill(name).join(', ')}]`
  const bomb = `a: &a ${nine('x')}\nb: &b ${nine('*a')}\nc: &c ${nine('*b')}\nd: &d ${nine('*c')}\ne: ${nine('*d')}\n`

  for (const text of ['extensions:\n  茶: *nobody\n', bomb])
    assert.throws(() => putChecked(yamlConfig, text, place, ENTRY), { code: 'CONFIG_UNUSABLE' })
})

test('LYRA 5.1: an undo that would take the whole file away leaves what another program wrote meanwhile', (t) => {
  const machine = fakeHome(t)
  const path = writeConfig(machine, 'cursor', '{}')
  const file = readUserFile(path)
  writeFileSync(path, '{"mcpServers":{"db":{}}}')

  assert.throws(() => carryOut({ outcome: 'undone', file, text: null }), { code: 'CONFIG_UNUSABLE' })
  assert.equal(readFileSync(path, 'utf8'), '{"mcpServers":{"db":{}}}')
})

test('LYRA 5.1: a config that is a pipe is refused, not waited for', { skip: process.platform === 'win32' }, (t) => {
  const path = writeConfig(fakeHome(t), 'cursor', '{}')
  rmSync(path)
  execFileSync('mkfifo', [path])

  assert.throws(() => readUserFile(path), { code: 'CONFIG_UNUSABLE', message: `${path} is no plain file` })
})
