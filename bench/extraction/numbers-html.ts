import { type Random, seededRandom } from '../../src/domain/random.ts'
import type { Extract } from '../../src/extract/types.ts'
import type { BenchOptions, BenchResult } from '../bench.ts'

/** A number as an author writes it in HTML, and the letters that a reader must find. */
interface Planted {
  readonly kind: string
  readonly html: string
  readonly text: string
}

export interface NumbersRun {
  readonly planted: number
  /** Read otherwise than written: lost, glued to its neighbour, or under another head. */
  readonly falsified: number
  /** What was planted, for those that went wrong. */
  readonly misread: readonly string[]
}

const ROUNDS = 8
const COLUMNS = ['Men', 'Women']

/** The run as figures and a row of the page of benchmarks. */
export async function measureHtmlNumbers(
  extract: Extract,
  { say }: Pick<BenchOptions, 'say'>,
  numbers: Record<string, number | string | null>,
  rows: BenchResult['rows'][number][],
): Promise<void> {
  const run = await htmlNumbers(extract)
  numbers.numbers_html_planted = run.planted
  numbers.numbers_html_falsified = run.falsified
  say(`numbers in HTML: ${run.falsified} of ${run.planted} falsified`)
  for (const one of run.misread) say(`  ${one}`)
  rows.push({
    what: 'exponents, sub- and superscripts, formulas and table cells planted in HTML',
    measured: `${run.falsified} of ${run.planted} falsified`,
    baseline: '',
    target: '0 of at least 200',
  })
}

/** Plants numbers of all the kinds below in pages of English and Japanese prose and in tables, and looks for them. */
export async function htmlNumbers(extract: Extract): Promise<NumbersRun> {
  const random = seededRandom(17)
  const misread: string[] = []
  let planted = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    const numbers = KINDS.map((make) => make(random))
    const table = plantedTable(random)
    const text = await textOf(extract, pageOf(numbers, table.html))
    for (const { kind, html, text: expected } of numbers) {
      planted += 1
      if (!text.includes(`[[${expected}]]`)) misread.push(`${kind}: ${html}`)
    }
    const cells = cellsOf(text)
    for (const [name, value] of table.cells) {
      planted += 1
      if (cells.get(name) !== value) misread.push(`table cell: ${name} ${value}, read ${cells.get(name) ?? 'nowhere'}`)
    }
  }
  return { planted, falsified: misread.length, misread }
}

const below = (random: Random, least: number, most: number) => least + Math.floor(random.next() * (most - least + 1))
const figure = (random: Random) => `${below(random, 1, 9)}.${below(random, 1, 99)}`

function power(kind: string, html: (n: number, figure: string) => string, text: (n: number, figure: string) => string) {
  return (random: Random): Planted => {
    const [n, coefficient] = [below(random, 2, 29), figure(random)]
    return { kind, html: html(n, coefficient), text: text(n, coefficient) }
  }
}

