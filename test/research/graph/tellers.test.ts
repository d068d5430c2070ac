import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { DomainTrust } from '../../../src/research/domain-trust.ts'
import type { EvidenceSource } from '../../../src/research/graph/evidence-source.ts'
import { groupSources } from '../../../src/research/graph/source-group.ts'
import { page, testStore } from '../../store/graph-fixture.ts'

function voice(
  domain: string,
  toldFrom: string | null = null,
  over: { work?: string; relation?: string } = {},
): EvidenceSource {
  return {
    page: { id: `p_${domain}`, url: `https://${domain}/`, domain, work_id: over.work ?? null },
    fragment: { cluster_id: null, post_id: null, post_author: null, told_from: toldFrom },
    ...(over.relation === undefined ? {} : { relation: over.relation }),
  }
}

const count = (...voices: readonly EvidenceSource[]) => new Set(groupSources(voices)).size

test('LYRA 13.3: four outlets that tell one study are one source, with the study or without it', () => {
  const outlets = ['a.example', 'b.example', 'c.example', 'd.example'].map((domain) => voice(domain, 'work w1'))
  assert.equal(count(...outlets), 1)
  assert.equal(count(...outlets, voice('journal.example', null, { work: 'w1' })), 1)
  assert.equal(count(...outlets, voice('other.example')), 2)
})

test('a page that names a source of which nobody else tells is the one source it was', () => {
  assert.equal(count(voice('a.example', 'page p_ministry'), voice('b.example')), 2)
})

test('a page that names many sources does not make them one', () => {
  const honest = [voice('one.example', 'page p_s1'), voice('two.example', 'page p_s2'), voice('three.example')]
  const hostile = ['page p_s1', 'page p_s2', 'page p_three.example'].map((from) => voice('a-farm.example', from))
  assert.equal(count(...honest), 3)
  assert.equal(count(...honest, ...hostile), 3)
})

test('nobody becomes more voices by naming sources: pages of one site that tell of many are at most what they were', () => {
  const farm = ['u1', 'u2', 'u3', 'u4'].flatMap((key) => [
    voice('m.example', `url ${key}`),
    voice('n.example', `url ${key}`),
  ])
  assert.equal(count(...farm.map((one) => ({ ...one, fragment: { ...one.fragment, told_from: null } }))), 2)
  assert.ok(count(...farm) <= 2)
})

test('who speaks against what the source says is a voice of its own', () => {
  const study = voice('journal.example', null, { relation: 'supports' })
  const told = voice('a.example', 'page p_journal.example', { relation: 'supports' })
  const against = voice('b.example', 'page p_journal.example', { relation: 'refutes' })
  assert.equal(count(study, told, against), 2)
})

test('pages that name each other are one voice', () => {
  assert.equal(count(voice('a.example', 'page p_b.example'), voice('b.example', 'page p_a.example')), 1)
})

test('a ring of two thousand pages costs little', () => {
  const ring = Array.from({ length: 2000 }, (_, n) => voice(`r${n}.example`, `page p_r${(n + 1) % 2000}.example`))
  const started = performance.now()
  assert.ok(count(...ring) <= 2000)
  assert.ok(performance.now() - started < 2000)
})

test('a redirect lends no trust: a page is no more than the lower of where it was named and where it led', () => {
  using opened = testStore()
  const file = join(opened.folder, 'domains.yaml')
  writeFileSync(
    file,
    'user_overrides:\n  - { domain: gov.example, trust_level: GOVERNMENT, reason: r, added_at: "2026-01-01" }\n',
  )
  const trust = new DomainTrust([file], opened.store.domains)
  const at = (final_url: string) => page('p', { url: 'https://gov.example/go', domain: 'gov.example', final_url })
  assert.equal(trust.ofPage(at('https://evil.example/x')).level, 'UNVERIFIED')
  assert.equal(trust.ofPage(at('https://www.gov.example/x')).level, 'GOVERNMENT')
})
