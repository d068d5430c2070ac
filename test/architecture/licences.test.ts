import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { z } from 'zod'
import { ROOT } from './source-files.ts'

/** What a package says of its licence: SPDX by now, and two older forms. */
const stated = z.object({
  license: z.union([z.string(), z.object({ type: z.string() })]).optional(),
  licenses: z.array(z.object({ type: z.string() })).optional(),
})
const lock = z.object({ packages: z.record(z.string(), stated) })

const { packages } = lock.parse(JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')))
const locked = Object.entries(packages).filter(([path]) => path !== '')
const installed = locked
  .map(([path]) => [path, join(ROOT, path, 'package.json')] as const)
  .filter(([, file]) => existsSync(file))
  .map(([path, file]) => [path, stated.parse(JSON.parse(readFileSync(file, 'utf8')))] as const)

function licenceOf({ license, licenses = [] }: z.infer<typeof stated>): string {
  if (typeof license === 'string') return license
  return license?.type ?? licenses.map(({ type }) => type).join(' OR ')
}

/** GPL, LGPL and AGPL in every version, and licences that ask for as much of whoever runs a service. */
const SHARING =
  /\b(?:A|L)?GPL|\bGNU\b|General Public|SSPL|EUPL|OSL-|CC-BY-(?:NC|SA|ND)|BUSL|Commons-Clause|UNLICENSED/iu

/** Of alternatives the one that asks for least may be chosen; of a conjunction every part holds. */
function asksForSharing(licence: string): boolean {
  return licence.split(/\sOR\s/iu).every((one) => SHARING.test(one))
}

test('CONTRIBUTING: a licence is read as its expression means it', () => {
  const told = [
    ['MIT', false],
    ['(MIT OR GPL-3.0-or-later)', false],
    ['MIT AND LGPL-2.1-only', true],
    ['AGPL-3.0-or-later', true],
    ['(GPL-2.0 OR LGPL-3.0-only)', true],
    ['GNU General Public License v3', true],
  ] as const
  for (const [licence, asks] of told) assert.equal(asksForSharing(licence), asks, licence)
})

test('CONTRIBUTING: no package of the lock file, its own or one of those it brings, is under GPL or AGPL', () => {
  const said = locked.map(([path, one]) => [path, licenceOf(one)] as const)

  assert.ok(said.length > 250, String(said.length))
  assert.deepEqual(
    said.filter(([, licence]) => licence === '' || asksForSharing(licence)),
    [],
  )
})

test('CONTRIBUTING: what is installed says of itself what the lock file says of it', () => {
  const known = new Map(locked)
  const other = installed.flatMap(([path, one]) => {
    const [here, there] = [licenceOf(one), licenceOf(known.get(path) ?? {})]
    return here === there ? [] : [[path, here, there]]
  })

  assert.ok(installed.length > 150, String(installed.length))
  assert.deepEqual(other, [])
})
