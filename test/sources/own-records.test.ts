import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { defaultSettings } from '../../src/domain/settings.ts'
import { checkSource } from '../../src/sources/records/check-source.ts'
import { parseDescription } from '../../src/sources/records/load-descriptions.ts'
import { parsePivots } from '../../src/sources/records/pivots.ts'
import { bearsName, nameKey } from '../../src/sources/records/same-name.ts'
import { DESCRIPTIONS, recordedOf } from './record-doubles.ts'

const CONFIG = join(import.meta.dirname, '../../config')
const settings = defaultSettings.sources

/** The description of Companies House officers, with some words replaced. */
function officersWith(...changes: readonly (readonly [string, string])[]): string {
  let text = readFileSync(join(CONFIG, 'sources/companies_house_officers.yaml'), 'utf8')
  for (const [was, is] of changes) {
    assert.ok(text.includes(was), was)
    text = text.replace(was, is)
  }
  return text
}

test('SECURITY: a description that reads a private field, or asks a social network, is refused when it is loaded', () => {
  const fields = ['date_of_birth.year', 'address.address_line_1', 'address.postal_code', 'contact.email', 'telephone']
  for (const path of fields) {
    const text = officersWith(['      name: name\n', `      name: name\n      extra: ${path}\n`])
    assert.throws(() => parseDescription(text, 'own.yaml'), { code: 'INVALID_CONFIG', message: /is private/ }, path)
  }
  const social = officersWith(['https://api.company-information.service.gov.uk', 'https://graph.facebook.com/v1'])
  assert.throws(() => parseDescription(social, 'own.yaml'), { message: /social networks are no source/ })
  assert.equal(parseDescription(officersWith(), 'own.yaml').name, 'companies_house_officers')
})

test('lyra sources test: every shipped description reads what was recorded for it', async () => {
  for (const description of DESCRIPTIONS) {
    const checks = await checkSource(description, recordedOf(description.name), settings)
    assert.ok(checks.length > 0, description.name)
    assert.deepEqual(
      checks.flatMap(({ problems }) => problems),
      [],
      description.name,
    )
  }
})

test('lyra sources test: a description that asks elsewhere, reads another field or pages otherwise is told so', async () => {
  const gleif = DESCRIPTIONS.find(({ name }) => name === 'gleif')
  const [shape] = Object.values(gleif?.answers ?? {})
  assert.ok(gleif && shape && gleif.search)
  const recorded = recordedOf('gleif')
  const problems = async (changed: typeof gleif) =>
    (await checkSource(changed, recorded, settings)).flatMap((one) => one.problems).join('\n')

  const elsewhere = gleif.look_up.map((one) => ({ ...one, path: '/lei/{value}' }))
  assert.match(await problems({ ...gleif, look_up: elsewhere }), /asked \/lei\//)
  assert.match(
    await problems({ ...gleif, search: { ...gleif.search, paging: { first: 5 } } }),
    /the next page was asked by/,
  )
  const renamed = Object.fromEntries(
    Object.entries(gleif.answers).map(([name, one]) => [name, { ...one, title: 'The {name}' }]),
  )
  assert.match(await problems({ ...gleif, answers: renamed }), /title is The .*, recorded/)
})

test('every step of the shipped pivots names a source that is there and can be asked so', () => {
  const pivots = parsePivots(readFileSync(join(CONFIG, 'pivots.yaml'), 'utf8'), 'pivots.yaml')
  const kinds = pivots.map(({ kind }) => kind)
  for (const { kind, steps, followed_by: next } of pivots) {
    if (next !== undefined) assert.ok(kinds.includes(next), `${kind} is followed by ${next}`)
    for (const { ask, source, by } of steps) {
      const description = DESCRIPTIONS.find(({ name }) => name === source)
      assert.ok(description, `${kind}: no source ${source}`)
      const ways = [...description.look_up.map((one) => one.identifier), ...(description.search ? ['name'] : [])]
      assert.ok(ways.includes(by), `${kind}: ${source} cannot be asked by ${by}`)
      assert.ok(ask, `${kind}: what ${source} is asked for has no name`)
    }
  }
})

test('names are one whatever their legal form, order and spelling; parts of a name are another', () => {
  assert.equal(nameKey('株式会社加賀見製作所'), nameKey('加賀見製作所㈱'))
  assert.equal(nameKey('Harbour Mirrors, Inc.'), nameKey('HARBOUR MIRRORS'))
  assert.equal(nameKey('MIRROR, Mary'), nameKey('Mary Mirror'))
  assert.notEqual(nameKey('加賀見'), nameKey('加賀見製作所'))
  assert.notEqual(nameKey('Limited'), '')
  const record = {
    title: 'Harbour Mirrors UK Limited',
    attributes: [{ name: 'register_number', value: '42', path: '' }],
  }
  assert.deepEqual(
    ['harbour mirrors uk', 'harbour', '42'].map((name) => bearsName(record as never, name)),
    [true, false, true],
  )
})
