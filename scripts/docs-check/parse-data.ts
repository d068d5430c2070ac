import { parse } from 'yaml'
import type { CodeBlock } from './code-blocks.ts'

/** Throws where a block of data cannot be read as what it says it is. */
export function parseData({ language, text }: Pick<CodeBlock, 'language' | 'text'>): void {
  if (language === 'json') JSON.parse(text)
  else if (language === 'toml') for (const line of text.split('\n')) checkTomlLine(line.trim())
  else parse(text)
}

/** The TOML of client settings: tables, and keys with a string, number, list or inline table on one line. */
function checkTomlLine(line: string): void {
  if (line === '' || line.startsWith('#') || /^\[{1,2}[\w."-]+\]{1,2}$/.test(line)) return
  const [, value] = /^[\w."-]+ *= *(.+)$/.exec(line) ?? []
  if (value === undefined) throw new SyntaxError(`no TOML: ${line}`)
  JSON.parse(value.replace(/([{,] *)([\w-]+) *=/g, '$1"$2":').replace(/^'([^'"\\]*)'$/, '"$1"'))
}
