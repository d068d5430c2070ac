import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { VectorAnswer } from '../../src/api/vector-search.ts'
import { runCli } from '../../src/cli/run-cli.ts'
import { fakeWorld } from './fake-world.ts'

const world = (answer: VectorAnswer) => fakeWorld({ vectorSearch: async () => answer })

test('CLI vector: what has no vector of the model yet is said, in words and in --json (EXPLORE 4.4.7)', async () => {
  const answer = { ok: true as const, results: [], total_searched: 500, not_embedded: 3 }
  const [told, json] = [world(answer), world(answer)]

  assert.equal(await runCli(['vector', 'nettle'], told), 0)
  assert.equal(await runCli(['vector', 'nettle', '--json'], json), 0)

  assert.equal(
    told.out(),
    'Nothing is that near.\n\n500 searched; 3 texts without a vector of this model yet: run it again, or let `lyra serve` or `lyra mcp` do it\n',
  )
  assert.deepEqual(JSON.parse(json.out()), answer)
})

test('CLI vector: nothing is said of missing vectors when there are none', async () => {
  const fake = world({
    ok: true,
    results: [{ id: 'claim_1', text_preview: 'Tea.', similarity: 0.9 }],
    total_searched: 2,
  })
  assert.equal(await runCli(['vector', 'tea'], fake), 0)
  assert.equal(fake.out().trimEnd().split('\n').at(-1), '2 searched')
})
