import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blockGrounds, type Charge, type DomainRecord } from '../../src/domain/domain-block.ts'

const NOW = '2026-11-15T00:00:00.000Z'
const charges = (...days: readonly string[]): readonly Charge[] =>
  days.map((day, index) => ({ id: `charge_${index}`, at: `${day}T00:00:00.000Z` }))

const record = (change: Partial<DomainRecord>): DomainRecord => ({
  trust: 'UNVERIFIED',
  exempt: false,
  ownPages: 0,
  dangerousPages: [],
  contradictedPages: 2,
  claims: 0,
  contradicted: [],
  upheld: 0,
  ...change,
})

test('LYRA 2.1: two independent contradictions block, one does not', () => {
  const two = blockGrounds(record({ claims: 2, contradicted: charges('2026-11-01', '2026-11-02') }), NOW)
  const one = blockGrounds(record({ claims: 1, contradicted: charges('2026-11-01') }), NOW)

  assert.deepEqual([two?.kind, two?.evidence], ['contradictions', ['charge_0', 'charge_1']])
  assert.equal(one, null)
})

test('LYRA 2.1: contradicted statements that all stand on one page block nobody', () => {
  const two = charges('2026-11-01', '2026-11-02')
  assert.equal(
    blockGrounds(record({ claims: 2, contradicted: two, contradictedPages: 2 }), NOW)?.kind,
    'contradictions',
  )
  assert.equal(blockGrounds(record({ claims: 2, contradicted: two, contradictedPages: 1 }), NOW), null)
})

test('LYRA 2.1: a site of which a trusted source upholds anything, or most of which is undisputed, is not blocked', () => {
  const contradicted = charges('2026-11-01', '2026-11-02')

  assert.equal(blockGrounds(record({ claims: 3, upheld: 1, contradicted }), NOW), null)
  assert.equal(blockGrounds(record({ claims: 5, contradicted }), NOW), null)
  assert.equal(blockGrounds(record({ claims: 4, contradicted }), NOW)?.kind, 'contradictions')
})

test('LYRA 2.1: danger blocks from three pages on, where they are half of what was read', () => {
  const three = charges('2026-11-01', '2026-11-02', '2026-11-03')

  assert.equal(blockGrounds(record({ ownPages: 3, dangerousPages: three }), NOW)?.kind, 'danger')
  assert.equal(blockGrounds(record({ ownPages: 7, dangerousPages: three }), NOW), null)
  assert.equal(blockGrounds(record({ ownPages: 2, dangerousPages: three.slice(1) }), NOW), null)
})

test('LYRA 2.1: nobody but a person blocks what is exempt or TRUSTED and above', () => {
  const full = { ownPages: 3, dangerousPages: charges('2026-11-01', '2026-11-02', '2026-11-03') }

  assert.equal(blockGrounds(record({ ...full, exempt: true }), NOW), null)
  assert.equal(blockGrounds(record({ ...full, trust: 'TRUSTED' }), NOW), null)
  assert.equal(blockGrounds(record({ ...full, trust: 'LOW' }), NOW)?.kind, 'danger')
})

test('LYRA 2.1: a block ends 180 days after the charge that made it enough', () => {
  const contradicted = charges('2026-06-01', '2026-07-01', '2026-08-01')
  const known = record({ claims: 3, contradicted })

  assert.equal(blockGrounds(known, NOW)?.expiresAt, '2026-12-28T00:00:00.000Z')
  assert.deepEqual(blockGrounds(known, '2026-12-01T00:00:00.000Z')?.evidence, ['charge_1', 'charge_2'])
  assert.equal(blockGrounds(known, '2026-12-28T00:00:00.000Z'), null)
})
