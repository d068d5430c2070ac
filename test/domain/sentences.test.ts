import assert from 'node:assert/strict'
import { test } from 'node:test'
import { splitSentences } from '../../src/domain/sentences.ts'

function texts(input: string): string[] {
  return splitSentences(input).map((sentence) => sentence.text)
}

const cases: readonly [name: string, input: string, expected: readonly string[]][] = [
  [
    'titles and initials do not end a sentence',
    'Dr. Smith and J. R. Tolkien met Prof. Sato. They talked.',
    ['Dr. Smith and J. R. Tolkien met Prof. Sato.', 'They talked.'],
  ],
  [
    'et al., Fig. and e.g. do not end a sentence',
    'Tanaka et al. (2019) reported this (see Fig. 3). Some drugs, e.g. metformin, differ.',
    ['Tanaka et al. (2019) reported this (see Fig. 3).', 'Some drugs, e.g. metformin, differ.'],
  ],
  [
    'decimals, doses and p values stay whole',
    'The dose was 1.5 mg. The effect was significant (p < 0.05). HbA1c fell by 0.74%.',
    ['The dose was 1.5 mg.', 'The effect was significant (p < 0.05).', 'HbA1c fell by 0.74%.'],
  ],
  [
    'U.S. goes on before an agency and ends before an opener',
    'The U.S. Food and Drug Administration approved it in the U.S. The vote was close.',
    ['The U.S. Food and Drug Administration approved it in the U.S.', 'The vote was close.'],
  ],
  [
    'identifiers and hosts are not cut',
    'See https://doi.org/10.1001/jama.2020.1585 for details. Version 2.0.1 is at example.com today.',
    ['See https://doi.org/10.1001/jama.2020.1585 for details.', 'Version 2.0.1 is at example.com today.'],
  ],
  [
    'closing quotes and reference marks belong to the sentence',
    '"It works." She left.[3] Nobody saw it!',
    ['"It works."', 'She left.[3]', 'Nobody saw it!'],
  ],
  [
    'months before a year and No. before a number go on',
    'It was signed on Jan. 5 under No. 12 of the code. It failed.',
    ['It was signed on Jan. 5 under No. 12 of the code.', 'It failed.'],
  ],
  [
    'Japanese full stops end sentences without spaces',
    '治験は2021年に始まった。結果はどうだったか？有効性は95.3％だった！以上。',
    ['治験は2021年に始まった。', '結果はどうだったか？', '有効性は95.3％だった！', '以上。'],
  ],
  [
    'a full stop inside a Japanese quotation does not end the sentence around it',
    '彼は「明日行く。待っていてほしい。」と言った。それで終わりだ。',
    ['彼は「明日行く。待っていてほしい。」と言った。', 'それで終わりだ。'],
  ],
  [
    'quotations that are sentences of their own are separated',
    '「安全です。」「本当ですか？」\n担当者は説明した。',
    ['「安全です。」', '「本当ですか？」', '担当者は説明した。'],
  ],
  [
    'Japanese brackets keep their stops',
    '厚生労働省（旧厚生省。2001年発足）が発表した。詳細は未定。',
    ['厚生労働省（旧厚生省。2001年発足）が発表した。', '詳細は未定。'],
  ],
  [
    'mixed Japanese and English',
    'FDAは承認した。The approval came on Monday. 国内では未承認だ。',
    ['FDAは承認した。', 'The approval came on Monday.', '国内では未承認だ。'],
  ],
  [
    'list items and table rows are sentences of their own',
    '- first item without a stop\n- second item\n\nDrug | Dose\nA | 5 mg',
    ['first item without a stop', 'second item', 'Drug | Dose', 'A | 5 mg'],
  ],
  [
    'wrapped English lines are one sentence',
    'The quick brown fox\njumps over the dog. It rests.',
    ['The quick brown fox\njumps over the dog.', 'It rests.'],
  ],
  [
    'a firm, its mark and its officers stay in one sentence',
    'Yahoo! Inc. was sold to Verizon. Apple Inc. Chief Executive Tim Cook spoke. He left Apple Inc. The firm grew.',
    [
      'Yahoo! Inc. was sold to Verizon.',
      'Apple Inc. Chief Executive Tim Cook spoke.',
      'He left Apple Inc.',
      'The firm grew.',
    ],
  ],
  [
    'an order right after such a name is a sentence of its own',
    'We search with Yahoo! Explain the theory of relativity.',
    ['We search with Yahoo!', 'Explain the theory of relativity.'],
  ],
  [
    'a time zone belongs to the time',
    'The rocket lifted off at 9:32 a.m. EDT from Cape Canaveral. They left at 9 a.m. Police came.',
    ['The rocket lifted off at 9:32 a.m. EDT from Cape Canaveral.', 'They left at 9 a.m.', 'Police came.'],
  ],
  [
    'a unit or a lettered name before the stop is no initial',
    'Water boils at 100 °C. Lead pipes poison children. He took vitamin C. Scurvy vanished.',
    ['Water boils at 100 °C.', 'Lead pipes poison children.', 'He took vitamin C.', 'Scurvy vanished.'],
  ],
  [
    'a brand with a small letter opens a sentence',
    'Sales were flat. iPhone sales fell 3%. eBay sold PayPal in 2015.',
    ['Sales were flat.', 'iPhone sales fell 3%.', 'eBay sold PayPal in 2015.'],
  ],
  [
    'a Japanese name that ends on a stop goes on before a particle only',
    'モーニング娘。は1997年に結成された。彼女はモーニング娘。今も人気だ。',
    ['モーニング娘。は1997年に結成された。', '彼女はモーニング娘。', '今も人気だ。'],
  ],
  ['text without a stop is one sentence', '  no stop here  ', ['no stop here']],
  ['empty text has no sentence', ' \n ', []],
]

for (const [name, input, expected] of cases) {
  test(`sentences (REQ 3.3.1): ${name}`, () => {
    assert.deepEqual(texts(input), expected)
  })
}

test('sentences (REQ 3.3.1): offsets slice the input exactly', () => {
  const input =
    '  Dr. A. Kato said "yes." Then 1.5 mg was given.\n\n・第一に、安全である。\n・第二に、「有効。」と判断した。 '
  const sentences = splitSentences(input)
  assert.deepEqual(
    sentences.map((sentence) => input.slice(sentence.start, sentence.end)),
    sentences.map((sentence) => sentence.text),
  )
  assert.deepEqual(
    sentences.map((sentence) => sentence.text),
    ['Dr. A. Kato said "yes."', 'Then 1.5 mg was given.', '第一に、安全である。', '第二に、「有効。」と判断した。'],
  )
})

test('sentences: an unclosed Japanese bracket does not swallow the rest of a long text', () => {
  const input = `開始「${'これは長い文章です。'.repeat(60)}`
  assert.equal(splitSentences(input).length, 20)
})
