import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givesEvidence, statesFindings } from '../../src/domain/full-text.ts'
import { readSectionLexicon, sectionUnder } from '../../src/extract/paper-sections.ts'

const lexicon = readSectionLexicon()
const under = (...texts: readonly string[]) =>
  sectionUnder(
    lexicon,
    texts.map((text, level) => ({ level: level + 1, text })),
  )

test('headings name their part whatever their number, case and brackets', () => {
  assert.equal(under('4. RESULTS'), 'results')
  assert.equal(under('IV. Results and discussion'), 'results')
  assert.equal(under('【結果】'), 'results')
  assert.equal(under('3　結果'), 'results')
  assert.equal(under('2.1 Statistical Analysis'), 'methods')
  assert.equal(under('対象と方法'), 'methods')
  assert.equal(under('Conclusion:'), 'conclusions')
  assert.equal(under('本研究の限界'), 'limitations')
  assert.equal(under('参考文献'), 'references')
  assert.equal(under('5 Related Work'), 'related_work')
})

test('the innermost heading that names a part decides, and one that names none belongs to the part above', () => {
  assert.equal(under('Discussion', 'Limitations'), 'limitations')
  assert.equal(under('Results', 'Wooden houses'), 'results')
  assert.equal(under('Night trains', 'Funding'), 'back_matter')
  assert.equal(under('A valley by night'), null)
  assert.equal(under('What the results of the last ten elections may tell us about the next one'), null)
  assert.equal(under('選挙結果の速報と解説のページ'), null)
})

test('claims come from what a paper found, evidence also from how it was done', () => {
  assert.deepEqual(
    (['introduction', 'methods', 'results', 'limitations', 'conclusions', 'references', null] as const).map(
      (section) => [section, givesEvidence(section), statesFindings(section)],
    ),
    [
      ['introduction', false, false],
      ['methods', true, false],
      ['results', true, true],
      ['limitations', true, true],
      ['conclusions', true, true],
      ['references', false, false],
      [null, true, true],
    ],
  )
})
