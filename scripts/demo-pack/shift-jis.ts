/** Node decodes Shift_JIS but does not encode it: the table is the decoder's, turned around. */
export function encodeShiftJis(text: string): Uint8Array {
  const table = reverseTable()
  const bytes: number[] = []
  for (const character of text) {
    const code = table.get(character)
    if (code === undefined) throw new Error(`Shift_JIS has no character ${character}`)
    bytes.push(...code)
  }
  return Uint8Array.from(bytes)
}

function reverseTable(): ReadonlyMap<string, readonly number[]> {
  const decoder = new TextDecoder('shift_jis')
  const table = new Map<string, readonly number[]>()
  const add = (bytes: readonly number[]) => {
    const character = decoder.decode(Uint8Array.from(bytes))
    // The first spelling wins: the standard's own rows come before the vendors' copies of the same characters.
    if (!character.includes('\ufffd') && [...character].length === 1 && !table.has(character))
      table.set(character, bytes)
  }
  for (let byte = 0; byte < 0x100; byte++) add([byte])
  for (let lead = 0x81; lead <= 0xfc; lead++)
    for (let trail = 0x40; trail <= 0xfc; trail++) if (lead < 0xa0 || lead > 0xdf) add([lead, trail])
  return table
}
