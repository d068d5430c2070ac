import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isBadClaim, isVerbatim } from '../../bench/stance/claim-quality.ts'

test('REQ 3.3.1: the bench counts section names and aims as bad claims', () => {
  const bad = [
    'PARTICIPANTS Patients had a clinical history of chronic asthma.',
    'Results: Seven prospective cohorts were identified.',
    'MAIN OUTCOME MEASURES Residual lifetime risk was measured.',
    'To develop a reliable method for whole genome analysis.',
    'The aim of this study was to examine health.',
    'Does vitamin D prevent falls?',
  ]
  for (const claim of bad) assert.equal(isBadClaim(claim), true, claim)
  for (const claim of ['Results of the trial surprised its authors.', 'Vitamin D reduced falls by 14%.'])
    assert.equal(isBadClaim(claim), false, claim)
})

test('REQ 3.3.1: the bench counts steps of a procedure, titles and matter of the paper as bad claims', () => {
  const bad = [
    'Blood pressure was measured at baseline and at 12 weeks.',
    'The patients were interviewed by telephone.',
    'Participants completed a questionnaire at baseline.',
    'Dietary Supplements And The Health Of Older Adults',
    'Data are available from the corresponding author upon request.',
    'All authors approved the final manuscript.',
    'This work was supported by the National Institutes of Health.',
  ]
  for (const claim of bad) assert.equal(isBadClaim(claim), true, claim)
  const good = [
    'Blood pressure was measured at home and was lower in the tea group.',
    'No benefit was found when patients were given aspirin.',
    'The drug was approved by the agency in 2012.',
  ]
  for (const claim of good) assert.equal(isBadClaim(claim), false, claim)
})

test('REQ 3.3.1: verbatim is the span itself, less its opening and with a subject of the text before', () => {
  const before = 'The Eiffel Tower is 330 metres tall. '
  assert.equal(isVerbatim('Statins lower cholesterol.', 'BACKGROUND: Statins lower cholesterol.', ''), true)
  assert.equal(isVerbatim('Vitamin D fell.', 'However, vitamin D fell.', ''), true)
  assert.equal(isVerbatim('The Eiffel Tower attracts millions.', 'It attracts millions.', before), true)
  assert.equal(isVerbatim('The Louvre attracts millions.', 'It attracts millions.', before), false)
  // All of its words are there, and yet nobody said so: what the check let pass before.
  assert.equal(isVerbatim('Calcium reduced falls.', 'Calcium rose and vitamin D reduced falls.', ''), false)
  assert.equal(isVerbatim('Statins lower cholesterol.', '', ''), false)
})
