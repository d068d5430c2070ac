import assert from 'node:assert/strict'
import { test } from 'node:test'
import { invisibleElements } from '../../src/extract/invisible-elements.ts'
import { parseHtml } from '../../src/extract/parse-html.ts'
import { unitsOf } from '../../src/extract/units.ts'
import { rowStatements } from '../../src/judge/table-rows.ts'

function linesOf(html: string): string[] {
  const document = parseHtml(html)
  return unitsOf(document, invisibleElements(document)).map((unit) => unit.text)
}

const SCRIPTS: readonly (readonly [what: string, html: string, text: string])[] = [
  ['a power', '10<sup>6</sup> cells', '10^6 cells'],
  ['a negative power', '5 × 10<sup>−22</sup> eV', '5 × 10^-22 eV'],
  ['a power of a power', '10<sup>10<sup>2</sup></sup>', '10^(10^2)'],
  ['a Japanese power', '面積は10<sup>4</sup>km<sup>2</sup>である', '面積は10^4km^2である'],
  ['a unit', '12 m<sup>2</sup> at 3 mg L<sup>-1</sup>', '12 m^2 at 3 mg L^-1'],
  ['a formula', 'E = mc<sup>2</sup>, a<sup>2</sup> + b<sup>2</sup>', 'E = mc^2, a^2 + b^2'],
  ['molecules', 'CO<sub>2</sub>, H<sub>2</sub>O, PM<sub>2.5</sub>', 'CO2, H2O, PM2.5'],
  ['ions', 'Ca<sup>2+</sup> and SO<sub>4</sub><sup>2−</sup>', 'Ca2+ and SO4^2-'],
  ['an isotope', 'dated by <sup>14</sup>C', 'dated by 14C'],
  ['a number of another base', '1010<sub>2</sub>', '1010_2'],
  ['a fraction', '1<sup>1</sup>/<sub>2</sub> cups', '1 1/2 cups'],
  ['an ordinal', 'the 20<sup>th</sup> of May', 'the 20th of May'],
  ['a note behind a figure', 'grew to 1,200<sup>3</sup>', 'grew to 1,200[3]'],
  ['a year with a note', 'in 2019<sup>2</sup>', 'in 2019[2]'],
  ['notes of a page', 'was found.<sup>3</sup> In 42<sup>4</sup> cases', 'was found.[3] In 42[4] cases'],
  ['a linked note', '10<a href="#fn3"><sup>3</sup></a> of them', '10[3] of them'],
  ['an affiliation', '<sup>1</sup>Department of Physics', '[1] Department of Physics'],
  ['a trade mark', 'Lyra<sup>®</sup>', 'Lyra®'],
  ['a power by style', '10<span style="vertical-align:super">6</span> cells', '10^6 cells'],
  ['a power by style, smaller', '10<font style="font-size: 60%; vertical-align: 0.5em">-22</font> eV', '10^-22 eV'],
  ['a power moved up', '10<span style="position:relative; top:-0.4em; font-size:smaller">6</span>', '10^6'],
  ['a power in mail of Word', "10<span style='position:relative;top:-3.0pt;mso-text-raise:3.0pt'>6</span>", '10^6'],
  ['a power by class', '10<span class="superscript">6</span>', '10^6'],
  ['a power by its tag and its style', '10<sup><span style="vertical-align: super">6</span></sup> cells', '10^6 cells'],
  [
    'a molecule by style',
    'CO<span style="vertical-align: sub">2</span> and 1010<span class="sub">2</span>',
    'CO2 and 1010_2',
  ],
  ['a raised link by style', '1,200<a style="vertical-align: super" href="#fn3">3</a>', '1,200[3]'],
  ['an icon set straight', 'Level 5<span style="vertical-align: -2px">6</span>', 'Level 56'],
  ['a note behind a number of people', '300<sup>2</sup> people', '300[2] people'],
  ['a note behind a share', '42<sup>2</sup> % of them', '42[2] % of them'],
  ['a note behind a Japanese number', '300<sup>2</sup>人が参加した', '300[2]人が参加した'],
  ['a note behind an amount', 'costs $19<sup>99</sup>', 'costs $19[99]'],
  ['a note in a row of notes', '31<sup>1</sup> and 42<sup>2</sup> and 5<sup>3</sup>', '31[1] and 42[2] and 5[3]'],
  ['a note by its title', '5<sup title="without absentees">4</sup>', '5[4]'],
  ['a note by its id', '5<sup id="fnref4">4</sup>', '5[4]'],
  ['a power among notes', 'was found.<sup>3</sup> So 5<sup>2</sup> = 25', 'was found.[3] So 5^2 = 25'],
  ['a power of a figure', '15<sup>2</sup> is 225, 26<sup>4</sup> codes', '15^2 is 225, 26^4 codes'],
]

