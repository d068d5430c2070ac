import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createNoveltyMeter, domainSpread, duplicateShare, uniqueNgramShare } from '../../src/domain/novelty.ts'

const TRIAL = 'In the trial, 240 adults drank silverleaf tea every morning for twelve weeks.'
const TRIAL_AGAIN = 'In the trial, 240 adults drank silverleaf tea each morning for twelve weeks.'
const NOTICE = '銀葉茶を飲用する場合は、主治医に相談してください。'

const useful = (text: string) => ({ text, useful: true })
const useless = (text: string) => ({ text, useful: false })

/** Sentences on one subject that begin with the same words and go on with words of their own. */
const OWN = ['clinic', 'dose', 'adults', 'weeks', 'fall', 'harms']
const finding = (number: number) =>
  `Silverleaf tea and blood pressure: ${OWN.map((word) => `${word}${number}`).join(' ')}.`
const findings = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => finding(from + at))

/** Pages of two useful fragments each, read after `known`. */
function read(texts: readonly string[], known: readonly string[] = []) {
  const meter = createNoveltyMeter(known)
  const pages: boolean[] = []
  for (let at = 0; at < texts.length; at += 2) {
    meter.readPage(texts.slice(at, at + 2).map(useful))
    pages.push(meter.isExhausted())
  }
  return { score: meter.score(), exhaustedAfter: pages.indexOf(true) + 1 }
}

test('REQ 3.3.2: a reworded repetition is not new, another statement is', () => {
  const meter = createNoveltyMeter()
  meter.readPage([TRIAL, TRIAL_AGAIN, NOTICE].map(useful))
  assert.equal(meter.score(), 2 / 3)
})

// The worked examples of LYRA 2.8.
test('LYRA 2.8: a first search is new, the same again is not, a related one lies between', () => {
  const first = findings(1, 25)
  assert.deepEqual(read(first), { score: 1, exhaustedAfter: 0 })
  assert.deepEqual(read(first, first), { score: 0, exhaustedAfter: 10 })
  assert.deepEqual(read([...first.slice(0, 18), ...findings(40, 46)], first), { score: 0.25, exhaustedAfter: 0 })
})

const note = (at: number) => `第${at}試験では銀葉茶を${at * 3}週間飲んだ${at * 11}人の血圧が${at}だけ変わった。`

test('LYRA 2.8: a first search in Japanese is new, and its repetition is not', () => {
  const notes = Array.from({ length: 12 }, (_, at) => note(at))
  assert.equal(read(notes).score > 0.9, true)
  assert.equal(read(notes, notes).score, 0)
})

test('LYRA 2.8: what was known does not use up what can be new: the next subject is as new as the first', () => {
  const known = findings(1, 500)
  assert.equal(read(findings(600, 610), known).score, 1)
})

test('REQ 3.1.7.4: only what is useful counts, but what was read counts as said', () => {
  const meter = createNoveltyMeter()
  meter.readPage([useful(TRIAL), useless(NOTICE), useful(NOTICE)])
  assert.equal(meter.score(), 1 / 2)
})

test('REQ 3.1.7.4: nothing read, or nothing useful, is nothing new', () => {
  const meter = createNoveltyMeter()
  assert.equal(meter.score(), 0)
  meter.readPage([useless(TRIAL)])
  assert.equal(meter.score(), 0)
})

test('REQ 3.1.7.4: two cycles of ten readings without anything new end the search, nineteen readings do not', () => {
  const meter = createNoveltyMeter([TRIAL])
  for (let page = 1; page <= 19; page += 1) meter.readPage([useful(TRIAL_AGAIN)])
  assert.equal(meter.isExhausted(), false)
  meter.readPage([useful(TRIAL_AGAIN)])
  assert.equal(meter.isExhausted(), true)
})

test('REQ 3.1.7.4: one new reading in ten is 10 % and not below it', () => {
  const meter = createNoveltyMeter([TRIAL])
  for (let page = 1; page <= 20; page += 1) meter.readPage([useful(page === 5 ? NOTICE : TRIAL)])
  assert.equal(meter.isExhausted(), false)
})

test('REQ 3.1.7.4: a page without anything useful is one reading, however long it is', () => {
  const meter = createNoveltyMeter()
  meter.readPage(findings(1, 60).map(useless))
  assert.equal(meter.isExhausted(), false)
  for (let page = 2; page <= 20; page += 1) meter.readPage([useless(TRIAL)])
  assert.equal(meter.isExhausted(), true)
})

test('REQ 3.3.2: the unique n-gram share counts runs of three words that no fragment before has', () => {
  assert.equal(uniqueNgramShare([]), 0)
  assert.equal(uniqueNgramShare(['one two three four']), 1)
  // Two runs each: "one two three", "two three four"; then "two three four", "three four five", of which one is new.
  assert.equal(uniqueNgramShare(['one two three four', 'two three four five']), 3 / 4)
  assert.equal(uniqueNgramShare(['one two three four', 'two three four five'], 1), 1 / 2)
  assert.equal(uniqueNgramShare(['銀葉茶は血圧を下げる', '銀葉茶は血圧を下げる'], 1), 0)
})

test('REQ 3.3.2: only the last twenty fragments count, against all that came before', () => {
  const old = findings(1, 31)
  assert.equal(uniqueNgramShare([...old, ...old.slice(0, 20)]), 0)
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
