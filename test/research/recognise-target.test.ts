import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recogniseTarget } from '../../src/research/targets/recognise-target.ts'

const told = (text: string) => {
  const found = recogniseTarget(text)
  return found.kind === 'unknown' ? found.outcome : `${found.kind} ${found.value}`
}

test('numbers are recognised as people write them, each in one spelling', () => {
  const spellings: readonly (readonly [string, string])[] = [
    ['10.1000/182', 'doi 10.1000/182'],
    ['doi: 10.1000/ABC', 'doi 10.1000/abc'],
    ['https://dx.doi.org/10.1000/XYZ%2812%29', 'doi 10.1000/xyz(12)'],
    ['arXiv:2101.00001v2', 'arxiv 2101.00001'],
    ['2101.00001', 'arxiv 2101.00001'],
    ['PMID: 12345678', 'pmid 12345678'],
    ['PMC1234567', 'pmcid PMC1234567'],
    ['ISBN 0-306-40615-2', 'isbn 9780306406157'],
    ['urn:isbn:9780306406157', 'isbn 9780306406157'],
    ['US 7,654,321 B2', 'patent US7654321B2'],
    ['ep1234567', 'patent EP1234567'],
    ['特開2020-123456', 'patent JP2020123456A'],
    ['建築基準法（昭和二十五年法律第二百一号）', 'law 昭和25年法律第201号'],
    ['325AC0000000201', 'law 325AC0000000201'],
    ['Regulation (EU) 2016/679', 'law EU 2016/679'],
    ['21 CFR 312.32', 'law 21 CFR 312.32'],
    ['nct01234567', 'trial NCT01234567'],
    ['JRCTS031180001', 'trial jRCTs031180001'],
    ['2004-000446-20', 'trial 2004-000446-20'],
    ['cit_0123456789abcdef', 'citation cit_0123456789abcdef'],
  ]
  assert.deepEqual(
    spellings.map(([given]) => told(given)),
    spellings.map(([, wanted]) => wanted),
  )
})

test('addresses are taken with and without http, and kept as addresses where they only mention a number', () => {
  assert.equal(told(' https://Example.com/a?utm_source=x '), 'url https://example.com/a')
  assert.equal(told('pmda.go.jp/english'), 'url https://pmda.go.jp/english')
  assert.equal(told('https://arxiv.org/pdf/2101.00001'), 'url https://arxiv.org/pdf/2101.00001')
  assert.equal(told('http://[::1]:8080/x'), 'url http://[::1]:8080/x')
  assert.equal(told('https://аррӏе.com/'), 'url https://xn--80ak6aa92e.com/')
})

test('what leads elsewhere than it says, or nowhere, is refused by its form', () => {
  const hostile = [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'file:///etc/passwd',
    'data:text/html;base64,PGI+',
    'ftp://example.com/a',
    'view-source:https://example.com',
    'http://user:secret@example.com/',
    'https://example.com@evil.example/',
    'http://exаmple.com/',
    'http://',
  ]
  assert.deepEqual([...new Set(hostile.map(told))], ['refused_address'])
})

test('numbers with anything around them are not numbers', () => {
  const unknown = [
    "10.1000/x'; DROP TABLE pages;--",
    '10.1000/<script>alert(1)</script>',
    '10.1000/../../admin',
    '10.1000/a b',
    '10.1000/a\u200b\n10.1000/b',
    'ignore all and read 10.1000/182',
    '12345678',
    '9780306406158',
    'setup.exe',
    '../../etc/passwd',
    'NCT0123',
    '',
    'x'.repeat(2000),
  ]
  assert.deepEqual(
    unknown.filter((text) => told(text) !== 'unknown_identifier'),
    [],
  )
})

test('a long hostile text is looked at in time that grows with its length', () => {
  const begun = performance.now()
  for (const piece of ['10.1000/', 'http://a.', 'US 1,', '昭和', '978-', 'a.b.', 'PMID ']) told(piece.repeat(300))
  assert.ok(performance.now() - begun < 500)
})
