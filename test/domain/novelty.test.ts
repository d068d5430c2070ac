import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  domainSpread,
  duplicateShare,
  newUsefulFlags,
  noveltyExhausted,
  noveltyFlags,
  noveltyScore,
  uniqueNgramShare,
} from '../../src/domain/novelty.ts'

const TRIAL = 'In the trial, 240 adults drank silverleaf tea every morning for twelve weeks.'
const TRIAL_AGAIN = 'In the trial, 240 adults drank silverleaf tea each morning for twelve weeks.'
const NOTICE = '銀葉茶を飲用する場合は、主治医に相談してください。'

const allUseful = (texts: readonly string[], known: readonly string[] = []) =>
  newUsefulFlags(
    texts.map((text) => ({ text, useful: true })),
    known,
  )

test('REQ 3.3.2: a reworded repetition is not new, another statement is', () => {
  assert.deepEqual(noveltyFlags([TRIAL, TRIAL_AGAIN, NOTICE]), [true, false, true])
})

test('REQ 3.1.7.4: the score is the share of new fragments among the last 20', () => {
  assert.equal(noveltyScore([]), 0)
  assert.equal(noveltyScore(allUseful([TRIAL, TRIAL_AGAIN, NOTICE, NOTICE])), 0.5)
})

test('REQ 3.1.7.4: two cycles of ten without anything new end the search, one does not', () => {
  const repeated = (count: number) => [TRIAL, ...Array.from({ length: count }, () => TRIAL_AGAIN)]

  assert.equal(noveltyExhausted(allUseful(repeated(20))), true)
  assert.equal(noveltyExhausted(allUseful(repeated(10))), false)
})

test('REQ 3.1.7.4: one new fragment in ten is 10 % and not below it', () => {
  const cycle = (fresh: string) => [fresh, ...Array.from({ length: 9 }, () => TRIAL)]

  const found = [TRIAL, ...cycle(NOTICE), ...cycle('A museum in the harbour opens at nine.')]
  assert.equal(noveltyExhausted(allUseful(found)), false)
})

test('REQ 3.1.7.4: of what was fetched only what is useful and not read before counts', () => {
  const fetched = [
    { text: TRIAL, useful: true },
    { text: NOTICE, useful: false },
    { text: NOTICE, useful: true },
    { text: 'A museum in the harbour opens at nine.', useful: true },
  ]
  // The trial is useful and new; the notice is not useful, then already read; the museum is both.
  assert.deepEqual(newUsefulFlags(fetched), [true, false, false, true])
  assert.equal(noveltyScore(newUsefulFlags(fetched)), 2 / 4)
  assert.deepEqual(newUsefulFlags(fetched, [TRIAL_AGAIN]), [false, false, false, true])
  assert.equal(noveltyScore(newUsefulFlags(fetched, [TRIAL_AGAIN])), 1 / 4)
})

test('REQ 3.1.7.4: twenty useful fragments that an earlier search has read end the search', () => {
  const notes = Array.from({ length: 20 }, (_, index) => String.fromCharCode(0x4e00 + index * 40).repeat(12))
  assert.deepEqual([noveltyScore(allUseful(notes)), noveltyExhausted(allUseful(notes))], [1, false])
  assert.deepEqual([noveltyScore(allUseful(notes, notes)), noveltyExhausted(allUseful(notes, notes))], [0, true])
  // One of each ten is new: a tenth, and not below it.
  const nearly = notes.filter((_, index) => index % 10 !== 3)
  assert.deepEqual([noveltyScore(allUseful(notes, nearly)), noveltyExhausted(allUseful(notes, nearly))], [0.1, false])
})

test('REQ 3.1.7.4: the window is the last twenty fetched, those that were not useful included', () => {
  const notes = Array.from({ length: 25 }, (_, index) => ({
    text: String.fromCharCode(0x4e00 + index * 40).repeat(12),
    useful: index < 8,
  }))
  // Of fragments 6 to 25 the first three are useful.
  assert.equal(noveltyScore(newUsefulFlags(notes)), 3 / 20)
  assert.equal(noveltyExhausted(newUsefulFlags(notes)), false)
  // Useful ones in the first five only: nothing in either cycle of the last twenty.
  assert.equal(noveltyExhausted(newUsefulFlags(notes.map((one, index) => ({ ...one, useful: index < 5 })))), true)
})

test('REQ 3.3.2: the unique n-gram share counts runs of five characters that no fragment before has', () => {
  assert.equal(uniqueNgramShare([]), 0)
  assert.equal(uniqueNgramShare(['abcdefgh']), 1)
  // Four runs each: abcde bcdef cdefg defgh, then bcdef cdefg defgh efghi, of which only the last is new.
  assert.equal(uniqueNgramShare(['abcdefgh', 'bcdefghi']), 5 / 8)
  assert.equal(uniqueNgramShare(['abcdefgh', 'bcdefghi'], 1), 1 / 4)
  assert.equal(uniqueNgramShare(['銀葉茶は血圧を下げる', '銀葉茶は血圧を下げる'], 1), 0)
})

test('REQ 3.3.2: only the last twenty fragments count, against all that came before', () => {
  const old = Array.from({ length: 30 }, (_, index) => `statement number ${index} of the harbour museum`)
  assert.equal(uniqueNgramShare([...old, ...old.slice(0, 20)]), 0)
  assert.equal(noveltyExhausted(allUseful([...old, ...old.slice(0, 20)])), true)
})

test('REQ 4.6: duplicates are the copies beyond the first of each cluster', () => {
  const found = (...clusters: (string | null)[]) => clusters.map((cluster_id) => ({ domain: 'pmda.go.jp', cluster_id }))
  assert.equal(duplicateShare([]), 0)
  assert.equal(duplicateShare(found('a', 'a', 'a', 'b', null)), 2 / 5)
})

test('REQ 4.6: diversity is domains for each fragment, and names the largest', () => {
  const found = ['pmda.go.jp', 'nejm.org', 'nejm.org', 'nejm.org'].map((domain) => ({ domain, cluster_id: null }))
  assert.deepEqual(domainSpread(found), { diversity: 2 / 4, largest: { domain: 'nejm.org', share: 3 / 4 } })
  assert.deepEqual(domainSpread([]), { diversity: 0, largest: null })
})
