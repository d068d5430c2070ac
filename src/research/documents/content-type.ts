/** Content types by the ending of a name. What the bytes say stands above it (`kindOf` in extract). */
const BY_ENDING: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  htm: 'text/html',
  html: 'text/html',
  xhtml: 'application/xhtml+xml',
  md: 'text/markdown',
  markdown: 'text/markdown',
  txt: 'text/plain',
  text: 'text/plain',
  log: 'text/plain',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  eml: 'message/rfc822',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  docm: 'application/vnd.ms-word.document.macroenabled.12',
  dotx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.template',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  pptm: 'application/vnd.ms-powerpoint.presentation.macroenabled.12',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xlsm: 'application/vnd.ms-excel.sheet.macroenabled.12',
  epub: 'application/epub+zip',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  bmp: 'image/bmp',
  webp: 'image/webp',
}

const ZIP = [0x50, 0x4b, 0x03, 0x04]
const OLE = [0xd0, 0xcf, 0x11, 0xe0]
const PDF = [0x25, 0x50, 0x44, 0x46]

/** The type a file is read as; null for what no reader knows, neither by its name nor by its first bytes. */
export function contentTypeOf(name: string, body: Uint8Array): string | null {
  const ending = /\.([A-Za-z0-9]{1,10})$/u.exec(name)?.[1]?.toLowerCase() ?? ''
  const named = Object.hasOwn(BY_ENDING, ending) ? BY_ENDING[ending] : undefined
  if (named !== undefined) return named
  if (startsWith(body, PDF)) return 'application/pdf'
  // Which of the zip-based kinds, and whether an older Office file or an encrypted one, is for the reader to say.
  if (startsWith(body, ZIP)) return 'application/zip'
  if (startsWith(body, OLE)) return 'application/x-ole-storage'
  if (ending === '' && !body.subarray(0, 4096).includes(0)) return 'text/plain'
  return null
}

function startsWith(body: Uint8Array, bytes: readonly number[]): boolean {
  return bytes.every((byte, at) => body[at] === byte)
}
