import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EntityKind, NameCorrection } from '../../../src/domain/entity.ts'
import { groupNames } from '../../../src/sources/entities/group-names.ts'

function grouped(
  names: readonly (readonly [kind: EntityKind, name: string, page?: string])[],
  corrections: readonly NameCorrection[] = [],
  recorded: readonly (readonly string[])[] = [],
): readonly string[] {
  const met = names.map(([kind, name, page = 'p']) => ({ id: name, kind, name, pages: new Set([page]) }))
  return groupNames({ names: met, recorded, corrections }).map(({ members }) => members.map(({ id }) => id).join(' = '))
}

test('spellings of one thing are one group, under the one that was met first', () => {
  assert.deepEqual(
    grouped([
      ['organisation', 'Acme Widgets Inc.'],
      ['person', 'Acme Widgets'],
      ['organisation', 'ACME Widgets'],
    ]),
    ['Acme Widgets Inc. = ACME Widgets', 'Acme Widgets'],
  )
})

test('an initial joins the one person that it can mean, and nobody where two could be meant', () => {
  assert.deepEqual(
    grouped([
      ['person', 'J. Smith'],
      ['person', 'John Smith'],
    ]),
    ['J. Smith = John Smith'],
  )
  assert.deepEqual(
    grouped([
      ['person', 'J. Smith'],
      ['person', 'John Smith'],
      ['person', 'Jane Smith'],
    ]),
    ['J. Smith', 'John Smith', 'Jane Smith'],
  )
})

test('a family name stands for the person whom its page names in full, not for one of another page', () => {
  const names: readonly (readonly [EntityKind, string, string])[] = [
    ['person', '田村健一', 'one'],
    ['person', '田村', 'one'],
    ['person', '木村', 'one'],
    ['person', '木村隆', 'two'],
  ]
  assert.deepEqual(grouped(names), ['田村健一 = 田村', '木村', '木村隆'])
})

test('what a person decided wins, and what one record says comes before the names', () => {
  const names: readonly (readonly [EntityKind, string])[] = [
    ['organisation', 'Acme Inc.'],
    ['organisation', 'Acme'],
    ['organisation', '加賀見製作所'],
    ['organisation', 'Kagami Works'],
  ]
  const apart: NameCorrection = { first: 'Acme Inc.', second: 'Acme', decision: 'apart' }
  assert.deepEqual(grouped(names, [apart], [['加賀見製作所', 'Kagami Works']]), [
    'Acme Inc.',
    'Acme',
    '加賀見製作所 = Kagami Works',
  ])
})

test('ten thousand names are grouped in seconds', () => {
  const names = Array.from({ length: 10_000 }, (_, at): readonly [EntityKind, string, string] => [
    'organisation',
    `Firm ${at} Trading Ltd`,
    `page ${at % 500}`,
  ])
  const before = performance.now()
  assert.equal(grouped(names).length, 10_000)
  assert.ok(performance.now() - before < 10_000)
})
