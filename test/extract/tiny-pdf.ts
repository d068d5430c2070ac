/** Writes small PDFs for the tests: text at given places, Helvetica or a non-embedded Japanese font. */
export interface PlacedText {
  readonly x: number
  readonly y: number
  readonly text: string
  readonly size?: number
  /** Vertical writing, Japanese only. */
  readonly vertical?: boolean
  readonly bold?: boolean
}

export interface TinyPdfOptions {
  readonly locked?: boolean
  readonly info?: Readonly<Record<string, string>>
  /** Titles of bookmarks, in order; those that begin with a space lie one level deeper. */
  readonly outline?: readonly string[]
  /** Operators drawn before the text of a page, by its index: rules, boxes. */
  readonly drawn?: ReadonlyMap<number, string>
  /** A black-and-white PNG that covers a page, by its index: a scan. */
  readonly scans?: ReadonlyMap<number, Uint8Array>
  /** Addresses that a page links to, by its index. */
  readonly links?: ReadonlyMap<number, readonly string[]>
  /** What letters of the Latin font stand for, as a font of another script has it. */
  readonly letters?: ReadonlyMap<string, string>
  /** Degrees by which all pages are turned when shown. */
  readonly rotate?: number
  /** Text fields with a name, filled in but not drawn, by the page's index. */
  readonly fields?: ReadonlyMap<number, readonly (readonly [name: string, value: string])[]>
}

export function tinyPdf(pages: readonly (readonly PlacedText[])[], options: TinyPdfOptions = {}): Uint8Array {
  const objects: string[] = []
  const add = (body: string) => objects.push(body)
  const firstPage = 9
  const kids = pages.map((_, index) => `${firstPage + index * 3} 0 R`).join(' ')
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
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>')
  for (const [index, texts] of pages.entries()) {
    const scan = options.scans?.get(index)
    const picture = scan === undefined ? { object: 'null', drawn: '' } : placedPng(scan)
    const number = firstPage + index * 3
    const stream = [picture.drawn, options.drawn?.get(index) ?? '', ...texts.map(drawing)].join('\n')
    const links = options.links?.get(index) ?? []
    const fields = options.fields?.get(index) ?? []
    const annots = [...links.map(annotation), ...fields.map(([name, value]) => field(name, value))].join(' ')
    const annotations = `${annots === '' ? '' : ` /Annots [${annots}]`} /Rotate ${options.rotate ?? 0}`
    add(
      `<< /Type /Page /Parent 2 0 R${annotations} /MediaBox [0 0 612 792] /Contents ${number + 1} 0 R /Resources << /XObject << /S ${number + 2} 0 R >> /Font << /F1 3 0 R /F2 4 0 R /F3 7 0 R /F4 8 0 R >> >> >>`,
    )
    add(`<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`)
    add(picture.object)
  }
  const info = Object.entries(options.info ?? {}).map(([key, value]) => `/${key} (${value})`)
  add(`<< ${info.join(' ')} >>`)
  const infoNumber = objects.length
  if (options.outline !== undefined) addOutline(objects, options.outline)
  if (options.letters !== undefined) addLetters(objects, options.letters)
  let trailer = `/Size ${objects.length + 2} /Root 1 0 R /Info ${infoNumber} 0 R`
  if (options.locked === true) {
    const key = '41'.repeat(32)
    add(`<< /Filter /Standard /V 1 /R 2 /O <${key}> /U <${key}> /P -4 >>`)
    trailer += ` /Encrypt ${objects.length} 0 R /ID [<${'42'.repeat(16)}> <${'42'.repeat(16)}>]`
  }
  return assemble(objects, trailer)
}

function annotation(address: string): string {
  return `<< /Type /Annot /Subtype /Link /Rect [72 690 200 710] /A << /S /URI /URI ${literal(address)} >> >>`
}

function field(name: string, value: string): string {
  const place = '/Rect [72 600 300 620] /F 4'
  return `<< /Type /Annot /Subtype /Widget /FT /Tx /T (f) /TU ${literal(name)} /V ${literal(value)} ${place} >>`
}

