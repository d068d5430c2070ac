import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkInput } from '../../src/api/check-input.ts'
import { createTask } from '../../src/api/create-task.ts'
import { findTexts } from '../../src/api/find-texts.ts'
import { queryGraph } from '../../src/api/query-graph.ts'
import { search } from '../../src/api/search.ts'
import { vectorSearch } from '../../src/api/vector-search.ts'
import { LyraError } from '../../src/domain/errors.ts'

const refused = (act: () => unknown, message: RegExp) =>
  assert.throws(
    act,
    (error) => error instanceof LyraError && error.code === 'INVALID_PARAMS' && message.test(error.message),
  )

test('REQ 3.2.1: what the contracts allow passes for every caller, trimmed', () => {
  const config = { budget: { max_pages: 1000 }, priority_domains: ['go.jp'], language: 'ja' }
  assert.deepEqual(checkInput(createTask, { query: ' 銀葉茶は血圧を下げるか ', config }), {
    query: '銀葉茶は血圧を下げるか',
    config,
  })
  for (const wait_seconds of [0, 600]) checkInput(search, { task_id: 't', query: 'tea', options: { wait_seconds } })
  checkInput(queryGraph, { sql: 'SELECT 1', options: { limit: 200, timeout_ms: 2000 } })
  checkInput(vectorSearch, { query: 'tea', top_k: 50, min_similarity: 0 })
})

test('REQ 3.2.1: a value out of range is refused by name', () => {
  const task = (config: object) => () => checkInput(createTask, { query: 'tea', config })
  const asked = (options: object) => () => checkInput(search, { task_id: 't', query: 'tea', options })
  refused(() => checkInput(createTask, { query: ' ' }), /^query: must be at least 1 characters long$/)
  refused(task({ budget: { max_pages: -3 } }), /^config\.budget\.max_pages: must be at least 1$/)
  refused(task({ priority_domains: ['not a domain!!'] }), /^config\.priority_domains\.0: must be a domain/)
  refused(task({ language: 'klingon speech' }), /^config\.language: must be a language code/)
  refused(asked({ max_pages: 0 }), /^options\.max_pages/)
  refused(asked({ wait_seconds: -1 }), /^options\.wait_seconds: must be at least 0$/)
  refused(asked({ wait_seconds: 601 }), /^options\.wait_seconds: must be at most 600$/)
  refused(() => checkInput(queryGraph, { sql: 'x', options: { limit: 500 } }), /^options\.limit: must be at most 200$/)
  refused(() => checkInput(vectorSearch, { query: 'x'.repeat(4001) }), /^query: must be at most 4000 characters long$/)
  refused(() => checkInput(vectorSearch, { query: 'tea', top_k: Number.NaN }), /^top_k/)
  refused(() => checkInput(findTexts, { words: 'tea', top_k: 51 }), /^top_k: must be at most 50$/)
})
