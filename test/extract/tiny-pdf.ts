/** Writes small PDFs for the tests: text at given places, Helvetica or a non-embedded Japanese font. */
export interface PlacedText {
  readonly x: number
  readonly y: number
  readonly text: string
  readonly size?: number
  /** Vertical writing, Japanese only. */
  readonly vertical?: boolean
}

export interface TinyPdfOptions {
  readonly locked?: boolean
  readonly info?: Readonly<Record<string, string>>
}

export function tinyPdf(pages: readonly (readonly PlacedText[])[], options: TinyPdfOptions = {}): Uint8Array {
  const objects: string[] = []
  const add = (body: string) => objects.push(body)
  const firstPage = 8
  const kids = pages.map((_, index) => `${firstPage + index * 2} 0 R`).join(' ')
  add('<< /Type /Catalog /Pages 2 0 R >>')
  add(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`)
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>')
  add('<< /Type /Font /Subtype /Type0 /BaseFont /HeiseiMin-W3 /Encoding /UniJIS-UTF16-H /DescendantFonts [5 0 R] >>')
  add(
    '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /HeiseiMin-W3 /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> /DW 1000 /FontDescriptor 6 0 R >>',
  )
  add(
    '<< /Type /FontDescriptor /FontName /HeiseiMin-W3 /Flags 6 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>',
  )
  add('<< /Type /Font /Subtype /Type0 /BaseFont /HeiseiMin-W3 /Encoding /UniJIS-UTF16-V /DescendantFonts [5 0 R] >>')
  for (const [index, texts] of pages.entries()) {
    const stream = texts.map(drawing).join('\n')
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${firstPage + index * 2 + 1} 0 R /Resources << /Font << /F1 3 0 R /F2 4 0 R /F3 7 0 R >> >> >>`,
    )
    add(`<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`)
  }
  const info = Object.entries(options.info ?? {}).map(([key, value]) => `/${key} (${value})`)
  add(`<< ${info.join(' ')} >>`)
  const infoNumber = objects.length
  let trailer = `/Size ${objects.length + 2} /Root 1 0 R /Info ${infoNumber} 0 R`
  if (options.locked === true) {
    const key = '41'.repeat(32)
    add(`<< /Filter /Standard /V 1 /R 2 /O <${key}> /U <${key}> /P -4 >>`)
    trailer += ` /Encrypt ${objects.length} 0 R /ID [<${'42'.repeat(16)}> <${'42'.repeat(16)}>]`
  }
  return assemble(objects, trailer)
}

function drawing({ x, y, text, size = 10, vertical = false }: PlacedText): string {
  const japanese = /[^\x20-\x7e]/.test(text)
  const shown = japanese
    ? `<${[...Buffer.from(text, 'utf16le').swap16()].map((byte) => byte.toString(16).padStart(2, '0')).join('')}>`
    : `(${text.replace(/([\\()])/g, '\\$1')})`
  return `BT /${vertical ? 'F3' : japanese ? 'F2' : 'F1'} ${size} Tf ${x} ${y} Td ${shown} Tj ET`
}

function assemble(objects: readonly string[], trailer: string): Uint8Array {
  let file = '%PDF-1.4\n'
  const offsets: number[] = []
  for (const [index, body] of objects.entries()) {
    offsets.push(file.length)
    file += `${index + 1} 0 obj\n${body}\nendobj\n`
  }
  const start = file.length
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`
  file += offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  file += `trailer\n<< ${trailer} >>\nstartxref\n${start}\n%%EOF`
  return new Uint8Array(Buffer.from(file, 'latin1'))
}

/** Lines of one column, top down. */
export function column(x: number, top: number, lines: readonly string[], size = 10, leading = 12): PlacedText[] {
  return lines.map((text, index) => ({ x, y: top - index * leading, text, size }))
}