function addLetters(objects: string[], letters: ReadonlyMap<string, string>): void {
  const hex = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex')
  const pairs = [...letters].map(([from, to]) => `<${Buffer.from(from, 'latin1').toString('hex')}> <${hex(to)}>`)
  const map = [
    '/CIDInit /ProcSet findresource begin begincmap /CMapName /Letters def /CMapType 2 def',
    '1 begincodespacerange <00> <ff> endcodespacerange',
    `${pairs.length} beginbfchar ${pairs.join(' ')} endbfchar`,
    'endcmap end',
  ].join('\n')
  objects.push(`<< /Length ${map.length} >>\nstream\n${map}\nendstream`)
  const font = '/Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding'
  objects[2] = `<< ${font} /ToUnicode ${objects.length} 0 R >>`
}

function literal(text: string): string {
  return `(${text.replace(/([\\()])/g, '\\$1')})`
}

/** Bookmarks as linked lists, one of the first level and one under each of its entries. */
function addOutline(objects: string[], titles: readonly string[]): void {
  const root = objects.length + 1
  const groups: { title: string; number: number; below: { title: string; number: number }[] }[] = []
  titles.forEach((title, index) => {
    const entry = { title: title.trim(), number: root + 1 + index }
    if (title.startsWith(' ')) groups.at(-1)?.below.push(entry)
    else groups.push({ ...entry, below: [] })
  })
  const ends = (list: readonly { number: number }[]) =>
    list.length === 0 ? '' : `/First ${list[0]?.number} 0 R /Last ${list.at(-1)?.number} 0 R /Count ${list.length}`
  const links = (list: readonly { number: number }[], at: number) =>
    [
      at > 0 ? `/Prev ${list[at - 1]?.number} 0 R` : '',
      at + 1 < list.length ? `/Next ${list[at + 1]?.number} 0 R` : '',
    ].join(' ')
  const written = new Map<number, string>()
  groups.forEach((group, at) => {
    written.set(
      group.number,
      `<< /Title (${group.title}) /Parent ${root} 0 R ${links(groups, at)} ${ends(group.below)} >>`,
    )
    group.below.forEach((entry, place) => {
      written.set(
        entry.number,
        `<< /Title (${entry.title}) /Parent ${group.number} 0 R ${links(group.below, place)} >>`,
      )
    })
  })
  objects.push(`<< /Type /Outlines ${ends(groups)} >>`)
  titles.forEach((_, index) => {
    objects.push(written.get(root + 1 + index) ?? 'null')
  })
  objects[0] = `<< /Type /Catalog /Pages 2 0 R /Outlines ${root} 0 R >>`
}

function drawing({ x, y, text, size = 10, vertical = false, bold = false }: PlacedText): string {
  const japanese = /[^\x20-\x7e]/.test(text)
  const shown = japanese
    ? `<${[...Buffer.from(text, 'utf16le').swap16()].map((byte) => byte.toString(16).padStart(2, '0')).join('')}>`
    : literal(text)
  return `BT /${vertical ? 'F3' : japanese ? 'F2' : bold ? 'F4' : 'F1'} ${size} Tf ${x} ${y} Td ${shown} Tj ET`
}

/**
 * The compressed pixels of a PNG are what a PDF calls Flate with predictor 15; they go in as they are, over the page's
 * width.
 */
function placedPng(png: Uint8Array): { object: string; drawn: string } {
  const bytes = Buffer.from(png)
  const width = bytes.readUInt32BE(16)
  const height = bytes.readUInt32BE(20)
  let data = ''
  for (let at = 8; at < bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    if (bytes.toString('latin1', at + 4, at + 8) !== 'IDAT') continue
    data += bytes.toString('latin1', at + 8, at + 8 + bytes.readUInt32BE(at))
  }
  const tall = (612 * height) / width
  const header = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /FlateDecode /DecodeParms << /Predictor 15 /Colors 1 /BitsPerComponent 1 /Columns ${width} >> /Length ${data.length}`
  return {
    object: `<< ${header} >>\nstream\n${data}\nendstream`,
    drawn: `q 612 0 0 ${tall} 0 ${792 - tall} cm /S Do Q`,
  }
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
