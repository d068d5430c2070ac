/** Web text inside a report is data: it must not become markup, a link or an instruction block. */
export function escapeMarkdown(text: string, limit = 400): string {
  const flat = text.replace(/\s+/gu, ' ').trim()
  const cut = [...flat].length > limit ? `${[...flat].slice(0, limit - 1).join('')}…` : flat
  return cut.replace(/[\\`*_[\]<>|#~]/gu, (character) => `\\${character}`)
}
