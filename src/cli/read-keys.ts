import { createInterface } from 'node:readline'

const INTERRUPT = '\u0003'

/** What a person answers: one key at a time from a terminal, one line at a time from a pipe or a file. */
export async function* readKeys(input: NodeJS.ReadStream): AsyncGenerator<string> {
  if (!input.isTTY) {
    for await (const line of createInterface({ input })) yield line.trim()
    return
  }
  input.setRawMode(true)
  try {
    for await (const chunk of input)
      for (const key of String(chunk)) {
        if (key === INTERRUPT) return
        yield key
      }
  } finally {
    input.setRawMode(false)
    input.pause()
  }
}
