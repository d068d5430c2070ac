import { deflateSync } from 'node:zlib'

const MEGABYTE = 1024 * 1024

/** PDFs of a few megabytes at most that want gigabytes, or for ever; each by how it does so. */
export const PDF_BOMBS: Readonly<Record<string, () => Uint8Array>> = {
  unpacked_spaces: () => unpackingPdf(2000),
  unpacked_twice: () => contentPdf(deflateSync(packed(' ', 2000 * MEGABYTE)), '[/FlateDecode /FlateDecode]'),
  unpacked_text: () => contentPdf(packed('BT /F 9 Tf (tea lowers pressure ) Tj ET\n', 500 * MEGABYTE)),
  unpacked_operators: () => contentPdf(packed('0 0 m 9 9 l S\n', 500 * MEGABYTE)),
  unpacked_array: () => contentPdf(packed('[', 100 * MEGABYTE)),
  unpacked_map: () =>
    contentPdf(deflateSync('BT /F 9 Tf (tea) Tj ET'), '/FlateDecode', packed('<00> <0041>\n', 500 * MEGABYTE)),
  many_pages: () => pagesPdf(300_000),
  endless_form: () => endlessPdf(),
  open_brackets: () =>
    bytes(`%PDF-1.4\n1 0 obj\n${'['.repeat(4 * MEGABYTE)}\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF`),
  many_objects: () =>
    bytes(`%PDF-1.4\n${Array.from({ length: 200_000 }, (_, n) => `${n + 9} 0 obj\n<<>>\nendobj\n`).join('')}%%EOF`),
}

/** A page of so many megabytes of spaces. */
export function unpackingPdf(megabytes: number): Uint8Array {
  return contentPdf(packed(' ', megabytes * MEGABYTE))
}

function packed(piece: string, length: number): Uint8Array {
  const block = Buffer.from(piece.repeat(Math.ceil(MEGABYTE / piece.length)))
  return deflateSync(Buffer.alloc(Math.min(length, 2 ** 31 - 1), block), { level: 9 })
}

type Content = Uint8Array | string

function contentPdf(content: Content, filter = '/FlateDecode', map: Uint8Array | null = null): Uint8Array {
  const toUnicode = map === null ? '' : ' /ToUnicode 6 0 R'
  return pdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>',
    stream(`/Filter ${filter}`, content),
    `<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica${toUnicode} >>`,
    ...(map === null ? [] : [stream('/Filter /FlateDecode', map)]),
  ])
}

function pagesPdf(count: number): Uint8Array {
  return pdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${'3 0 R '.repeat(count)}] /Count ${count} >>`,
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>',
  ])
}

/** A form filled with a pattern that draws the form: a parser that follows it never ends and never pauses. */
export function endlessPdf(): Uint8Array {
  return pdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /XObject << /X 5 0 R >> >> >>',
    stream('', '/X Do'),
    stream(
      '/Type /XObject /Subtype /Form /BBox [0 0 90 90] /Resources << /Pattern << /P 6 0 R >> >>',
      '/Pattern cs /P scn 0 0 90 90 re f',
    ),
    stream(
      '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 9 /YStep 9 /Resources << /XObject << /X 5 0 R >> >>',
      '/X Do',
    ),
  ])
}

function stream(dictionary: string, content: Content): Uint8Array {
  const body = bytes(content)
  return Buffer.concat([bytes(`<< ${dictionary} /Length ${body.length} >>\nstream\n`), body, bytes('\nendstream')])
}

function pdf(objects: readonly Content[]): Uint8Array {
  return Buffer.concat([
    bytes('%PDF-1.4\n'),
    ...objects.flatMap((object, index) => [bytes(`${index + 1} 0 obj\n`), bytes(object), bytes('\nendobj\n')]),
    bytes(`trailer << /Root 1 0 R /Size ${objects.length + 1} >>\n%%EOF`),
  ])
}

function bytes(content: Content): Uint8Array {
  return typeof content === 'string' ? Buffer.from(content, 'latin1') : content
}
