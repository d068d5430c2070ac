import { crc32, deflateRawSync } from 'node:zlib'

export interface ZipPart {
  readonly name: string
  readonly body: string | Uint8Array
  /** What its head claims, where that is not the truth. */
  readonly claimedBytes?: number
  readonly isEncrypted?: boolean
  readonly isStored?: boolean
}

/** A zip file as writers make it, or as they should not. */
export function zipFile(parts: readonly ZipPart[]): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, body, claimedBytes, isEncrypted = false, isStored = false } of parts) {
    const bytes = Buffer.from(body as string)
    const packed = isStored ? bytes : deflateRawSync(bytes)
    const head = Buffer.alloc(26)
    head.writeUInt16LE(20, 0)
    head.writeUInt16LE(0x0800 | (isEncrypted ? 1 : 0), 2)
    head.writeUInt16LE(isStored ? 0 : 8, 4)
    head.writeUInt32LE(crc32(bytes), 10)
    head.writeUInt32LE(packed.length, 14)
    head.writeUInt32LE(claimedBytes ?? bytes.length, 18)
    head.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), head, Buffer.from(name), packed])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), head, rest, Buffer.from(name)]))
    files.push(local)
    offset += local.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...files, list, end])
}

const TYPES = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** Relations by id: the kind and the part, or an address outside. */
export function relations(
  list: Readonly<Record<string, readonly [kind: string, target: string, mode?: string]>>,
): string {
  const rows = Object.entries(list).map(
    ([id, [kind, target, mode]]) =>
      `<Relationship Id="${id}" Type="${TYPES}/${kind}" Target="${target}"${mode ? ` TargetMode="${mode}"` : ''}/>`,
  )
  return `<?xml version="1.0"?><Relationships>${rows.join('')}</Relationships>`
}

const TYPES_PART = { name: '[Content_Types].xml', body: '<?xml version="1.0"?><Types/>' }
const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'

/** A Word file around the content of its body. */
export function docx(body: string, more: readonly ZipPart[] = [], links = relations({})): Buffer {
  return zipFile([
    TYPES_PART,
    { name: '_rels/.rels', body: relations({ r1: ['officeDocument', 'word/document.xml'] }) },
    { name: 'word/document.xml', body: `<?xml version="1.0"?><w:document ${W}><w:body>${body}</w:body></w:document>` },
    { name: 'word/_rels/document.xml.rels', body: links },
    ...more,
  ])
}

/** A workbook of one sheet. */
export function xlsx(sheet: string, more: readonly ZipPart[] = []): Buffer {
  return zipFile([
    TYPES_PART,
    { name: '_rels/.rels', body: relations({ r1: ['officeDocument', 'xl/workbook.xml'] }) },
    {
      name: 'xl/workbook.xml',
      body: '<workbook xmlns:r="r"><sheets><sheet name="Trials" sheetId="1" r:id="s1"/></sheets></workbook>',
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      body: relations({
        s1: ['worksheet', 'worksheets/sheet1.xml'],
        s2: ['sharedStrings', 'sharedStrings.xml'],
        s3: ['styles', 'styles.xml'],
      }),
    },
    { name: 'xl/worksheets/sheet1.xml', body: `<worksheet>${sheet}</worksheet>` },
    ...more,
  ])
}