const KINDS: readonly ((random: Random) => Planted)[] = [
  power(
    'power',
    (n) => `10<sup>${n}</sup>`,
    (n) => `10^${n}`,
  ),
  power(
    'power with a factor',
    (n, f) => `${f} × 10<sup>${n}</sup>`,
    (n, f) => `${f} × 10^${n}`,
  ),
  power(
    'negative power',
    (n, f) => `${f}&nbsp;×&nbsp;10<sup>&minus;${n}</sup> eV`,
    (n, f) => `${f} × 10^-${n} eV`,
  ),
  power(
    'negative power, hyphen',
    (n) => `10<sup>-${n}</sup> mol/L`,
    (n) => `10^-${n} mol/L`,
  ),
  power(
    'power of two',
    (n) => `2<sup>${n}</sup>`,
    (n) => `2^${n}`,
  ),
  power(
    'Japanese power',
    (n, f) => `約${f}×10<sup>${n}</sup>個`,
    (n, f) => `約${f}×10^${n}個`,
  ),
  power(
    'square',
    (n) => `${n} km<sup>2</sup>`,
    (n) => `${n} km^2`,
  ),
  power(
    'cube',
    (n) => `${n} m<sup>3</sup>`,
    (n) => `${n} m^3`,
  ),
  power(
    'per unit',
    (n) => `${n} mg L<sup>&#8722;1</sup>`,
    (n) => `${n} mg L^-1`,
  ),
  power(
    'variable',
    (_, f) => `<i>R</i><sup>2</sup> = ${f}`,
    (_, f) => `R^2 = ${f}`,
  ),
  power(
    'molecule',
    (n) => `${n} t of CO<sub>2</sub>`,
    (n) => `${n} t of CO2`,
  ),
  power(
    'water',
    (n) => `H<sub>2</sub>O at ${n} °C`,
    (n) => `H2O at ${n} °C`,
  ),
  power(
    'sugar',
    (n) => `${n} g C<sub>6</sub>H<sub>12</sub>O<sub>6</sub>`,
    (n) => `${n} g C6H12O6`,
  ),
  power(
    'ion',
    (n) => `${n} mg SO<sub>4</sub><sup>2&minus;</sup>`,
    (n) => `${n} mg SO4^2-`,
  ),
  power(
    'isotope',
    (n) => `${n} Bq of <sup>137</sup>Cs`,
    (n) => `${n} Bq of 137Cs`,
  ),
  power(
    'fine dust',
    (n) => `PM<sub>2.5</sub> of ${n}`,
    (n) => `PM2.5 of ${n}`,
  ),
  power(
    'base',
    (n) => `1${n}0<sub>8</sub>`,
    (n) => `1${n}0_8`,
  ),
  power(
    'linked note',
    (n) => `${n},400<sup><a href="#fn3">3</a></sup>`,
    (n) => `${n},400[3]`,
  ),
  power(
    'note',
    (n) => `${n},${n}00<sup>2</sup>`,
    (n) => `${n},${n}00[2]`,
  ),
  power(
    'note by a sign',
    (_, f) => `${f}<sup>*</sup>`,
    (_, f) => `${f}[*]`,
  ),
  power(
    'ordinal',
    (n) => `the ${n}<sup>th</sup> day`,
    (n) => `the ${n}th day`,
  ),
  power(
    'fraction',
    (n) => `${n}<sup>3</sup>&frasl;<sub>4</sub> cups`,
    (n) => `${n} 3⁄4 cups`,
  ),
  power(
    'MathML power',
    (n) => `<math><msup><mn>10</mn><mn>${n}</mn></msup></math>`,
    (n) => `10^${n}`,
  ),
  power(
    'MathML negative power',
    (n, f) => `<math><mn>${f}</mn><mo>×</mo><msup><mn>10</mn><mrow><mo>−</mo><mn>${n}</mn></mrow></msup></math>`,
    (n, f) => `${f} × 10^-${n}`,
  ),
  power(
    'MathML fraction',
    (n) => `<math><mfrac><mn>${n}</mn><mn>7</mn></mfrac></math>`,
    (n) => `${n}/7`,
  ),
  power(
    'power by style',
    (n) => `10<span style="vertical-align: super">${n}</span> cells`,
    (n) => `10^${n} cells`,
  ),
  power(
    'negative power by style, smaller letters',
    (n) => `10<span style="font-size:60%;vertical-align:0.6em">&minus;${n}</span> mol`,
    (n) => `10^-${n} mol`,
  ),
  power(
    'power moved up',
    (n) => `10<span style="position: relative; top: -0.5em; font-size: smaller">${n}</span> Hz`,
    (n) => `10^${n} Hz`,
  ),
  power(
    'power in mail of Word',
    (n) => `10<span style='position:relative;top:-3.0pt;mso-text-raise:3.0pt'>${n}</span> Pa`,
    (n) => `10^${n} Pa`,
  ),
  power(
    'power by class',
    (n) => `10<span class="superscript">${n}</span> J`,
    (n) => `10^${n} J`,
  ),
  power(
    'power by a class of the style sheet',
    (n) => `10<span class="c7">${n}</span> W`,
    (n) => `10^${n} W`,
  ),
  power(
    'molecule by style',
    (n) => `${n} t of CO<span style="vertical-align:sub;font-size:8pt">2</span>`,
    (n) => `${n} t of CO2`,
  ),
  power(
    'linked note by style',
    (n) => `${n},400<a style="vertical-align: super" href="#fn3">3</a>`,
    (n) => `${n},400[3]`,
  ),
  power(
    'note behind what is counted',
    (n) => `3${n}<sup>2</sup> people`,
    (n) => `3${n}[2] people`,
  ),
  power(
    'note by its title',
    (n) => `${n}<sup title="without the two islands">4</sup> towns`,
    (n) => `${n}[4] towns`,
  ),
  power(
    'power that is worked out',
    (n) => `${n}<sup>2</sup> = ${n * n}`,
    (n) => `${n}^2 = ${n * n}`,
  ),
  power(
    'script of MathJax',
    (n, f) => `<script type="math/tex">${f}\\times 10^{-${n}}</script>`,
    (n, f) => `${f} × 10^-${n}`,
  ),
  power(
    'script of MathJax behind drawn letters',
    (n) =>
      `<span class="MathJax_Preview"></span><span class="MathJax"><nobr>10${n}</nobr></span>` +
      `<script type="math/tex">10^{${n}}</script>`,
    (n) => `10^${n}`,
  ),
  power(
    'AsciiMath',
    (n, f) => `<script type="math/asciimath">${f} xx 10^(-${n})</script>`,
    (n, f) => `${f} × 10^-${n}`,
  ),
  power(
    'picture of MediaWiki',
    (n) =>
      `<img class="mwe-math-fallback-image-inline" aria-hidden="true" src="x.svg" alt="{\\displaystyle 10^{-${n}}}">`,
    (n) => `10^-${n}`,
  ),
  power(
    'picture of WordPress',
    (n) => `<img src="/latex.php?latex=x" class="latex" alt="\\frac{${n}}{7}">`,
    (n) => `${n}/7`,
  ),
  power(
    'picture of QuickLaTeX',
    (n) =>
      `<img class="ql-img-inline-formula" alt="&#49;&#48;&#94;&#123;${n}&#125;" title="Rendered by QuickLaTeX.com">`,
    (n) => `10^${n}`,
  ),
  power(
    'picture of Doxygen',
    (n) => `<img src="form_0.png" alt="$2^{${n}}$">`,
    (n) => `2^${n}`,
  ),
  power(
    'MathML hidden behind a picture',
    (n) =>
      `<span style="display:none"><math><msup><mi>x</mi><mn>${n}</mn></msup></math></span><img src="x.svg" alt="">`,
    (n) => `x^${n}`,
  ),
]

