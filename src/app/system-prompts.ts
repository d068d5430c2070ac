import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { systemPart } from '../guard/l3-instruction-tag.ts'
import { OPEN_PLACE } from '../guard/l4-output-check.ts'
import { PACKAGE_ROOT } from './package-root.ts'

const FOLDER = join(PACKAGE_ROOT, 'config', 'prompts')

export function readPrompt(name: string): string {
  return readFileSync(join(FOLDER, `${name}.md`), 'utf8')
}

/** Every system instruction with the rules of L3 around it, as a model is shown it, without what is filled in. */
export function systemPrompts(): readonly string[] {
  const names = readdirSync(FOLDER).filter((file) => file.endsWith('.md'))
  return names.map((file) => {
    const instruction = readPrompt(file.slice(0, -'.md'.length)).replaceAll(/\{\{\w+\}\}/g, OPEN_PLACE)
    return systemPart({ name: OPEN_PLACE, hashPrefix: '' }, instruction)
  })
}
