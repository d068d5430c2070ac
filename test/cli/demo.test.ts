import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { readDemoScript } from '../../src/cli/demo-script.ts'
import { runCli } from '../../src/cli/run-cli.ts'
import { fakeWorld, ROOT } from './fake-world.ts'

test('demo: the shipped script has a question, searches with a refuting one, SQL and vectors', async () => {
  const script = await readDemoScript(join(ROOT, 'demo', 'script.yaml'))
  assert.equal(script.question, 'Does silverleaf tea lower blood pressure?')
  assert.equal(script.steps.filter((step) => step.options?.refute === true).length, 1)
  assert.ok(script.queries.some((query) => query.sql.includes('v_contradictions')))
  assert.deepEqual(script.vectors.map((vector) => vector.target).sort(), ['claims', 'fragments'])
})

test('demo: a script with an unknown field is INVALID_CONFIG and names the place', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'lyra-cli-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'script.yaml')
  writeFileSync(file, 'question: q\nsteps:\n  - { say: a, search: b, optoins: {} }\nqueries: []\nvectors: []\n')
  await assert.rejects(readDemoScript(file), {
    code: 'INVALID_CONFIG',
    message: `${file}: steps.0: Unrecognized key: "optoins"`,
  })
})

test('demo: a home that is in use is never written to', async (t) => {
  const home = mkdtempSync(join(tmpdir(), 'lyra-cli-'))
  t.after(() => rmSync(home, { recursive: true }))
  writeFileSync(join(home, 'lyra.db'), 'years of research')
  const world = fakeWorld()
  assert.equal(await runCli(['demo', '--home', home], world), 2)
  assert.equal(world.err(), `lyra: ${home} is not empty [INVALID_PARAMS]\n      Give the demo a new or empty folder\n`)
  assert.equal(readFileSync(join(home, 'lyra.db'), 'utf8'), 'years of research')
  assert.equal(world.opened.length, 0)
})
