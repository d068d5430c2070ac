/** A run of text as the PDF places it: origin at the lower left, size in points. */
export interface PdfItem {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly size: number
  readonly bold: boolean
  /** Stands for a whole table, whose rows are the text. */
  readonly isTable?: boolean
  /** Its page is read leftwards and was laid out in the mirror: x counts from the right. */
  readonly mirrored?: boolean
}

export interface PdfLine {
  readonly text: string
  readonly x: number
  readonly right: number
  readonly y: number
  readonly size: number
  /** Nearly all its letters are. */
  readonly bold: boolean
  /** The line is a ruled table: its text has a row a line. */
  readonly isTable?: boolean
  /** Counts the parts of the page in reading order; a change of column is no change of paragraph by itself. */
  readonly column: number
  /** Pieces of the line with wide space between them, and where each begins; more than one may be a row of a table. */
  readonly cells: readonly { readonly text: string; readonly x: number }[]
}

export interface PdfPage {
  readonly number: number
  readonly width: number
  readonly height: number
  /** How many paths it draws. */
  readonly paths: number
  /** In reading order. */
  readonly lines: readonly PdfLine[]
  /** Lines set at another angle, and what was filled in a form: they interrupt no paragraph. */
  readonly aside?: readonly PdfLine[]
}
