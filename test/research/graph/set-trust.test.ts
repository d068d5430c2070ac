import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { parse } from 'yaml'
import { LyraError } from '../../../src/domain/errors.ts'
import { removeTrust, setTrust, trustOf } from '../../../src/research/graph/set-trust.ts'
import { blockedBlog } from './blocked-blog.ts'
import type { GraphWorld } from './graph-world.ts'

const run = promisify(execFile)
const PERSON = { by: 'person', channel: 'dashboard' } as const
const REMARK = '# Mine.\nuser_content: [ board.example ]   # boards\n'

function remarked() {
  const world = blockedBlog()
  world.overrides(REMARK)
  return { world, file: world.file, parts: world, text: () => readFileSync(world.file, 'utf8') }
}

const statusOf = (world: GraphWorld, id: string) => world.store.claims.get(id)?.verification_status

test('TRUST 4.2: lifting a block writes the entry and keeps the file; it holds at once, and can be taken back', () => {
  const { world, parts, text } = remarked()
  using _ = world
  const before = [trustOf(world, 'blog.example').trust, statusOf(world, 'c2')]

  const lifted = setTrust(parts, { domain: 'blog.example', trust_level: 'TRUSTED', reason: 'I know them' }, PERSON)
  const written = text()
  const after = [trustOf(world, 'blog.example').trust, statusOf(world, 'c2'), world.store.domains.blocked().length]
  const back = removeTrust(parts, 'blog.example', PERSON)

  assert.deepEqual(before, ['BLOCKED', 'pending'])
  assert.deepEqual(
    [lifted.before, lifted.trust, lifted.trust_source, lifted.changed, lifted.claims],
    ['BLOCKED', 'TRUSTED', 'override', true, 3],
  )
  assert.equal(
    written,
    `${REMARK}user_overrides:
  - domain: blog.example
    trust_level: TRUSTED
    reason: I know them
    added_at: 2025-11-15
`,
  )
  assert.deepEqual(after, ['TRUSTED', 'verified', 0])
  assert.deepEqual(
    [back.before, back.trust, back.entry, statusOf(world, 'c2')],
    ['TRUSTED', 'BLOCKED', null, 'pending'],
  )
  assert.equal(text(), `${REMARK}user_overrides:\n`)
})

test('TRUST 4.2: the log tells who set it and where, and names that as the cause of what followed', () => {
  const { world, parts } = remarked()
  using _ = world
  setTrust(parts, { domain: 'blog.example', trust_level: 'LOW', reason: 'I know them' }, PERSON)
  removeTrust(parts, 'blog.example', { by: 'person', channel: 'cli' })

  const events = world.store.events.about(['blog.example']).filter(({ kind }) => kind.startsWith('override_'))
  assert.deepEqual(
    events.map(({ kind, data }) => [kind, data]),
    [
      ['override_set', { by: 'person', channel: 'dashboard', from: null, to: 'LOW', reason: 'I know them' }],
      ['override_removed', { by: 'person', channel: 'cli', from: 'LOW', to: null, reason: '' }],
    ],
  )
})

test('an entry that is there already changes nothing and is no event; none cannot be taken back', () => {
  const { world, parts, file } = remarked()
  using _ = world
  const wanted = { domain: 'blog.example', trust_level: 'LOW', reason: 'I know them' } as const
  setTrust(parts, wanted, PERSON)
  const [events, { ino }] = [world.store.events.count(), statSync(file)]

  const again = setTrust(parts, { ...wanted, reason: undefined }, PERSON)

  assert.deepEqual([again.changed, again.entry?.reason], [false, 'I know them'])
  assert.deepEqual([world.store.events.count(), statSync(file).ino], [events, ino])
  assert.throws(
    () => removeTrust(parts, 'www.blog.example', PERSON),
    (error) => error instanceof LyraError && error.code === 'NOT_FOUND',
  )
})

test('what was written by hand before is applied as the hand’s, not as this author’s', () => {
  const { world, parts } = remarked()
  using _ = world
  world.overrides('user_overrides:\n  - { domain: other.example, trust_level: LOW }\n')

  const done = setTrust(parts, { domain: 'blog.example', trust_level: 'LOW' }, PERSON)

  assert.equal(done.claims, 3)
  assert.deepEqual(
    world.store.overrides
      .applied()
      .map(({ domain }) => domain)
      .sort(),
    ['blog.example', 'other.example'],
  )
})

test('a damaged file is told, and it, the graph and the log stay as they are', () => {
  const { world, parts, file } = remarked()
  using _ = world
  const latin = Buffer.from('# caf\xe9\nuser_overrides: []\n', 'latin1')
  for (const bytes of [
    Buffer.from('user_overrides: [unclosed # mine\n'),
    Buffer.from('user_overrides:\n  - { domain: a.example, trust_level: divine }\n'),
    latin,
  ]) {
    writeFileSync(file, bytes)
    const events = world.store.events.count()
    for (const act of [
      () => setTrust(parts, { domain: 'blog.example', trust_level: 'LOW' }, PERSON),
      () => removeTrust(parts, 'blog.example', PERSON),
    ])
      assert.throws(act, (error) => error instanceof LyraError && error.code === 'INVALID_CONFIG')
    assert.deepEqual(readFileSync(file), bytes)
    assert.equal(world.store.events.count(), events)
  }
  assert.deepEqual(
    world.store.domains.blocked().map(({ domain }) => domain),
    ['blog.example'],
  )
})

test('a file behind a link stays there, readable by whom it was; nothing is left beside it', () => {
  const { world, parts, file } = remarked()
  using _ = world
  const folder = join(dirname(file), 'dotfiles')
  mkdirSync(folder)
  const target = join(folder, 'mine.yaml')
  renameSync(file, target)
  chmodSync(target, 0o640)
  symlinkSync(target, file)

  setTrust(parts, { domain: 'blog.example', trust_level: 'LOW' }, PERSON)

  assert.equal(lstatSync(file).isSymbolicLink(), true)
  assert.equal(statSync(target).mode & 0o777, 0o640)
  assert.match(readFileSync(target, 'utf8'), /domain: blog\.example/)
  assert.deepEqual(readdirSync(folder), ['mine.yaml'])
})

test('processes that write at once lose nothing of each other', async () => {
  const { world, file, text } = remarked()
  using _ = world
  const writer = join(import.meta.dirname, 'trust-writer.ts')
  const names = ['first', 'second']

  await Promise.all(names.map((name) => run(process.execPath, [writer, dirname(file), name, '10'])))

  const { user_overrides: entries } = parse(text()) as { user_overrides: { domain: string }[] }
  const wanted = names.flatMap((name) => Array.from({ length: 10 }, (_, n) => `${name}${n}.example`))
  assert.deepEqual(entries.map(({ domain }) => domain).sort(), wanted.sort())
  assert.ok(text().startsWith(REMARK))
  assert.deepEqual(
    world.store.overrides
      .applied()
      .map(({ domain }) => domain)
      .sort(),
    wanted,
  )
  assert.deepEqual(
    readdirSync(dirname(file)).filter((name) => name.startsWith('domains.yaml')),
    ['domains.yaml'],
  )
})
