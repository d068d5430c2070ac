import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkOutput } from '../../src/guard/l4-output-check.ts'

const expectation = {
  systemPrompt: 'Extract every factual claim from the fragment and answer as JSON.',
  expectedLength: 200,
}

test('REQ 4.4.1 L4: a clean answer passes unchanged', () => {
  const answer = '{"claims":["Vitamin D did not reduce falls."]}'
  assert.deepEqual(checkOutput(answer, expectation), { text: answer, findings: [] })
})

test('REQ 4.4.1 L4: URLs and IP addresses are reported with their place', () => {
  const { findings } = checkOutput('see ftp://x.example/a or 10.0.0.1 or 2001:db8::1', expectation)
  assert.deepEqual(findings, [
    { kind: 'url', position: 4 },
    { kind: 'ip_address', position: 25 },
    { kind: 'ip_address', position: 37 },
  ])
})

test('REQ 4.4.1 L4: a time or a version is no address', () => {
  assert.deepEqual(checkOutput('at 12:30:45, version 1.2.3, ratio 1:2', expectation).findings, [])
})

test('REQ 4.4.1 L4: 20 characters of the prompt are masked, whatever their case and spacing', () => {
  const { text, findings } = checkOutput('I was told: EXTRACT every  factual claim from here.', expectation)
  assert.equal(text, 'I was told: [REDACTED] here.')
  assert.deepEqual(findings, [{ kind: 'prompt_fragment', position: 12 }])
})

test('REQ 4.4.1 L4: 19 characters in a row are not a leak', () => {
  assert.equal(checkOutput('every factual claim f', expectation).text, 'every factual claim f')
})

test('REQ 4.4.1 L4: the tag name is masked even in part', () => {
  const { text } = checkOutput('tag <LYRA-0001020304> here', expectation)
  assert.equal(text, 'tag [REDACTED] here')
})

test('REQ 4.4.1 L4: more than ten times the expected length is cut', () => {
  const { text, findings } = checkOutput('x'.repeat(2001), expectation)
  assert.equal(text.length, 2000)
  assert.deepEqual(findings, [{ kind: 'too_long', position: 2000 }])
})
