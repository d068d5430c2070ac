import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { addressesOf, loadTargetTable } from '../../src/sources/target-table.ts'

const SHIPPED = join(import.meta.dirname, '..', '..', 'config', 'targets.yaml')

function ownTable(t: TestContext, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'lyra-table-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'targets.yaml')
  writeFileSync(file, text)
  return file
}

test('every kind leads to an address of who keeps it', () => {
  const table = loadTargetTable(SHIPPED, '/nowhere')
  const first = (kind: Parameters<typeof addressesOf>[1], value: string) => addressesOf(table, kind, value)[0]
  assert.equal(first('isbn', '9780306406157'), 'https://openlibrary.org/isbn/9780306406157')
  assert.equal(first('isbn', '9784101010014'), 'https://api.openbd.jp/v1/get?isbn=9784101010014')
  assert.equal(first('patent', 'US7654321B2'), 'https://patents.google.com/patent/US7654321B2/en')
  assert.equal(first('trial', 'NCT01234567'), 'https://clinicaltrials.gov/api/v2/studies/NCT01234567')
  assert.equal(
    decodeURIComponent(first('law', '昭和25年法律第201号') ?? ''),
    'https://laws.e-gov.go.jp/api/2/law_file/html/昭和二十五年法律第二百一号',
  )
  assert.ok(first('law', '令和1年法律第10号')?.endsWith(encodeURIComponent('令和元年法律第十号')))
  assert.equal(first('law', 'Pub. L. 111-148'), 'https://www.govinfo.gov/link/plaw/111/public/148?link-type=html')
  assert.deepEqual(addressesOf(table, 'trial', 'UMIN000012345'), [])
})

test('what a number holds stays inside its place of the address', () => {
  const table = loadTargetTable(SHIPPED, '/nowhere')
  assert.deepEqual(addressesOf(table, 'doi', '10.1000/a?b=c#d&e'), ['https://doi.org/10.1000/a%3Fb%3Dc%23d%26e'])
})

test("the user's entries come first, or take the place of a shipped one", (t) => {
  const own = ownTable(
    t,
    `targets:
      - { name: our-library, kind: isbn, url: 'https://library.example/{value}' }
      - { name: google-patents, kind: patent, url: 'https://patents.example/{value}' }`,
  )
  const table = loadTargetTable(SHIPPED, own)
  assert.deepEqual(addressesOf(table, 'isbn', '9780306406157'), [
    'https://library.example/9780306406157',
    'https://openlibrary.org/isbn/9780306406157',
  ])
  assert.equal(addressesOf(table, 'patent', 'EP1')[0], 'https://patents.example/EP1')
})

test('a table that is wrong says where', (t) => {
  const wrong = (entry: string) => () => loadTargetTable(SHIPPED, ownTable(t, `targets: [${entry}]`))
  assert.throws(wrong('{ name: a, kind: isbn, url: "https://{value}.example/" }'), /targets\.0\.url: must be an http/)
  assert.throws(wrong('{ name: a, kind: isbn, url: "https://a.example/{nr}" }'), /\{nr\} is no group of match/)
  assert.throws(
    wrong('{ name: a, kind: isbn, match: "(", url: "https://a.example/{value}" }'),
    /not a regular expression/,
  )
  assert.throws(wrong('{ name: a, kind: song, url: "https://a.example/{value}" }'), /targets\.0\.kind/)
})
