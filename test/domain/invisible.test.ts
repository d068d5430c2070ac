import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkInput } from '../../src/api/check-input.ts'
import { search } from '../../src/api/search.ts'
import { withoutInvisible } from '../../src/domain/invisible.ts'
import { textOf } from '../../src/extract/dom.ts'
import { cleanText } from '../../src/guard/l7-response-sanitiser.ts'
import { createAnalyser } from '../../src/rank/tokens.ts'

const ZWNJ = '\u200c'
const ZWJ = '\u200d'
const SPELLED = [`آیا چای فشار خون را پایین می${ZWNJ}آورد`, `क्${ZWJ}षत्रिय`, `श्रीमान्${ZWNJ}`, `ශ්${ZWJ}රී ලංකා`]

test('REQ 4.4.1 L2, L7: joiners that Persian, Hindi and Sinhala are spelled with stay, in texts, answers and pages', () => {
  for (const text of SPELLED)
    assert.deepEqual([withoutInvisible(text), cleanText(text), textOf(`${text}\n`)], [text, text, text])
})

test('REQ 4.4.1 L2: a joiner that spells nothing goes, and so do several in a row', () => {
  for (const [text, left] of [
    [`ig${ZWNJ}nore`, 'ignore'],
    [`می${ZWNJ}${ZWJ}آورد`, 'میآورد'],
    [`${ZWJ}آ`, 'آ'],
    ['pass\u200bword', 'password'],
    [`日${ZWJ}本`, '日本'],
  ] as const)
    assert.equal(withoutInvisible(text), left)
})

test('EXPLORE 4.3: a word is found whether it was typed with its joiner or without', async () => {
  const { analyse } = await createAnalyser()

  assert.deepEqual(analyse(`می${ZWNJ}آورد`), analyse('میآورد'))
})

test('a query keeps its joiners, loses control characters, and must hold something visible', () => {
  const query = (text: string) => checkInput(search, { task_id: 'task_1', query: text }).query

  assert.equal(query(` ${SPELLED[0]} `), SPELLED[0])
  assert.equal(query('tea\u0000 pressure\u0007'), 'tea pressure')
  for (const nothing of ['\u0000', ' \u0000\u001b ', '\u200b', ZWNJ, '\u2060\ufeff'])
    assert.throws(() => query(nothing), { code: 'INVALID_PARAMS', message: /^query: must/ })
})
