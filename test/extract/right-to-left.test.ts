import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readingOrder } from '../../src/extract/right-to-left.ts'

/** As a page shows it: the letters of a line from left to right. */
const shown = (logical: string) => [...logical].reverse().join('')

test('right to left (REQ 3.2): a line of Arabic is turned, its numbers and Latin words are not', () => {
  assert.equal(readingOrder(shown('بلغت النسبة 51 ميكروغراما')), 'بلغت النسبة 15 ميكروغراما')
  assert.equal(readingOrder(shown('تقرير OHW الأخير عن 5.3 مليون')), 'تقرير WHO الأخير عن 3.5 مليون')
  assert.equal(readingOrder(shown('٠٢٠٢ در سال')), '٢٠٢٠ در سال')
})

test('right to left: brackets close as they open, whether a maker names them by shape or by meaning', () => {
  assert.equal(readingOrder(shown('الأنابيب )القديمة( تستبدل')), 'الأنابيب (القديمة) تستبدل')
  assert.equal(readingOrder(shown('الأنابيب (القديمة) تستبدل')), 'الأنابيب (القديمة) تستبدل')
})

test('right to left: a Hebrew word in an English line is turned alone', () => {
  assert.equal(readingOrder('The word םולש means peace.'), 'The word שלום means peace.')
  assert.equal(readingOrder('Lead fell by 15 %.'), 'Lead fell by 15 %.')
})
