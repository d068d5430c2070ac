import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkQueryInput, checkSearchInput, checkTaskInput, checkVectorInput } from '../../src/app/input-limits.ts'
import { LyraError } from '../../src/domain/errors.ts'

const refused = (act: () => void, message: RegExp) =>
  assert.throws(
    act,
    (error) => error instanceof LyraError && error.code === 'INVALID_PARAMS' && message.test(error.message),
  )

test('REQ 3.2.1: what the tools allow passes for every caller', () => {
  checkTaskInput({
    query: '銀葉茶は血圧を下げるか',
    budget: { max_pages: 1000 },
    priority_domains: ['go.jp'],
    language: 'ja',
  })
  checkSearchInput('tea', { max_pages: 1, wait_seconds: 86_400 })
  checkQueryInput({ limit: 200, timeout_ms: 2000 })
  checkVectorInput({ query: 'tea', top_k: 50, min_similarity: 0 })
})

test('REQ 3.2.1: a value out of range is refused by name, also on the command line', () => {
  refused(() => checkTaskInput({ query: ' ' }), /^query/)
  refused(() => checkTaskInput({ query: 'tea', budget: { max_pages: -3 } }), /^max_pages must be 1 to 1000, not -3/)
  refused(() => checkTaskInput({ query: 'tea', priority_domains: ['not a domain!!'] }), /^priority_domains/)
  refused(() => checkTaskInput({ query: 'tea', language: 'klingon speech' }), /^language/)
  refused(() => checkSearchInput('tea', { max_pages: 0 }), /^max_pages/)
  refused(() => checkQueryInput({ limit: 500 }), /^limit must be 1 to 200/)
  refused(() => checkVectorInput({ query: 'x'.repeat(4001) }), /^query/)
  refused(() => checkVectorInput({ query: 'tea', top_k: Number.NaN }), /^top_k/)
})
