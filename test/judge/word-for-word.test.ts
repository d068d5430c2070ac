import assert from 'node:assert/strict'
import { test } from 'node:test'
import { prepareSource } from '../../src/judge/alignment/prepared-source.ts'
import { wordForWord } from '../../src/judge/alignment/word-for-word.ts'

function taken(statement: string, text: string) {
  const passages = [{ id: 'frag_1', text, heading: null }]
  const { sentences } = prepareSource({ passages, frame: '', year: null, month: null })
  return wordForWord(statement, sentences, () => 1)
}

const TURNED: readonly (readonly [string, string])[] = [
  [
    'One survey of 80 growers found that netting raised losses to birds by a third.',
    'Among growers who were asked, netting lowered losses to birds by a third, and cost little.',
  ],
  ['Stings are more common near the upper sheds.', 'Stings are less common near the upper sheds.'],
  ['The upper kiln was hotter than the lower kiln.', 'The lower kiln was hotter than the upper kiln.'],
  ['The mayor did sign the lease for the pavilion.', 'The mayor did not sign the lease for the pavilion.'],
  ['The panel failed to find a leak in the upper tank.', 'The panel found a leak in the upper tank on Monday.'],
  ['調べでは、両群の収量の差は有意であった。', '両群の収量の差は有意ではなかった。'],
  ['委員会は温室の拡張計画を承認した。', '委員会は温室の拡張計画を却下した。'],
  ['北の畑は南の畑より収量が多かった。', '南の畑は北の畑より収量が多かった。'],
  ['新しい窯では割れる皿が増えた。', '新しい窯では割れる皿が減った。'],
]

const KEPT: readonly (readonly [string, string])[] = [
  ['The survey found that netting cut losses to birds by a third.', 'Netting lowered losses to birds by a third.'],
  ['The lower kiln was cooler than the upper kiln.', 'The upper kiln was hotter than the lower kiln.'],
  ['The number of stings did not rise in the sheds.', 'The number of stings in the sheds did not rise in May.'],
  ['The panel no longer uses the upper tank.', 'Since May the panel no longer uses the upper tank, which is old.'],
  ['両群の収量の差は有意ではなかった。', '今年も、両群の収量の差は有意ではなかった。'],
  ['南の畑は北の畑より収量が少なかった。', '北の畑は南の畑より収量が多かった。'],
]

test('a statement taken word for word tells where it turns its sentence round', () => {
  for (const [statement, text] of TURNED) assert.notEqual(taken(statement, text)?.turned ?? null, null, statement)
})

test('what keeps the sense of its sentence is not turned', () => {
  for (const [statement, text] of KEPT) assert.equal(taken(statement, text)?.turned ?? null, null, statement)
})

test('another sentence that has as much of it and agrees bears it out', () => {
  const text = 'Losses to birds rose in the north in May. Losses to birds fell in the south in May.'
  assert.equal(taken('Losses to birds fell in the south in May.', text)?.turned ?? null, null)
  assert.notEqual(taken('Losses to birds rose in the south in May.', text), null)
})

test('a lead-in and a clause left out are no part of what is compared', () => {
  const found = taken(
    'As the board of the union wrote in its letter, netting lowered losses to birds.',
    'In spring, according to what growers told, netting lowered losses to birds, which nobody had expected of it.',
  )
  assert.equal(found?.said, 'netting lowered losses to birds')
})
