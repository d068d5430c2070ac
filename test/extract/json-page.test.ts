import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jsonAsHtml } from '../../src/extract/json-page.ts'

const STUDY = {
  protocolSection: {
    identificationModule: { nctId: 'NCT01234567', briefTitle: 'Tea & <b>sleep</b>' },
    descriptionModule: {
      briefSummary:
        'This study compares tea with water in adults who sleep badly.\n\n' +
        'It lasts eight weeks, with visits every second week for all of them.',
    },
    designModule: { phases: ['PHASE2', 'PHASE3'], enrollmentInfo: { count: 240 } },
  },
}

test('the record of an API becomes a page: names are headings, texts paragraphs, the title its own', () => {
  const html = jsonAsHtml(JSON.stringify(STUDY)) ?? ''
  assert.match(html, /<title>Tea &amp; &lt;b&gt;sleep&lt;\/b&gt;<\/title>/)
  assert.match(html, /<h3>Description<\/h3>\n<h4>Brief summary<\/h4>\n<p>This study compares/)
  assert.match(html, /<p>It lasts eight weeks/)
  assert.match(html, /<p>Phases: PHASE2; PHASE3<\/p>/)
  assert.match(html, /<p>Count: 240<\/p>/)
})

test('figures without a sentence, and what is no JSON, are no page', () => {
  assert.equal(jsonAsHtml('{"a": 1}'), null)
  assert.equal(jsonAsHtml('[null]'), null)
  assert.equal(jsonAsHtml('{"a": '), null)
})

test('a record that is too deep is no page, and one that is too long is not cut but named so', () => {
  const deep = `${'{"a":'.repeat(5000)}"x"${'}'.repeat(5000)}`
  assert.equal(jsonAsHtml(deep), null)
  const text = 'A sentence of a record that goes on and on, and further on, and does not end.'
  assert.equal(jsonAsHtml(JSON.stringify(Array.from({ length: 30_000 }, () => ({ text })))), 'too long')
})