for (const [what, html, text] of SCRIPTS)
  test(`HTML (REQ 3.2): raised and lowered text keeps its meaning: ${what}`, () => {
    assert.deepEqual(linesOf(`<p>${html}</p>`), [text])
  })

const SOURCES: readonly (readonly [what: string, html: string, text: string])[] = [
  ['a script of MathJax', 'the rate is <script type="math/tex">10^{-22}</script> eV', 'the rate is 10^-22 eV'],
  [
    'a script whose letters are drawn before it',
    'is <span class="MathJax_Preview"></span><span class="MathJax" id="M-1"><i class="mn">10−22</i></span>' +
      '<script type="math/tex">10^{-22}</script>',
    'is 10^-22',
  ],
  [
    'a script beside its MathML',
    'is <i class="MathJax"><math><msup><mn>10</mn><mn>6</mn></msup></math></i><script type="math/tex">10^6</script>',
    'is 10^6',
  ],
  ['AsciiMath', '<script type="math/asciimath">1.5 xx 10^(-22) "eV"</script>', '1.5 × 10^-22 eV'],
  ['MathML in a script', '<script type="math/mml"><math><msup><mn>10</mn><mn>6</mn></msup></math></script>', '10^6'],
  [
    'a picture of MediaWiki without its MathML',
    'of <img class="mwe-math-fallback-image-inline" aria-hidden="true" src="x.svg" alt="{\\displaystyle 10^{-22}}"> eV',
    'of 10^-22 eV',
  ],
  [
    'a picture beside its MathML',
    '<span class="mwe-math-element"><span style="display:none"><math><mn>7</mn></math></span>' +
      '<img class="mwe-math-fallback-image-inline" alt="{\\displaystyle 7}"></span>',
    '7',
  ],
  [
    'a picture of WordPress',
    'is <img src="/latex.php?latex=x" class="latex" alt="x^{2} = \\frac{1}{4}">.',
    'is x^2 = 1/4.',
  ],
  ['a picture of QuickLaTeX', '<img class="ql-img-inline-formula" alt="&#49;&#48;&#94;&#123;&#54;&#125;">', '10^6'],
  ['a picture of another maker', '<img src="form_0.png" alt="$10^{6}$"> cells', '10^6 cells'],
  ['a picture that is none', 'see <img class="math" alt="View the MathML source"> here', 'see here'],
]

for (const [what, html, text] of SOURCES)
  test(`HTML (REQ 3.2): a formula that stands there as its source is read as text: ${what}`, () => {
    assert.deepEqual(linesOf(`<p>${html}</p>`), [text])
  })

test('HTML (REQ 3.2): a class that a style sheet of the page raises is raised', () => {
  assert.deepEqual(
    linesOf(
      '<style>.c1{color:red}.c7, .c8 { font-size:8pt; vertical-align:super }</style><p>10<span class="c7">6</span></p>',
    ),
    ['10^6'],
  )
})

test('HTML (REQ 3.2): a bar within a cell stays a bar, and parts no cells', () => {
  const lines = linesOf('<table><tr><th>Odds<th>Size<tr><td>2|3<td>|r| = 0.5<tr><td>P(A | B)<td>4</table>')

  assert.deepEqual(lines, ['Odds | Size', '2|3 | |r| = 0.5', 'P(A|B) | 4'])
  assert.equal(rowStatements(lines.join('\n'))[0]?.text, 'Odds 2|3, Size |r| = 0.5')
})

