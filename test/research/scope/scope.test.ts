import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { addressLeftOut } from '../../../src/research/scope/left-out.ts'
import { loadLenses, requireLens } from '../../../src/research/scope/lens-files.ts'
import { claimantOf, loadOrganisations, ownerOf } from '../../../src/research/scope/organisations.ts'
import { resolveScope } from '../../../src/research/scope/resolve-scope.ts'
import { loadTrustLevel } from './trust-levels.ts'

const CONFIG = join(import.meta.dirname, '..', '..', '..', 'config')
const lenses = loadLenses(join(CONFIG, 'lenses'), '/nowhere')
const organisations = loadOrganisations(join(CONFIG, 'organisations.yaml'), '/nowhere')
const tables = () => ({ lenses, organisations })

function folderWith(t: TestContext, files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'lyra-lenses-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

test('the seven lenses are there, each with domains and patterns that hold the query', () => {
  assert.deepEqual(
    lenses.map(({ name }) => name),
    ['company-research', 'fact-checks', 'japanese-law', 'medicine', 'patents', 'standards', 'statistics'],
  )
  for (const { domains, queries, title_ja } of lenses) {
    assert.ok(domains.length >= 10)
    assert.ok(queries.every((pattern) => pattern.includes('{query}')))
    assert.ok(title_ja !== undefined)
  }
})

test("a user's lens stands beside the shipped ones, or takes the place of one", (t) => {
  const own = folderWith(t, {
    'tea.yaml': '{ name: tea, title: Tea, about: Of tea, domains: [tea.example] }',
    'med.yml': '{ name: medicine, title: Ours, about: Ours, domains: [ours.example], strict: false }',
    'notes.txt': 'no lens',
  })
  const all = loadLenses(join(CONFIG, 'lenses'), own)
  assert.equal(requireLens(all, 'tea').own, true)
  assert.equal(requireLens(all, 'medicine').title, 'Ours')
  assert.equal(requireLens(all, 'patents').own, false)
})

test('a lens that is wrong says in which file and field', (t) => {
  const wrong = (text: string) => () => loadLenses('/nowhere', folderWith(t, { 'a.yaml': text }))
  assert.throws(wrong('{ name: A b, title: T, about: a }'), /the lens a\.yaml: name: must be small letters/)
  assert.throws(wrong('{ name: a, title: T, about: a, sites: [x] }'), /the lens a\.yaml: Unrecognized key: "sites"/)
  assert.throws(wrong('{ name: a, title: T, about: a, domains: ["http://x"] }'), /domains\.0: must be a domain/)
  assert.throws(wrong('a: ['), /the lens a\.yaml cannot be read as YAML/)
})

test('a claimant is known by its domain, its table entry or its name, with all that is theirs', () => {
  assert.deepEqual(claimantOf(organisations, 'www.acme.co.uk').places, ['acme.co.uk'])
  assert.ok(claimantOf(organisations, 'トヨタ自動車株式会社').places.includes('global.toyota'))
  assert.ok(claimantOf(organisations, 'pfizer.com').places.includes('pfizer.co.jp'))
  const acme = claimantOf(organisations, 'Acme Robotics, Inc.')
  const isOwn = (url: string) => ownerOf([acme], url) !== null
  assert.deepEqual(
    [
      'https://www.acmerobotics.com/x',
      'https://acme-robotics.co.jp/',
      'https://notacmerobotics.com/',
      'https://acme.com/',
    ].map(isOwn),
    [true, true, false, false],
  )
  assert.throws(() => claimantOf(organisations, '某研究所'), /no domain is known/)
})

test('a part of a host is theirs without the rest of it', () => {
  const claimants = [{ name: 'Acme', places: ['github.com/acme'] }]
  const owned = (path: string) => ownerOf(claimants, `https://github.com${path}`)?.name ?? null
  assert.deepEqual(['/acme', '/acme/tool', '/acmeology/x', '/other'].map(owned), ['Acme', 'Acme', null, null])
})

test('exclusions of task and search are added up; language, kinds and lens of the search hold', () => {
  const scope = resolveScope(
    tables,
    { exclude_domains: ['a.example'], language: 'en', lens: 'medicine' },
    { exclude_domains: ['WWW.B.example'], language: 'ja-JP', exclude_own_pages_of: ['acme.example'] },
  )
  assert.deepEqual(scope?.exclude_domains, ['a.example', 'b.example'])
  assert.deepEqual([scope?.language, scope?.lens?.name, scope?.own?.[0]?.places], ['ja', 'medicine', ['acme.example']])
  assert.equal(resolveScope(tables, {}, {}), undefined)
})

test('an excluded domain covers what is below it and nothing beside it', () => {
  const trust = loadTrustLevel()
  const left = (url: string) => addressLeftOut(trust, { exclude_domains: ['example.com'] }, { url })
  assert.equal(left('https://sub.example.com/x'), 'exclude_domains: example.com')
  assert.deepEqual([left('https://notexample.com/'), left('https://example.com.evil.org/')], [null, null])
  const kinds = (url: string, isPaper = false) =>
    addressLeftOut(trust, { kinds: ['government', 'paper'] }, { url, isPaper })
  assert.deepEqual(
    [kinds('https://www.mhlw.go.jp/x'), kinds('https://blog.example/'), kinds('https://blog.example/', true)],
    [null, 'kinds: other', null],
  )
  assert.equal(kinds('https://publisher.example/doi/10.1000/182'), null)
})
