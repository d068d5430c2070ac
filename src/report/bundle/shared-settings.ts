import { LyraError } from '../../domain/errors.ts'
import { settingPaths } from '../../domain/setting-paths.ts'
import { defaultSettings, type Settings, settingsSchema } from '../../domain/settings.ts'
import type { Manifest } from './manifest.ts'

/** Sections whose values decide what a search finds and concludes. */
const SECTIONS = ['engines', 'explore', 'sources', 'extract', 'ranking', 'models', 'judgement', 'freshness', 'report']
const SINGLE = ['net.max_bytes', 'net.max_redirects', 'net.first_visit_share', 'net.wayback_share', 'net.wayback_url']
/** Keys, addresses of people, and what belongs to a machine. */
const NEVER = /(?:_key|email|password|token)$|^models\.(?:device|threads)$/u
/** A model by its name; a folder is a place on its owner's disk. */
const MODEL_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,80}$/u

type SharedValue = Manifest['settings'][string]

function isShared(path: string, value: unknown): value is SharedValue {
  const [section = ''] = path.split('.', 1)
  if (!(SECTIONS.includes(section) || SINGLE.includes(path)) || NEVER.test(path)) return false
  if (section === 'models') return value === '' || (typeof value === 'string' && MODEL_NAME.test(value))
  if (typeof value === 'string') return !hasCredentials(value)
  const isList = Array.isArray(value) && value.every((one) => typeof one === 'string' && !hasCredentials(one))
  return typeof value === 'number' || typeof value === 'boolean' || isList
}

function hasCredentials(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && (url.username !== '' || url.password !== '')
}

/** What differs from the defaults, by path, and may be told. */
export function sharedSettings(settings: Settings): Manifest['settings'] {
  const shared: Manifest['settings'] = {}
  for (const { path } of settingPaths()) {
    const value = valueAt(settings, path)
    if (JSON.stringify(value) === JSON.stringify(valueAt(defaultSettings, path))) continue
    if (isShared(path, value)) shared[path] = value
  }
  return shared
}

/** Settings of a bundle as a config.yaml (JSON is YAML); what no bundle may set, or is no setting, is refused. */
export function configOf(shared: Manifest['settings']): string {
  const tree: Record<string, Record<string, SharedValue>> = {}
  for (const [path, value] of Object.entries(shared)) {
    const [section = '', name = '', ...rest] = path.split('.')
    if (rest.length > 0 || !isShared(path, value)) throw refused(path)
    tree[section] = { ...tree[section], [name]: value }
  }
  const parsed = settingsSchema.safeParse(tree)
  if (!parsed.success) throw refused(parsed.error.issues[0]?.path.join('.') ?? '')
  return JSON.stringify(tree, null, 2)
}

function refused(path: string): LyraError {
  return new LyraError('BUNDLE_REJECTED', `The bundle sets "${path.slice(0, 80)}", which a bundle may not`)
}

function valueAt(settings: Settings, path: string): unknown {
  let node: unknown = settings
  for (const name of path.split('.')) {
    if (typeof node !== 'object' || node === null) return undefined
    node = Object.entries(node).find(([key]) => key === name)?.[1]
  }
  return node
}
