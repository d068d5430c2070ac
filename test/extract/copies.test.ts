import assert from 'node:assert/strict'
import { test } from 'node:test'
import { copiesIn, lowerCopies, NO_COPIES } from '../../src/extract/copies.ts'
import { invisibleElements } from '../../src/extract/invisible-elements.ts'
import { parseHtml } from '../../src/extract/parse-html.ts'
import { unitsOf } from '../../src/extract/units.ts'

const LONG = 'Replacing the whole line works, a partial replacement may raise the level for months.'

const unitsIn = (html: string) => {
  const document = parseHtml(`<body>${html}</body>`)
  return unitsOf(document, invisibleElements(document))
}

test('HTML (REQ 3.2): of a text given twice the copy judged better is kept', () => {
  const units = unitsIn(`<div class="phone"><p>${LONG}</p></div><p>Read more</p><p>${LONG}</p><p>Read on</p>`)
  assert.deepEqual(copiesIn(units), { stretches: [], texts: [[0, 2]] })
  const judged = Float64Array.of(0.6, 0.2, 0.9, 0.2)
  lowerCopies(units, copiesIn(units), judged)
  assert.deepEqual([...judged], [0, 0.2, 0.9, 0.2])
})

test('HTML (REQ 3.2): words that a reply quotes stay with the post that said them', () => {
  const units = unitsIn(`<p>${LONG}</p><blockquote>${LONG}</blockquote><p>I do not agree.</p>`)
  const judged = Float64Array.of(0.5, 0.9, 0.9)
  lowerCopies(units, copiesIn(units), judged)
  assert.deepEqual([...judged], [0.5, 0, 0.9])
})

test('HTML (REQ 3.2): rows, code and a heading over the same words are no copies', () => {
  const row = `<tr><td>${LONG}</td><td>12</td></tr>`
  const table = `<table><tr><th>What</th><th>Count</th></tr>${row}${row}</table>`
  const code = `<pre>${LONG}</pre>`
  const units = unitsIn(`${table}${code}${code}<h2>${LONG}</h2><p>${LONG}</p>`)
  assert.deepEqual(copiesIn(units), NO_COPIES)
})

test('HTML (REQ 3.2): short pieces that follow one another again, as for another screen, are copies', () => {
  const texts = ['Boils in less than four minutes', 'Steel, no plastic inside', 'Two years of guarantee']
  const card = `<h3>Kettle, one litre</h3>${texts.map((text) => `<p>${text}</p>`).join('')}`
  const units = unitsIn(
    `<div>${card}</div><p>From the makers</p><div>${card}</div><p>Boils in less than four minutes</p>`,
  )
  const judged = new Float64Array(units.length).fill(0.5)
  judged[6] = 0.7
  lowerCopies(units, copiesIn(units), judged)
  assert.deepEqual([...judged], [0, 0, 0, 0, 0.5, 0.5, 0.7, 0.5, 0.5, 0.5])
})

test('HTML (REQ 3.2): of three copies one is left whatever is thought of them', () => {
  const units = unitsIn(`<p>${LONG}</p><p>Again</p>`.repeat(3))
  const judged = Float64Array.of(0.1, 0.9, 0.2, 0.1, 0.3, 0.1)
  lowerCopies(units, copiesIn(units), judged)
  assert.equal([0, 2, 4].filter((index) => (judged[index] ?? 0) > 0).length, 1)
})

test('HTML (REQ 3.2): of the turns of a carousel one is left', () => {
  const turn = ['Open all day', 'Two lakes and a harbour', 'Trains every ten minutes', 'Ask at the old gate'].map(
    (text) => `<p>${text}</p>`,
  )
  const units = unitsIn(turn.join('').repeat(4))
  const judged = Float64Array.from(units, (_, index) => (index >= 8 && index < 12 ? 0.7 : 0.5))
  lowerCopies(units, copiesIn(units), judged)
  assert.deepEqual(
    [...judged.keys()].filter((index) => (judged[index] ?? 0) > 0),
    [8, 9, 10, 11],
  )
})
