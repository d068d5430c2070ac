import assert from 'node:assert/strict'
import { test } from 'node:test'
import { numberFormat } from '../../../src/extract/office/number-format.ts'
import { readOffice } from '../../../src/extract/office/read-office.ts'
import { xlsx } from './zip-file.ts'

const show = (format: string, value: number) => numberFormat(format)(value)

test('Excel: numbers are shown as their format shows them', () => {
  const cases: readonly (readonly [string, number, string])[] = [
    ['General', 0.1 + 0.2, '0.3'],
    ['General', 1234567.891, '1234567.891'],
    ['0.00', 1.005, '1.01'],
    ['#,##0.00', 1234567.5, '1,234,567.50'],
    ['0.0%', 0.125, '12.5%'],
    ['0.00E+00', 12345, '1.23E+04'],
    ['# ?/?', 2.5, '2 1/2'],
    ['[$€-407] #,##0', 1500, '€ 1,500'],
    ['#,##0;(#,##0)', -42, '(42)'],
    ['"about "0" mm"', 6, 'about 6 mm'],
    ['[>=100]0;0.0', 99.55, '99.6'],
    ['#,##0,', 1_234_567, '1,235'],
    ['0', -3.4, '-3'],
  ]
  for (const [format, value, shown] of cases) assert.equal(show(format, value), shown, `${value} as ${format}`)
})

test('Excel: dates count from 1900 with a day that never was, or from 1904', () => {
  assert.equal(show('yyyy-mm-dd', 45000), '2023-03-15')
  assert.equal(show('d mmm yyyy', 59), '28 Feb 1900')
  assert.equal(show('yyyy-mm-dd', 61), '1900-03-01')
  assert.equal(show('h:mm AM/PM', 0.75), '6:00 PM')
  assert.equal(show('[h]:mm', 1.5), '36:00')
  assert.equal(show('mm:ss.0', 0.5 / 86_400 + 61 / 86_400), '01:01.5')
  assert.equal(numberFormat('yyyy-mm-dd', true)(43_538), '2023-03-15')
})

test('Excel: rows stand under the name of their sheet with shared strings, formats and merged cells', async () => {
  const sheet =
    '<sheetData><row r="1"><c r="A1" t="s"><v>0</v></c></row>' +
    '<row r="2"><c r="A2" t="s"><v>1</v></c><c r="B2" t="inlineStr"><is><t>Share</t></is></c></row>' +
    '<row r="3"><c r="A3"><v>45000</v></c><c r="B3" s="1"><v>0.125</v></c></row>' +
    '<row r="4"><c r="B4" s="1"><v>0.5</v></c></row></sheetData>' +
    '<mergeCells><mergeCell ref="A1:B1"/><mergeCell ref="A3:A4"/></mergeCells>'
  const strings =
    '<sst><si><t>Visits by day</t></si><si><r><t>Da</t></r><r><t>y</t></r><rPh><t>デイ</t></rPh></si></sst>'
  const styles = '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="10"/></cellXfs></styleSheet>'
  const body = xlsx(sheet, [
    { name: 'xl/sharedStrings.xml', body: strings },
    { name: 'xl/styles.xml', body: styles },
  ])
  const { extraction } = await readOffice({ url: 'file-copy:a/b.xlsx', contentType: null, body })
  if (!extraction.ok) assert.fail(extraction.reason)
  assert.deepEqual(
    extraction.page.fragments.map(({ fragment_type, heading_context, page_number, text_content }) => [
      ...[fragment_type, heading_context, page_number, text_content],
    ]),
    [
      ['heading', null, 1, 'Trials'],
      ['table', 'Trials', 1, 'Visits by day\nDay | Share\n45000 | 12.50%\n45000 | 50.00%'],
    ],
  )
})
