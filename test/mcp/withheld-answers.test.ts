import assert from 'node:assert/strict'
import { test } from 'node:test'
import { passageFields } from '../../src/api/untrusted-fields.ts'
import { TOOLS } from '../../src/app/use-cases.ts'
import { connect } from './connect.ts'
import { fakeLyra } from './fake-lyra.ts'

test('REQ 4.4.1 L7: the contracts name every text of an answer that is words of a stored passage', () => {
  const marked = TOOLS.map((tool) => [tool.name, passageFields(tool)] as const).filter(([, paths]) => paths.length > 0)
  assert.deepEqual(Object.fromEntries(marked), {
    search: ['refutations[].rationale'],
    query_graph: ['rows[]'],
    vector_search: ['results[].text_preview'],
    get_claim: ['reading.passages[].sentence', 'reading.primary_sources[].sentence'],
  })
})

test('REQ 4.4.1 L7: an assistant is shown passages as they may be shown; ids and figures beside them stay', async (t) => {
  const asked: string[] = []
  const lyra = fakeLyra({
    withhold: async (texts) => {
      asked.push(...texts)
      return texts.map((text) => `shown: ${text}`)
    },
    vectorSearch: () => ({
      ok: true,
      results: [{ id: 'frag_1', text_preview: 'The harvest fell.', similarity: 0.9, source_url: 'https://a.example/' }],
      total_searched: 1,
    }),
  })
  const { client } = await connect(t, async () => lyra)

  const { structuredContent } = await client.callTool({
    name: 'vector_search',
    arguments: { query: 'harvest', target: 'fragments' },
  })

  assert.deepEqual(asked, ['The harvest fell.'])
  const { results } = structuredContent as { readonly results: readonly Readonly<Record<string, unknown>>[] }
  assert.deepEqual(results, [
    { id: 'frag_1', text_preview: 'shown: The harvest fell.', similarity: 0.9, source_url: 'https://a.example/' },
  ])
})
