import assert from 'node:assert/strict'
import { test } from 'node:test'
import { texText } from '../../src/extract/tex-text.ts'

const FORMULAS: readonly (readonly [tex: string, text: string])[] = [
  ['10^{-22}', '10^-22'],
  ['{\\displaystyle 1.5\\times 10^{-22}\\,{\\text{eV}}}', '1.5 × 10^-22 eV'],
  ['\\frac{a+b}{2}', '(a + b)/2'],
  ['1\\frac{1}{2}', '1 1/2'],
  ['{a \\over b}', 'a/b'],
  ['\\sqrt[3]{8}', '8^(1/3)'],
  ['\\left(\\frac{1}{2}\\right)^{3}', '(1/2)^3'],
  ['\\mathrm{CO}_2', 'CO2'],
  ['SO_4^{2-}', 'SO4^2-'],
  ['m_e c^2', 'm_e c^2'],
  ['\\log_{10} x', 'log10 x'],
  ['20^\\circ\\mathrm{C}', '20°C'],
  ['2{,}5', '2,5'],
  ['3\\pm 0.2', '3 ± 0.2'],
  ['-5 \\le x', '-5 ≤ x'],
  ['5\\%', '5%'],
  ['10^22', '10^2 2'],
  ['10^(-22)', '10^(-22)'],
  ['\\begin{pmatrix}1 & 2\\\\3 & 4\\end{pmatrix}', '[1, 2; 3, 4]'],
  ['\\begin{aligned}x&=1\\\\y&=-2\\end{aligned}', 'x = 1; y = -2'],
  ['\\foo 3', '\\foo 3'],
  ['\\text{約}10^{4}', '約10^4'],
]

for (const [tex, text] of FORMULAS)
  test(`TeX (REQ 3.2): ${tex} is read as "${text}"`, () => {
    assert.equal(texText(tex), text)
  })

test('TeX (REQ 3.5): braces without end, and nesting beyond reason, are read to their end', () => {
  assert.equal(texText('}}x{{{'), 'x')
  assert.equal(texText('\\begin{matrix} 1'), '[1]')
  assert.equal(texText(`${'{'.repeat(3000)}7`).includes('7'), true)
  assert.equal(texText('\\frac'.repeat(1000)).length < 5000, true)
})
