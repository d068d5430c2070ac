import { parseDocument } from 'yaml'
import { settingPaths } from '../../domain/setting-paths.ts'

export interface CleanSettings {
  readonly text: string
  /** Settings that were taken out, e.g. `server.token`. */
  readonly removed: readonly string[]
}

/** A config.yaml without the settings that let somebody in; comments and order stay. */
export function settingsWithoutSecrets(text: string): CleanSettings {
  const document = parseDocument(text)
  // What cannot be read is not taken apart: it stays out as a whole.
  if (document.errors.length > 0) return { text: '', removed: ['(the whole file: it is not valid YAML)'] }
  const removed = settingPaths()
    .map(({ path }) => path)
    .filter((path) => document.hasIn(path.split('.')))
    .filter((path) => isSecret(path) || holdsLogin(document.getIn(path.split('.'))))
  for (const path of removed) document.deleteIn(path.split('.'))
  return removed.length === 0 ? { text, removed } : { text: document.toString(), removed }
}

export function isSecret(path: string): boolean {
  return /(?:^|[._])(?:token|key|password|secret)$/.test(path)
}

/** An address such as http://user:password@proxy. */
export function holdsLogin(value: unknown): boolean {
  const url = typeof value === 'string' ? URL.parse(value) : null
  return url !== null && `${url.username}${url.password}` !== ''
}
