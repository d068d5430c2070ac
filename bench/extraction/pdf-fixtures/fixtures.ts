/** A document of columns that a tool outside the project made. */
export interface Fixture {
  readonly name: string
  readonly maker: 'pdftex' | 'groff' | 'libreoffice'
  readonly seed: number
  readonly paragraphs: number
  readonly columns: number
  /** White between two columns, in points. */
  readonly gutter: number
  readonly heading: string
}

const HEADING = 'The old harbour and its bridges'

export const FIXTURES: readonly Fixture[] = (
  [
    ['pdftex', 2, 10, 24],
    ['pdftex', 2, 24, 30],
    ['pdftex', 3, 12, 26],
    ['pdftex', 4, 14, 20],
    ['groff', 2, 10, 24],
    ['groff', 2, 24, 30],
    ['groff', 3, 12, 26],
    ['groff', 4, 14, 16],
    ['libreoffice', 2, 10, 24],
    ['libreoffice', 2, 24, 30],
    ['libreoffice', 3, 12, 26],
    ['libreoffice', 4, 14, 16],
  ] as const
).map(([maker, columns, gutter, paragraphs], index) => ({
  name: `${maker}-${columns}-columns-${gutter}`,
  maker,
  seed: 100 + index,
  paragraphs,
  columns,
  gutter,
  heading: HEADING,
}))
