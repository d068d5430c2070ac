import type { Ask } from './ask-user.ts'

/** Asks the person at the terminal, if there is one. Writes to stderr only: stdout may be piped data. */
export function terminalAsk(
  input: NodeJS.ReadStream = process.stdin,
  output: NodeJS.WritableStream = process.stderr,
): Ask | undefined {
  if (!input.isTTY) return undefined
  return async (prompt, choices, _timeoutMs, signal) => {
    const { createInterface } = await import('node:readline/promises')
    const lines = createInterface({ input, output })
    const list = choices.map((choice, index) => `  ${index + 1}. ${choice}\n`).join('')
    try {
      const answer = await lines.question(`${prompt}\n${list}> `, { signal })
      return answer.trim() === '' ? null : answer.trim()
    } catch {
      return null
    } finally {
      lines.close()
    }
  }
}
