/**
 * A small deterministic PDF writer: A4, Helvetica, headings in bold, words wrapped by the font's own widths, a real
 * text layer and an outline of the headings. No compression, no ids.
 */
export interface PdfSource {
  readonly title: string
  readonly author: string
  /** yyyy-mm-dd, as the document's creation date. */
  readonly date: string
  readonly text: string
  readonly footer: string
}

interface Line {
  readonly text: string
  readonly size: number
  readonly bold: boolean
  readonly y: number
}

const PAGE = { width: 595, height: 842, margin: 72 }

// Widths of Helvetica, thousandths of the size, characters 32 to 126.
const WIDTHS =
  '278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584'
    .split(' ')
    .map(Number)

export function writePdf(source: PdfSource): Uint8Array {
  const { pages, headings } = layOut(source.text)
  const objects: string[] = []
  const add = (body: string): number => objects.push(body)
  const reserve = (): number => objects.push('')
  const catalog = reserve()
  const tree = reserve()
  const regular = add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>')
  const bold = add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>')
  const pageIds = pages.map((lines, index) => {
    const footer = { text: `${source.footer} Page ${index + 1} of ${pages.length}`, size: 8, bold: false, y: 40 }
    const stream = [...lines, footer].map(showLine).join('\n')
    const content = add(`<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`)
    return add(
      `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] /Contents ${content} 0 R /Resources << /Font << /F1 ${regular} 0 R /F2 ${bold} 0 R >> >> >>`,
    )
  })
  const outline = reserve()
  const first = outline + 1
  headings.forEach((heading, index) => {
    const around = [
      index > 0 ? `/Prev ${first + index - 1} 0 R` : '',
      index < headings.length - 1 ? `/Next ${first + index + 1} 0 R` : '',
    ]
    add(
      `<< /Title (${escapePdf(heading.text)}) /Parent ${outline} 0 R ${around.join(' ')} /Dest [${pageIds[heading.page]} 0 R /XYZ 0 ${heading.y + 20} 0] >>`,
    )
  })
  const info = add(
    `<< /Title (${escapePdf(source.title)}) /Author (${escapePdf(source.author)}) /CreationDate (D:${source.date.replaceAll('-', '')}000000Z) /Producer (Lyra demo packer) >>`,
  )
  objects[catalog - 1] = `<< /Type /Catalog /Pages ${tree} 0 R /Outlines ${outline} 0 R /Lang (en) >>`
  objects[tree - 1] =
    `<< /Type /Pages /Kids [${pageIds.map((id) => `${id} 0 R`).join(' ')}] /Count ${pageIds.length} >>`
  objects[outline - 1] =
    `<< /Type /Outlines /First ${first} 0 R /Last ${first + headings.length - 1} 0 R /Count ${headings.length} >>`
  return assemble(objects, catalog, info)
}

function layOut(text: string) {
  const pages: Line[][] = [[]]
  const headings: { text: string; page: number; y: number }[] = []
  let y = PAGE.height - PAGE.margin
  const place = (words: string, size: number, bold: boolean) => {
    if (y < PAGE.margin + size) {
      pages.push([])
      y = PAGE.height - PAGE.margin
    }
    y -= size * 1.4
    pages.at(-1)?.push({ text: words, size, bold, y: Math.round(y) })
  }
  for (const block of text.split(/\n{2,}/)) {
    const heading = /^(#{1,3}) (.+)$/.exec(block.trim())
    const size = heading === null ? 11 : heading[1] === '#' ? 20 : 14
    const words = heading?.[2] ?? block.trim().replace(/\s+/g, ' ')
    // A heading keeps at least three lines of its section on its page.
    if (heading !== null && y < PAGE.margin + 80) y = 0
    for (const line of wrap(words, size)) place(line, size, heading !== null)
    if (heading !== null) headings.push({ text: words, page: pages.length - 1, y: Math.round(y) })
    y -= 8
  }
  return { pages, headings }
}

function wrap(text: string, size: number): readonly string[] {
  const room = ((PAGE.width - 2 * PAGE.margin) * 1000) / size
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line !== '' && widthOf(longer) > room) {
      lines.push(line)
      line = word
    } else line = longer
  }
  return [...lines, line]
}

function widthOf(text: string): number {
  let width = 0
  for (const character of text) {
    const own = WIDTHS[character.charCodeAt(0) - 32]
    if (own === undefined) throw new Error(`the demo PDF is ASCII only: ${character}`)
    width += own
  }
  return width
}

function showLine(line: Line): string {
  return `BT /${line.bold ? 'F2' : 'F1'} ${line.size} Tf ${PAGE.margin} ${line.y} Td (${escapePdf(line.text)}) Tj ET`
}

function escapePdf(text: string): string {
  return text.replace(/[\\()]/g, (character) => `\\${character}`)
}

function assemble(objects: readonly string[], catalog: number, info: number): Uint8Array {
  let file = '%PDF-1.4\n'
  const offsets = objects.map((body, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj\n${body}\nendobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const start = file.length
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`
  file += `trailer\n<< /Size ${objects.length + 1} /Root ${catalog} 0 R /Info ${info} 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return new TextEncoder().encode(file)
}
