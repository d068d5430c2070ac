import assert from 'node:assert/strict'
import { test } from 'node:test'
import { namedDocuments, namedInQuery } from '../../src/extract/named-documents.ts'

const inText = (text: string) => namedDocuments(text).map(({ type, value }) => `${type} ${value}`)
const inQuery = (text: string) => namedInQuery(text).map(({ type, value }) => `${type} ${value}`)

test('REQ 3.1.3: a page names studies, researchers, companies, filers and domains by their numbers', () => {
  assert.deepEqual(inText('Registered as NCT04280705; ORCID 0000-0002-1825-0097.'), [
    'trial NCT04280705',
    'orcid 0000-0002-1825-0097',
  ])
  assert.deepEqual(inText('法人番号：７００００１２０５０００２、所在地は東京都'), ['corporate_number 7000012050002'])
  assert.deepEqual(inText('Its LEI is 5493001KJTIIGC8Y1R12.'), ['lei 5493001KJTIIGC8Y1R12'])
  assert.deepEqual(inText('(CIK 0000320193), company number 01234567'), ['cik 320193', 'uk_company 01234567'])
  assert.deepEqual(inText('ドメイン「nic.ad.jp」を登録した。'), ['domain nic.ad.jp'])
  assert.deepEqual(inText('https://data.worldbank.org/indicator/SP.POP.TOTL?locations=JP'), [
    'indicator JP:SP.POP.TOTL',
  ])
})

test('REQ 3.1.3: a number with a wrong check digit, or without the word that says what it is, is none', () => {
  assert.deepEqual(inText('法人番号 8000012050002'), [])
  assert.deepEqual(inText('The code 5493001KJTIIGC8Y1R12 was found.'), [])
  assert.deepEqual(inText('LEI 5493001KJTIIGC8Y1R13'), [])
  assert.deepEqual(inText('0000-0002-1825-0098'), [])
  assert.deepEqual(inText('Call 7000012050002 now'), [])
  assert.deepEqual(inText('See example.org and python.org for more.'), [])
})

test('REQ 3.1.3: in a query a bare number and the name of a host are what it is about; operators and files are not', () => {
  assert.deepEqual(inQuery('who stands behind www.nic.ad.jp'), ['domain nic.ad.jp'])
  assert.deepEqual(inQuery('nic.ad.jpの運営者'), ['domain nic.ad.jp'])
  assert.deepEqual(inQuery('7000012050002'), ['corporate_number 7000012050002'])
  assert.deepEqual(inQuery('5493001KJTIIGC8Y1R12 owner'), ['lei 5493001KJTIIGC8Y1R12'])
  assert.deepEqual(inQuery('tea trials site:who.int filetype:pdf'), [])
  assert.deepEqual(inQuery('annual report.pdf Node.js 3.5 e.g. U.S.'), [])
  assert.deepEqual(inQuery('個人情報の保護に関する法律（平成十五年法律第五十七号）'), ['law 平成15年法律第57号'])
})

test('REQ 3.1.3: a law of Japan is known by the number that translations give it; other countries number alike', () => {
  assert.deepEqual(inQuery('Act No. 57 of 2003 of Japan, in force since'), ['law 平成15年法律第57号'])
  assert.deepEqual(inText('Japan: Cabinet Order No. 16 of May 3, 1947'), ['law 昭和22年政令第16号'])
  assert.deepEqual(inText('Act No. 5 of 2019, Japan'), ['law 平成31年法律第5号', 'law 令和1年法律第5号'])
  assert.deepEqual(inText('South Africa, Act No. 57 of 2003'), [])
})
