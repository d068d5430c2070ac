import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sha256 } from '../../src/domain/ids.ts'
import { redactMessage, summariseForLog } from '../../src/guard/l8-log-policy.ts'

test('REQ 4.4.1 L8: of a long text only hash, length and 100 characters may be logged', () => {
  const text = 'ビタミンD'.repeat(100)
  const summary = summariseForLog(text)
  assert.deepEqual(summary, { hash: sha256(text).slice(0, 16), length: 500, preview: 'ビタミンD'.repeat(20) })
})

test('REQ 4.4.1 L8: the preview shows neither the tag nor the system prompt', () => {
  const prompt = 'You extract claims. Answer with JSON only.'
  const { preview } = summariseForLog(`<LYRA-00ff00ff00ff00ff00ff00ff00ff00ff> ${prompt} data`, prompt)
  assert.equal(preview, '<[REDACTED]> [REDACTED] data')
})

test('REQ 4.4.1 L8: exception messages lose paths, stacks and secrets', () => {
  const message =
    "ENOENT: open '/home/user/.lyra/lyra.db' token=abc123secret\n    at open (/srv/app/store.ts:10:5)\n    at main (C:\\app\\x.ts)"
  assert.equal(redactMessage(message), "ENOENT: open '[PATH]' [REDACTED]")
})

test('REQ 4.4.1 L8: web addresses in a message stay readable', () => {
  assert.equal(
    redactMessage('GET https://example.org/a/b failed with 404'),
    'GET https://example.org/a/b failed with 404',
  )
})
