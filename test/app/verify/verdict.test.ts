import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { exitOf, holds, judgePage, judgeSerp } from '../../../src/app/verify/verdict.ts'
import { judgeAnswer } from '../../../src/app/verify/verify-academic.ts'
import { isStale, loadVerifyList } from '../../../src/app/verify/verify-list.ts'
import type { EngineReport } from '../../../src/engines/types.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const wanted = { least: 2, host: 'ndl.go.jp' }
const reads = { snippet: true }

function item(url: string, snippet = '国立国会図書館の公式サイト') {
  return { title: '国立国会図書館', url, snippet, date: null, engine: 'mojeek', rank: 1, source_tag: 'web' }
}

function report(
  outcome: EngineReport['outcome'],
  items: readonly ReturnType<typeof item>[] = [],
  reason: string | null = null,
) {
  return { outcome, reason, items }
}

test('REQ 3.1.4: results of the named host, with snippets, pass', () => {
  const items = [item('https://www.ndl.go.jp/'), item('https://www.library.example/')]

  assert.deepEqual(judgeSerp(report('ok', items), wanted, reads), {
    status: 'passed',
    expected: '2 results or more, one of ndl.go.jp',
    found: '2 results',
  })
})

test('REQ 3.1.4: nothing for a query that must have results, or a page that fits no layout, is drift', () => {
  const cases = [report('no_results'), report('parser_broken', [], 'nothing matches article')]

  const verdicts = cases.map((one) => judgeSerp(one, wanted, reads))

  assert.deepEqual(
    verdicts.map(({ status, drift }) => [status, drift]),
    [
      ['failed', true],
      ['failed', true],
    ],
  )
  assert.equal(verdicts[1]?.found, 'parser_broken: nothing matches article')
})

test('REQ 3.1.4: too few results, lost snippets and links that lead elsewhere are drift', () => {
  const own = item('https://www.ndl.go.jp/')
  const cases = [
    [own],
    [item('https://www.ndl.go.jp/', ''), item('https://www.library.example/', '')],
    [item('https://engine.example/redirect?to=1'), item('https://engine.example/redirect?to=2')],
  ]

  const verdicts = cases.map((items) => judgeSerp(report('ok', items), wanted, reads))

  assert.deepEqual(
    verdicts.map(({ status, drift, found }) => [status, drift, found]),
    [
      ['failed', true, 'only 1 results'],
      ['failed', true, '2 results, none with a snippet'],
      ['failed', true, '2 results, none of ndl.go.jp'],
    ],
  )
  assert.equal(judgeSerp(report('ok', cases[1]), wanted, { snippet: false }).status, 'passed')
})

test('a host is itself or below itself, never the end of another name', () => {
  const items = [item('https://www.fakendl.go.jp.example/'), item('https://notndl.go.jp/')]

  assert.equal(judgeSerp(report('ok', items), wanted, reads).found, '2 results, none of ndl.go.jp')
})

test('an engine that refuses, rests or cannot be reached says nothing about its parser', () => {
  const outcomes = ['captcha', 'rate_limited', 'blocked', 'circuit_open', 'offline', 'timeout', 'replay_miss'] as const

  const verdicts = outcomes.map((outcome) => judgeSerp(report(outcome), wanted, reads).status)

  assert.deepEqual(verdicts, Array(outcomes.length).fill('skipped'))
  assert.equal(judgeSerp(report('dns'), wanted, reads).status, 'failed')
  assert.equal(judgeSerp(report('refused_private'), wanted, reads).status, 'failed')
})

test('a query that can have no results passes with none and with some, and fails on a page that is not read', () => {
  const nothing = { least: 0 }

  assert.equal(judgeSerp(report('no_results'), nothing, reads).status, 'passed')
  assert.equal(judgeSerp(report('ok', [item('https://a.example/')]), nothing, reads).status, 'passed')
  assert.equal(judgeSerp(report('parser_broken'), nothing, reads).drift, true)
})