/** Heads over two rows, cells over two columns and over two rows: each value under the year and group it is of. */
function plantedTable(random: Random) {
  const years = [2019, 2020, 2021]
  const cells = new Map<string, string>()
  const odds = new Map([
    ['low', `${below(random, 2, 9)}|${below(random, 2, 9)}`],
    ['high', '|r| = 0.5'],
  ])
  const oddsOf = (town: string, sort: string) => {
    const value = odds.get(sort) ?? ''
    cells.set(`${town} ${sort} Odds`, value)
    return `<td>${value}</td>`
  }
  const values = (town: string, sort: string) =>
    years
      .flatMap((year) => COLUMNS.map((group) => `${year} ${group}`))
      .map((head) => {
        const value = figure(random)
        cells.set(`${town} ${sort} ${head}`, value)
        return `<td>${value}</td>`
      })
      .join('') + oddsOf(town, sort)
  const rows = ['Aarby', 'Belm'].flatMap((town) => [
    `<tr><th rowspan="2">${town}</th><td>low</td>${values(town, 'low')}</tr>`,
    `<tr><td>high</td>${values(town, 'high')}</tr>`,
  ])
  const head = [
    '<tr><th rowspan="2">Town</th><th rowspan="2">Case</th>',
    ...years.map((year) => `<th colspan="2">${year}</th>`),
    '<th rowspan="2">Odds</th>',
    '</tr><tr>',
    ...years.flatMap(() => COLUMNS.map((group) => `<th>${group}</th>`)),
    '</tr>',
  ]
  const parts = ['<caption>Lead in tap water</caption><thead>', ...head, '</thead><tbody>', ...rows, '</tbody>']
  return { cells, html: `<table>${parts.join('')}</table>` }
}

/** "Aarby low 2019 Men" and the cell that stands there. */
function cellsOf(text: string): Map<string, string> {
  const rows = text
    .split('\n')
    .filter((line) => line.includes(' | '))
    .map((line) => line.split(' | '))
  const [head = [], ...body] = rows
  return new Map(
    body.flatMap((cells) =>
      cells.slice(2).map((value, at) => [`${cells[0]} ${cells[1]} ${head[at + 2]}`, value] as const),
    ),
  )
}

function pageOf(numbers: readonly Planted[], table: string): Uint8Array {
  const paragraphs = numbers.map(({ html }, at) => {
    const before = `The agency measured the water of ${at + 3} towns over the whole year, and its report gives`
    return `<p>${before} a value of [[${html}]] for the pipes that it looked at.</p>`
  })
  const style = '<style>.c6{color:#333}.c7{font-size:8pt;vertical-align:super}</style>'
  const head = `<head><title>Lead in tap water</title>${style}</head>`
  const article = `<article><h1>Lead in tap water</h1>${paragraphs.join('')}${table}</article>`
  return new TextEncoder().encode(`<!doctype html><html lang="en">${head}<body>${article}</body></html>`)
}

async function textOf(extract: Extract, body: Uint8Array): Promise<string> {
  const extraction = await extract({ url: 'https://numbers.example/', contentType: 'text/html; charset=utf-8', body })
  if (!extraction.ok) throw new Error(`numbers: ${extraction.reason}`)
  return extraction.page.fragments.map((fragment) => fragment.text_content).join('\n')
}
