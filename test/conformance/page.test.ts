import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { z } from 'zod'
import { PACKAGE_ROOT } from '../../src/app/package-root.ts'
import { NOT_APPLICABLE } from './not-applicable.ts'
import { problemsOf, scenarioTable, tableIn } from './scenario-table.ts'
import { SUITE_OFFER } from './suite-offer.ts'

const read = (path: string) => readFileSync(join(PACKAGE_ROOT, path), 'utf8')
const PAGE = read('docs/conformance.md')

test('LYRA 3.4: the page of conformance has every scenario once: it passes, or says why it is not applicable', () => {
  const rows = tableIn(PAGE).slice(2)

  const told = rows.map((row) => row.split('|').map((cell) => cell.trim()))
  const passing = told.filter((cells) => cells.includes('passes')).map(([, name]) => name)
  const others = told.filter((cells) => !cells.includes('passes')).map(([, name, , , , why]) => `${name} ${why}`)

  assert.equal(passing.length, 48)
  assert.deepEqual(
    others,
    Object.entries(NOT_APPLICABLE).map(([name, why]) => `\`${name}\` Not applicable. ${why}`),
  )
})

test('the page of conformance names the versions that judge, and their lock file has a hash for each package', () => {
  const { devDependencies } = z
    .object({ devDependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(read('.ci/conformance/package.json')))
  const { packages } = z
    .object({ packages: z.record(z.string(), z.object({ integrity: z.string().optional() })) })
    .parse(JSON.parse(read('.ci/conformance/package-lock.json')))

  const missing = Object.values(devDependencies).filter((version) => !PAGE.includes(version))
  const unsealed = Object.entries(packages).filter(([path, { integrity }]) => path !== '' && integrity === undefined)

  assert.deepEqual(missing, [])
  assert.deepEqual(unsealed, [])
})

test('failed and warned checks, scenarios without a check or a run, and reasons without a scenario are told', () => {
  const check = (status: string) => ({ id: 'a-check', status, errorMessage: 'why' })
  const runs = {
    '2025-06-18': new Map([['ping', [check('SUCCESS'), check('WARNING')]]]),
    '2025-11-25': new Map([['tools-list', [check('SKIPPED')]]]),
    '2026-07-28': new Map([['caching', [check('SUCCESS'), check('SKIPPED'), check('INFO')]]]),
  }
  const known = ['ping', 'tools-list', 'caching', 'prompts-list']

  const problems = problemsOf([...known, ...Object.keys(NOT_APPLICABLE).slice(1)], runs)

  assert.deepEqual(problems, [
    '2025-06-18 ping: a-check WARNING: why',
    '2025-11-25 tools-list: nothing was checked',
    'prompts-list: was not run and has no reason',
    'server-session-lifecycle: has a reason, and the suite does not know it',
  ])
  assert.deepEqual(scenarioTable(['caching'], runs).slice(2), ['| `caching` |  |  | passes |  |'])
})

test('LYRA 3.4: the fixture offers what the suite expects by names that stand for one thing each', () => {
  const { tools, resources, prompts } = SUITE_OFFER

  const names = [...tools, ...prompts, ...resources].map(({ name }) => name)

  assert.deepEqual([tools.length, resources.length, prompts.length], [25, 3, 5])
  assert.equal(new Set(names).size, names.length)
})
