import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FindInput } from '../../src/api/find-texts.ts'
import { runCli } from '../../src/cli/run-cli.ts'
import { fakeWorld } from './fake-world.ts'

const answer = {
  ok: true as const,
  results: [
    { id: 'frag_1', text_preview: '抗凝固薬の服用歴がある患者では出血が増えた。', score: 4.21 },
    { id: 'frag_2', text_preview: 'Anticoagulants raise the risk of bleeding.', score: 0.000012 },
  ],
  total_searched: 452,
  not_indexed: 0,
}

function world(changes: Partial<typeof answer> = {}) {
  const asked: FindInput[] = []
  const findTexts = (request: FindInput) => {
    asked.push(request)
    return { ...answer, ...changes }
  }
  return { asked, fake: fakeWorld({ findTexts }) }
}

test('CLI find: a text that its page has struck out is told as that', async () => {
  const results = [{ id: 'frag_1', text_preview: 'Sales rose by 7 %.', score: 4.21, struck_out: true as const }]
  const { fake } = world({ results, total_searched: 1 })
  assert.equal(await runCli(['find', 'sales', '--target', 'fragments'], fake), 0)
  assert.match(fake.out(), /^4\.21 {3}frag_1 {2}\[struck out\] Sales rose by 7 %\.$/mu)
})

test('CLI find: the words go to the index as one query, with target, task and number', async () => {
  const { asked, fake } = world()
  const line = ['find', '抗凝固薬', '出血', '--target', 'fragments', '--task', 'task_1', '--top-k', '5']
  assert.equal(await runCli(line, fake), 0)
  assert.deepEqual(asked, [{ words: '抗凝固薬 出血', target: 'fragments', task_id: 'task_1', top_k: 5 }])
  assert.equal(
    fake.out(),
    [
      'score     id      text',
      '--------  ------  --------------------------------------------',
      '4.21      frag_1  抗凝固薬の服用歴がある患者では出血が増えた。',
      '0.000012  frag_2  Anticoagulants raise the risk of bleeding.',
      '',
      '452 searched',
      '',
    ].join('\n'),
  )
})

test('CLI find: --json is the answer itself', async () => {
  const { fake } = world()
  assert.equal(await runCli(['find', 'bleeding', '--json'], fake), 0)
  assert.deepEqual(JSON.parse(fake.out()), answer)
})

test('CLI find: nothing found is said, and so is what is not indexed yet', async () => {
  const { fake } = world({ results: [], not_indexed: 3 })
  assert.equal(await runCli(['find', 'nettle'], fake), 0)
  assert.equal(
    fake.out(),
    'No text holds these words.\n\n452 searched; 3 texts not indexed yet: run it again, or let `lyra serve` or `lyra mcp` do it\n',
  )
})

test('CLI find: no word, and a target that does not exist, are mistakes', async () => {
  const { asked, fake } = world()
  assert.equal(await runCli(['find'], fake), 2)
  assert.equal(await runCli(['find', 'tea', '--target', 'pages'], fake), 2)
  assert.equal(
    fake.err(),
    'lyra: find needs <words> [INVALID_PARAMS]\n      Run `lyra find --help` for examples\n' +
      'lyra: target: must be one of claims, fragments [INVALID_PARAMS]\n      Correct the parameters and call again\n',
  )
  assert.deepEqual(asked, [])
})
