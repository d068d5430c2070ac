import assert from 'node:assert/strict'
import { test } from 'node:test'
import { patentsAndLaws } from '../../src/extract/patents-and-laws.ts'

const cases: readonly [name: string, text: string, expected: readonly string[]][] = [
  ['an American patent with its kind', 'as shown in US 10,123,456 B2.', ['patent US10123456B2']],
  ['an American patent in words', 'U.S. Patent No. 6,285,999 describes it', ['patent US6285999']],
  ['a European patent', 'EP 1 234 567 A1 and EP1234567B1', ['patent EP1234567A1', 'patent EP1234567B1']],
  ['a world application', 'WO 2019/123456 A1; WO 2020/000111', ['patent WO2019123456A1', 'patent WO2020000111']],
  ['a patent address', 'https://patents.google.com/patent/US9876543B2/en', ['patent US9876543B2']],
  [
    'Japanese patents',
    '特許第6789012号、特開2019-12345、特開平9−123456',
    ['patent JP6789012', 'patent JP2019012345A', 'patent JP1997123456A'],
  ],
  ['a law in kanji numerals', '私的独占の禁止（昭和二十二年法律第五十四号）', ['law 昭和22年法律第54号']],
  [
    'laws and ordinances in digits',
    '平成15年法律第57号、令和元年厚生労働省令第20号',
    ['law 平成15年法律第57号', 'law 令和1年厚生労働省令第20号'],
  ],
  ['a law in the address of e-Gov', 'https://laws.e-gov.go.jp/law/322AC0000000054', ['law 昭和22年法律第54号']],
  [
    'American law',
    'Pub. L. No. 117–169, 42 U.S.C. § 1396d and 45 CFR 164.512',
    ['law Pub. L. 117-169', 'law 42 U.S.C. 1396d', 'law 45 CFR 164.512'],
  ],
  ['European law', 'Regulation (EU) 2016/679, Directive 95/46/EC', ['law EU 2016/679', 'law EU 95/46']],
  ['model numbers, prices and years are none', 'The US 2020 model costs 10,123,456 yen; DE 4711; JP 1 B', []],
]

for (const [name, text, expected] of cases) {
  test(`named documents (REQ 3.2): ${name}`, () => {
    assert.deepEqual(
      patentsAndLaws(text).map(({ type, value }) => `${type} ${value}`),
      expected,
    )
  })
}
