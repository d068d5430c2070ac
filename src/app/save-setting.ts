import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseDocument } from 'yaml'
import { LyraError } from '../domain/errors.ts'

/** Writes settings into LYRA_HOME/config.yaml; what else stands there, comments too, is left as it is. */
export function saveSettings(home: string, values: Readonly<Record<string, string>>): string {
  const file = join(home, 'config.yaml')
  const document = parseDocument(existsSync(file) ? readFileSync(file, 'utf8') : '')
  if (document.errors.length > 0) throw new LyraError('INVALID_CONFIG', `${file} is not valid YAML`)
  for (const [path, value] of Object.entries(values)) document.setIn(path.split('.'), value)
  mkdirSync(home, { recursive: true, mode: 0o700 })
  const fresh = `${file}.new`
  writeFileSync(fresh, document.toString(), { mode: 0o600 })
  renameSync(fresh, file)
  return file
}
