import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { LyraError } from '../../domain/errors.ts'
import { type Description, descriptionSchema } from './description.ts'

/**
 * One file a source: `config/sources/<name>.yaml`, and the user's own in LYRA_HOME/sources, where one with a known name
 * takes the place of the shipped one.
 */
export function loadDescriptions(...folders: readonly string[]): readonly Description[] {
  const byName = new Map<string, Description>()
  for (const folder of folders) for (const description of readFolder(folder)) byName.set(description.name, description)
  return [...byName.values()]
}

function readFolder(folder: string): readonly Description[] {
  if (!existsSync(folder)) return []
  const files = readdirSync(folder).filter((file) => file.endsWith('.yaml'))
  return files.sort().map((file) => parseDescription(readFileSync(join(folder, file), 'utf8'), join(folder, file)))
}

export function parseDescription(text: string, where: string): Description {
  let data: unknown
  try {
    data = parse(text)
  } catch (cause) {
    throw new LyraError('INVALID_CONFIG', `${where} is not valid YAML`, { cause })
  }
  const parsed = descriptionSchema.safeParse(data)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw new LyraError('INVALID_CONFIG', `${where}: ${issue?.path.join('.') || 'source'}: ${issue?.message}`)
}