test('a page passes with its words and its bytes in the archive, whatever its spacing and width', () => {
  const got = { outcome: 'ok', reason: null, route: 'http', text: 'Ｅｘａｍｐｌｅ\n Domain', archived: true } as const
  const page = { outcome: 'ok', text: 'Example Domain' } as const

  assert.equal(judgePage(got, page).status, 'passed')
  assert.equal(judgePage({ ...got, outcome: 'not_modified' }, page).status, 'passed')
  assert.deepEqual(judgePage({ ...got, text: 'moved' }, page), {
    status: 'failed',
    drift: true,
    expected: 'ok, with “Example Domain”',
    found: 'ok (http), without these words',
  })
  assert.equal(judgePage({ ...got, archived: false }, page).found, 'ok (http), but its bytes are not in the archive')
  assert.equal(holds('吾輩は猫である', '吾輩は 猫である'), true)
})

test('a page that has to be refused passes by its refusal, and a refusal where a page was due is skipped', () => {
  const tls = {
    outcome: 'tls',
    reason: 'The certificate has expired',
    route: 'http',
    text: null,
    archived: false,
  } as const

  assert.equal(judgePage(tls, { outcome: 'tls' }).status, 'passed')
  assert.equal(judgePage(tls, { outcome: 'ok' }).status, 'failed')
  assert.equal(judgePage({ ...tls, outcome: 'rate_limited' }, { outcome: 'ok' }).status, 'skipped')
  assert.equal(judgePage({ ...tls, outcome: 'ok', archived: true }, { outcome: 'refused_private' }).status, 'failed')
})

test('an index that does not know its paper, or calls it something else, has changed', () => {
  const paper = { least: 1, title: 'molecular structure of nucleic acids' }
  const answer = (title: string) => ({ outcome: 'ok', reason: null, items: [{ title }] }) as const

  assert.equal(judgeAnswer(answer('Molecular Structure of Nucleic Acids: A Structure'), paper).status, 'passed')
  assert.equal(judgeAnswer(answer('undefined'), paper).found, 'a paper of another title')
  assert.deepEqual(judgeAnswer({ outcome: 'ok', reason: null, items: [] }, paper), {
    ...{ status: 'failed', drift: true },
    ...{ expected: 'the paper “molecular structure of nucleic acids”', found: '0 papers in the answer' },
  })
  assert.equal(judgeAnswer({ outcome: 'rate_limited', reason: '429', items: [] }, paper).status, 'skipped')
  assert.equal(judgeAnswer({ outcome: 'not_found', reason: null, items: [] }, paper).drift, true)
})

test('REQ 7.2.8: exit 0 where all is well, 1 where something failed, 2 where something could not be looked at', () => {
  const check = (status: 'passed' | 'failed' | 'skipped', optional = false) => ({ status, optional })

  assert.equal(exitOf([check('passed'), check('passed')]), 0)
  assert.equal(exitOf([check('passed'), check('skipped', true)]), 0)
  assert.equal(exitOf([check('passed'), check('skipped')]), 2)
  assert.equal(exitOf([check('skipped'), check('failed')]), 1)
  assert.equal(exitOf([]), 2)
})

test('the published list is dated, asks https of public hosts, and is told as old after its time', () => {
  const list = loadVerifyList(join(ROOT, 'config', 'verify.yaml'))
  const day = Date.parse(list.dated)

  const urls = [...list.fetch.pages, ...list.browser.pages, ...list.challenge.pages].map(({ url }) => new URL(url))
  const plain = urls.filter(({ protocol }) => protocol !== 'https:').map(({ hostname }) => hostname)

  assert.deepEqual(plain, ['127.0.0.1'], 'the one that has to be refused')
  assert.equal(isStale(list, day + list.stale_after_days * 86_400_000), false)
  assert.equal(isStale(list, day + (list.stale_after_days + 1) * 86_400_000), true)
})

test('a list that is none is refused by the place of its mistake', () => {
  assert.throws(() => loadVerifyList(join(ROOT, 'config', 'engines.yaml')), { code: 'INVALID_CONFIG' })
  assert.throws(() => loadVerifyList(join(ROOT, 'config', 'not-there.yaml')), { code: 'INVALID_CONFIG' })
})
