import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from 'yaml'
import { LyraError } from '../../src/domain/errors.ts'
import { withEntry, withoutEntry } from '../../src/research/trust-entries.ts'

const ENTRY = {
  domain: 'new.example',
  trust_level: 'LOW',
  reason: 'a podcast: "weekly"',
  added_at: '2026-01-02',
} as const
const WRITTEN = `  - domain: new.example
    trust_level: LOW
    reason: 'a podcast: "weekly"'
    added_at: 2026-01-02
`

const BY_HAND = `# My sites.
domains:
  - { domain: lab.example,   trust_level: ACADEMIC }   # aligned by hand

user_overrides:   # reviewed every month
  # Podcasts
  - { domain: heart.example, trust_level: LOW,   reason: a podcast, added_at: 2025-01-01 }   # asked Mia
  - domain: "Spam.example"
    trust_level: blocked # since ever
    reason: spam
    seen_by: me
    added_at: "2025-01-15"
  # Below: nothing yet

user_content:
    - board.example
`

test('an entry is added after the last one, and every other byte of the file stays', () => {
  const text = withEntry(BY_HAND, ENTRY)

  assert.equal(text, BY_HAND.replace('  # Below', `${WRITTEN}  # Below`))
})

test('an entry that is there gets its new values in its place; comments and other fields of it stay', () => {
  const flow = withEntry(BY_HAND, { ...ENTRY, domain: 'heart.example', trust_level: 'TRUSTED' })
  const block = withEntry(BY_HAND, { ...ENTRY, domain: 'spam.example', reason: 'they, [say] #sorry' })

  const line =
    '{ domain: heart.example, trust_level: TRUSTED,   reason: "a podcast: \\"weekly\\"", added_at: 2026-01-02 }'
  assert.equal(
    flow,
    BY_HAND.replace(/\{ domain: heart.*\}/, () => line),
  )
  assert.equal(
    block,
    BY_HAND.replace('blocked #', 'LOW #')
      .replace('reason: spam', 'reason: "they, [say] #sorry"')
      .replace('"2025-01-15"', '2026-01-02'),
  )
})

test('an entry is taken out with its own lines alone', () => {
  assert.equal(withoutEntry(BY_HAND, 'heart.example'), BY_HAND.replace(/ {2}- \{ domain: heart.*\n/, ''))
  assert.equal(withoutEntry(BY_HAND, 'spam.example'), BY_HAND.replace(/ {2}- domain: "Spam[\s\S]*2025-01-15"\n/, ''))
  assert.equal(withoutEntry(BY_HAND, 'nobody.example'), null)
})

test('what was written is taken back without a trace, from any file that had a list', () => {
  for (const text of [
    BY_HAND,
    BY_HAND.replaceAll('\n', '\r\n'),
    'user_overrides:\n- domain: a.example\n  trust_level: LOW\n',
  ])
    assert.equal(withoutEntry(withEntry(text, ENTRY), ENTRY.domain), text)
})

test('a file that is missing, empty, or has only comments or other lists gets the list at its end', () => {
  const list = `user_overrides:\n${WRITTEN}`
  for (const text of ['', '# only a remark\n', 'domains:\n  - { domain: a.example, trust_level: LOW }\n'])
    assert.equal(withEntry(text, ENTRY), text + list)
  assert.equal(withEntry('domains: [] # none', ENTRY), `domains: [] # none\n${list}`)
})

test('the first entry of a list that has none stands below its name, and the remarks stay', () => {
  for (const none of ['', ' []'])
    assert.equal(
      withEntry(`user_overrides:${none} # none yet\n  # podcasts\ndomains: []\n`, ENTRY),
      `user_overrides: # none yet\n${WRITTEN}  # podcasts\ndomains: []\n`,
    )
})

test('layouts of another kind are written anew, with their comments and their meaning', () => {
  for (const text of [
    'user_overrides: [ ] # nothing yet',
    'user_overrides: ~ # nothing yet\n',
    '# nothing yet\nuser_overrides: [{ domain: a.example, trust_level: LOW }]\n',
    '{ user_content: [b.example] } # nothing yet\n',
    'user_overrides:\n  - domain: new.example\n    # nothing yet\n    trust_level: BLOCKED\n',
    'user_content: [b.example] # nothing yet\n...\n',
  ]) {
    const made = withEntry(text, ENTRY)
    const before = parse(text) as Record<string, { domain: string }[]>
    const others = (before.user_overrides ?? []).filter(({ domain }) => domain !== 'new.example')
    assert.deepEqual(parse(made), { ...before, user_overrides: [...others, ENTRY] }, made)
    assert.match(made, /# nothing yet/)
    const back = withoutEntry(made, ENTRY.domain) ?? ''
    assert.deepEqual((parse(back) as typeof before).user_overrides ?? [], others, back)
    assert.match(back, /# nothing yet|^user_overrides:\s/, back)
  }
})

test('a domain that stands there twice is taken out wholly; setting it changes the one that holds', () => {
  const twice =
    'user_overrides:\n  - { domain: a.example, trust_level: LOW }\n' +
    '  # between\n  - { domain: a.example, trust_level: TRUSTED }\n'

  assert.equal(withoutEntry(twice, 'a.example'), 'user_overrides:\n  # between\n')
  const { user_overrides: set } = parse(
    withEntry(twice, { ...ENTRY, domain: 'a.example', trust_level: 'BLOCKED' }),
  ) as {
    user_overrides: { trust_level: string }[]
  }
  assert.deepEqual(
    set.map(({ trust_level: level }) => level),
    ['LOW', 'BLOCKED'],
  )
})

test('a damaged file is refused with what is wrong', () => {
  for (const text of ['user_overrides: [unclosed', '- a\n- b\n', 'user_overrides: much\n', 'a: 1\na: 2\n']) {
    const refused = (error: unknown) => error instanceof LyraError && error.code === 'INVALID_CONFIG'
    assert.throws(() => withEntry(text, ENTRY), refused, text)
    assert.throws(() => withoutEntry(text, 'a.example'), refused, text)
  }
})