const FORMULAS: readonly (readonly [what: string, math: string, text: string])[] = [
  ['power', '<msup><mn>10</mn><mrow><mo>−</mo><mn>3</mn></mrow></msup>', '10^-3'],
  ['equation', '<mi>E</mi><mo>=</mo><mi>m</mi><msup><mi>c</mi><mn>2</mn></msup>', 'E = mc^2'],
  ['fraction', '<mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mn>2</mn></mfrac>', '(a + b)/2'],
  ['root', '<msqrt><mn>2</mn></msqrt>', '√2'],
  ['product', '<mn>2</mn><mo>\u2062</mo><mn>3</mn>', '2 · 3'],
  ['product of a power', '<mn>2</mn><mo>\u2062</mo><msup><mn>3</mn><mn>2</mn></msup>', '2 · 3^2'],
  ['last digit raised alone', '<mn>1</mn><msup><mn>0</mn><mrow><mo>−</mo><mn>5</mn></mrow></msup>', '10^-5'],
  ['last digit of degrees', '<mn>2</mn><msup><mn>0</mn><mo>∘</mo></msup><mi mathvariant="normal">C</mi>', '20°C'],
  ['source besides', '<semantics><mi>x</mi><annotation encoding="application/x-tex">x</annotation></semantics>', 'x'],
]

for (const [what, math, text] of FORMULAS)
  test(`HTML (REQ 3.2): a formula of MathML is read as text: ${what}`, () => {
    assert.deepEqual(linesOf(`<p>It is <span style="display:none"><math>${math}</math></span> here</p>`), [
      `It is ${text} here`,
    ])
  })

test('HTML (REQ 3.2): heads over several rows and columns stay over their cells, spanning cells stand in each row', () => {
  const lines = linesOf(
    `<table><caption>Cases</caption>
     <tr><th rowspan=2>Country<th colspan=2>2020<th colspan=2>2021<tr><th>Men<th>Women<th>Men<th>Women
     <tr><th rowspan=2>France<td>12<td>13<td>14<td>15<tr><td>1<td>2<td>3<td>4</table>`,
  )

  assert.deepEqual(lines, [
    'Cases',
    'Country | 2020 Men | 2020 Women | 2021 Men | 2021 Women',
    'France | 12 | 13 | 14 | 15',
    'France | 1 | 2 | 3 | 4',
  ])
  assert.equal(
    rowStatements(lines.join('\n'))[1]?.text,
    'Cases: Country France, 2020 Men 1, 2020 Women 2, 2021 Men 3, 2021 Women 4',
  )
})

test('HTML (REQ 3.2): the caption of a figure is that of its table', () => {
  const lines = linesOf(
    '<figure><table><tr><th>年<th>家賃<tr><td>2020<td>231</table><figcaption>表2 家賃（ポンド）</figcaption></figure>',
  )

  assert.deepEqual(lines, ['表2 家賃（ポンド）', '年 | 家賃', '2020 | 231'])
})

test('HTML (REQ 3.2): lines of a cell stay apart, and what nobody sees of it is left out', () => {
  const lines = linesOf(
    `<table><tr><th>Town<th>Limit<tr><td>Bath<td><p>5</p><p>6</p>
     <tr><td>York<td><span style="display:none">0012</span>12<sup>a</sup></table>`,
  )

  assert.deepEqual(lines, ['Town | Limit', 'Bath | 5 6', 'York | 12[a]'])
})

test('HTML (REQ 3.5): a cell that spans all rows of a long table is not written without end', () => {
  const rows = '<tr><td>x'.repeat(5000)
  const lines = linesOf(`<table><tr><th rowspan=0>${'long name '.repeat(10)}<th>n${rows}</table>`)

  assert.equal(lines.length, 5001)
  assert.equal(lines.join('').length < 250_000, true)
})
