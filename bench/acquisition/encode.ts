/** Text in the charsets Node can read but not write; characters it lacks become `?`. */
export function encodeText(text: string, charset: string): Buffer {
  if (charset === 'utf-16le') return Buffer.from(text, 'utf16le')
  if (charset !== 'iso-2022-jp') return Buffer.concat([...text].map((character) => bytesOf(character, charset)))
  const parts: Buffer[] = []
  let wide = false
  for (const character of text) {
    const bytes = bytesOf(character, 'euc-jp')
    if ((bytes.length === 2) !== wide) {
      wide = !wide
      parts.push(Buffer.from(wide ? '\x1b$B' : '\x1b(B', 'latin1'))
    }
    parts.push(wide ? Buffer.from(bytes.map((byte) => byte & 127)) : bytes)
  }
  return Buffer.concat([...parts, Buffer.from(wide ? '\x1b(B' : '', 'latin1')])
}

const tables = new Map<string, ReadonlyMap<string, Buffer>>()

function bytesOf(character: string, charset: string): Buffer {
  const code = character.codePointAt(0) ?? 0
  if (code < 128) return Buffer.from([code])
  return tableOf(charset).get(character) ?? Buffer.from('?')
}

function tableOf(charset: string): ReadonlyMap<string, Buffer> {
  const known = tables.get(charset)
  if (known !== undefined) return known
  const decoder = new TextDecoder(charset)
  const table = new Map<string, Buffer>()
  for (let lead = 0x81; lead < 0xff; lead += 1) {
    for (let trail = 0x40; trail < 0xff; trail += 1) {
      const character = decoder.decode(Uint8Array.of(lead, trail))
      if ([...character].length === 1 && character !== '�' && !table.has(character)) {
        table.set(character, Buffer.from([lead, trail]))
      }
    }
  }
  tables.set(charset, table)
  return table
}
