import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import {
  differenceInterval,
  macroF1Present,
  PUBLIC_SETS,
  readPublicSet,
} from '../../bench/stance/public-sets/measure.ts'
import { drawPairs, type PublicSet } from '../../bench/stance/public-sets/pairs.ts'
import { readRecords } from '../../bench/stance/public-sets/separated-values.ts'

function setNamed(name: string): PublicSet {
  const set = PUBLIC_SETS.find((one) => one.name === name)
  assert.ok(set !== undefined, name)
  return set
}

test('REQ 3.3.1: the bench reads quoted fields with commas, quotes and line ends', () => {
  const text = 'id,evidence,claim\n7,"Masks, worn ""always"",\nhelp.",Masks help\r\n8,None,"A, b"\n'

  const records = readRecords(text)

  assert.deepEqual(records, [
    { id: '7', evidence: 'Masks, worn "always",\nhelp.', claim: 'Masks help' },
    { id: '8', evidence: 'None', claim: 'A, b' },
  ])
})

test('REQ 3.3.1: the bench maps the labels of English sets, and the title of the page becomes context', () => {
  const climate = JSON.stringify({
    claim: 'Glaciers are growing.',
    evidences: [
      { evidence_label: 'REFUTES', article: 'Glacier', evidence: 'Glaciers lost mass every year.' },
      { evidence_label: 'NOT_ENOUGH_INFO', article: 'Ice', evidence: 'Ice is frozen water.' },
    ],
  })
  const wice = JSON.stringify({
    label: 'partially_supported',
    claim: 'The bridge opened in 1932 and cost 6 million.',
    evidence: ['(meta data) TITLE: Harbour bridge', '## History', 'The bridge opened in 1932.'],
  })

  assert.deepEqual(
    setNamed('climate-fever').read(() => `${climate}\n`),
    [
      {
        claim: 'Glaciers are growing.',
        evidence: 'Glaciers lost mass every year.',
        title: 'Glacier',
        label: 'refutes',
      },
      { claim: 'Glaciers are growing.', evidence: 'Ice is frozen water.', title: 'Ice', label: 'neutral' },
    ],
  )
  assert.deepEqual(
    setNamed('wice').read(() => wice),
    [
      {
        claim: 'The bridge opened in 1932 and cost 6 million.',
        evidence: 'The bridge opened in 1932.',
        title: 'Harbour bridge',
        label: 'neutral',
      },
    ],
  )
})

test('REQ 3.3.1: of the Japanese captions those stay out that a training had, in either order', () => {
  const row = (sentence1: string, sentence2: string, label: string | number) =>
    JSON.stringify({ sentence1, sentence2, label })
  const files: Readonly<Record<string, string>> = {
    'valid-v1.3.json': [
      row('駅前に自転車が並んでいます。', '自転車が駅の前にあります。', 'entailment'),
      row('男性が傘をさしています。', '男性は傘を持っていません。', 'contradiction'),
    ].join('\n'),
    'jsts-train-v1.3.json': row('自転車が駅の前にあります。', '駅前に自転車が並んでいます。', 4.2),
  }

  const pairs = setNamed('jnli').read((name) => files[name] ?? '')

  assert.deepEqual(pairs, [
    { claim: '男性は傘を持っていません。', evidence: '男性が傘をさしています。', title: null, label: 'refutes' },
  ])
})

test('REQ 3.3.1: several premises in Japanese are one evidence, and what is no stance is left out', () => {
  const problem = (answer: string, hypothesis: string) =>
    `<problem answer="${answer}"><p idx="1"><script>花子は歌った。</script></p>` +
    `<p idx="2"><script>太郎は踊った。</script></p><h><script>${hypothesis}</script></h></problem>`
  const xml = `<jsem-dataset>${problem('no', '花子は歌わなかった。')}${problem('undef', '雨だ。')}</jsem-dataset>`

  const pairs = setNamed('jsem').read((name) => (name === 'NP.xml' ? xml : '<jsem-dataset></jsem-dataset>'))

  assert.deepEqual(pairs, [
    { claim: '花子は歌わなかった。', evidence: '花子は歌った。太郎は踊った。', title: null, label: 'refutes' },
  ])
})

test('REQ 7.2: the sample of a set does not depend on the order of its file', () => {
  const pairs = Array.from({ length: 40 }, (_, at) => ({
    ...{ claim: `Claim ${at}.`, evidence: `Evidence ${at}.`, title: null, label: 'neutral' as const },
  }))

  const drawn = drawPairs(pairs, 10, 'seed')

  assert.equal(drawn.length, 10)
  assert.deepEqual(drawPairs([...pairs].reverse(), 10, 'seed'), drawn)
  assert.notDeepEqual(drawPairs(pairs, 10, 'another seed'), drawn)
})

test('REQ 3.3.1: a set that is not there is named with what is missing, one that is there is read', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lyra-public-'))
  mkdirSync(join(folder, 'fever-symmetric'))
  const row = JSON.stringify({ claim: 'The film is French.', evidence: 'It is a French film.', label: 'SUPPORTS' })
  writeFileSync(join(folder, 'fever-symmetric', 'fever_symmetric_test.jsonl'), row)

  const [absent, present] = [setNamed('control'), setNamed('fever-symmetric')].map((set) => readPublicSet(folder, set))
  rmSync(folder, { recursive: true })

  assert.deepEqual(absent, {
    set: setNamed('control'),
    reason: 'no test.jsonl under public/control (from csitfun/ConTRoL-dataset, data)',
  })
  assert.deepEqual(present, [
    { claim: 'The film is French.', evidence: 'It is a French film.', title: null, label: 'supports' },
  ])
})

test('REQ 3.3.1: macro-F1 is over the classes that a set has', () => {
  const judged = [
    { label: 'supports', said: 'supports' },
    { label: 'refutes', said: 'neutral' },
  ] as const

  assert.equal(macroF1Present(judged), 0.5)
})

test('REQ 3.3.1: a judge that says the same as the model differs by nothing, a better one by more than nothing', () => {
  const labels = Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? ('supports' as const) : ('refutes' as const)))
  const right = labels.map((label) => ({ label, said: label }))
  const silent = labels.map((label) => ({ label, said: 'neutral' as const }))

  assert.deepEqual(differenceInterval(silent, silent), { low: 0, high: 0 })
  assert.deepEqual(differenceInterval(silent, right), { low: 1, high: 1 })
})
