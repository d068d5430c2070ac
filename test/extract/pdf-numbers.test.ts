import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultExtract } from './default-extract.ts'
import { tinyPdf } from './tiny-pdf.ts'

const extract = defaultExtract()

async function textsOf(body: Uint8Array): Promise<string[]> {
  const extraction = await extract({ url: 'https://www.example.org/n.pdf', contentType: 'application/pdf', body })
  assert.equal(extraction.ok, true)
  const { page } = extraction as Extract<typeof extraction, { ok: true }>
  return page.fragments.map((fragment) => fragment.text_content)
}

/** One line of 10 pt; ^{...} is set high and _{...} low, both smaller. */
function shown(y: number, marked: string): string {
  const parts = marked.split(/([_^]\{[^}]*\})/).map((part) => {
    if (!/^[_^]\{/.test(part)) return `/F1 10 Tf 0 Ts (${part}) Tj`
    return `/F1 6.5 Tf ${part.startsWith('^') ? 3.8 : -1.8} Ts (${part.slice(2, -1)}) Tj`
  })
  return `BT 72 ${y} Td ${parts.join(' ')} ET`
}

const read = (lines: readonly string[]) =>
  textsOf(
    tinyPdf([[]], { drawn: new Map([[0, lines.map((line, index) => shown(740 - index * 40, line)).join('\n')]]) }),
  )

test('PDF (REQ 3.3.1): what is set high after a figure or a unit stays a power', async () => {
  const texts = await read([
    'The mass of the particle is below 4.1 x 10^{\\22622} eV in this model.',
    'About 10^{6} cells were left in each of the wells after 2 days.',
    'The flow fell from 12 m^{3} s^{\\2261} to 9 m^{3} s^{\\2261} within a year.',
  ])
  assert.deepEqual(texts, [
    'The mass of the particle is below 4.1 x 10^-22 eV in this model.',
    'About 10^6 cells were left in each of the wells after 2 days.',
    'The flow fell from 12 m^3 s^-1 to 9 m^3 s^-1 within a year.',
  ])
})

test('PDF (REQ 3.3.1): indices are part of their name, charges stand high', async () => {
  const texts = await read([
    'The plant takes up CO_{2} and H_{2}O and makes C_{6}H_{12}O_{6} of them.',
    'Rain carried SO_{4}^{2\\226} and Ca^{2+} into the lake, and PM_{2.5} fell.',
  ])
  assert.deepEqual(texts, [
    'The plant takes up CO2 and H2O and makes C6H12O6 of them.',
    'Rain carried SO4^2- and Ca^2+ into the lake, and PM2.5 fell.',
  ])
})

test('PDF (REQ 3.3.1): a reference mark is not glued to a figure or a word', async () => {
  const texts = await read([
    'Lead fell in 1,234^{5} wells in 2019^{3} and in clean water.^{7,8} The rest stayed.',
    'The 21^{st} sample held 48%^{4} of the lead that was found.',
  ])
  assert.deepEqual(texts, [
    'Lead fell in 1,234[5] wells in 2019[3] and in clean water.[7,8] The rest stayed.',
    'The 21st sample held 48%[4] of the lead that was found.',
  ])
})

test('PDF (REQ 3.3.1): powers in the cells of a ruled table stay in their cells', async () => {
  const rules = [700, 680, 660, 640].map((y) => `72 ${y} m 372 ${y} l S`)
  const sides = [72, 222, 372].map((x) => `${x} 640 m ${x} 700 l S`)
  const cell = (x: number, y: number, base: string, high: string) =>
    `BT /F1 9 Tf 0 Ts ${x} ${y} Td (${base}) Tj /F1 6 Tf 3.2 Ts (${high}) Tj ET`
  const drawn = [
    ...rules,
    ...sides,
    cell(76, 686, 'Strain', ''),
    cell(226, 686, 'Cells per m', '2'),
    cell(76, 666, 'Wild', ''),
    cell(226, 666, '3.5 x 10', '7'),
    cell(76, 646, 'Mutant', ''),
    cell(226, 646, '1.2 x 10', '-4'),
  ]
  const texts = await textsOf(tinyPdf([[]], { drawn: new Map([[0, drawn.join('\n')]]) }))
  assert.deepEqual(texts, ['Strain | Cells per m^2\nWild | 3.5 x 10^7\nMutant | 1.2 x 10^-4'])
})

test('PDF: a true compound keeps its hyphen at a line end, a word that was only parted does not', async () => {
  const lines = [
    'The committee asked for a market-',
    'driven rule and for cost-',
    'effective filters in a long-',
    'term plan of the whole govern-',
    'ment, as COVID-',
    '19 had shown in 2019-',
    '2020 and with the state-of-the-',
    'art labora-',
    'tory.',
  ]
  const texts = await textsOf(tinyPdf([lines.map((text, index) => ({ x: 72, y: 700 - index * 12, text, size: 10 }))]))
  assert.equal(
    texts.join(' '),
    [
      'The committee asked for a market-driven rule and for cost-effective filters in a long-term plan of the whole',
      'government, as COVID-19 had shown in 2019-2020 and with the state-of-the-art laboratory.',
    ].join(' '),
  )
})
