import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { LyraError } from '../domain/errors.ts'
import { parseSettingText, type SettingPath, settingPaths } from '../domain/setting-paths.ts'
import { type Settings, settingsSchema } from '../domain/settings.ts'

export interface ConfigSources {
  readonly packageRoot: string
  readonly environment: Readonly<Record<string, string | undefined>>
  /** `--set path=value`, `--home`, `--replay`. */
  readonly flags: Readonly<Record<string, string>>
}

/** Names that start like a setting but belong to tests and benchmarks. */
const NOT_SETTINGS = new Set(['LYRA_DATA', 'LYRA_HUB', 'LYRA_HUB_GATE_KEY'])

/** Defaults < config/settings.yaml < LYRA_HOME/config.yaml < environment < flag. */
export function loadSettings(sources: ConfigSources): Settings {
  const paths = settingPaths()
  const overrides: Tree = {}
  applyEnvironment(overrides, sources.environment, paths)
  applyFlags(overrides, sources.flags, paths)

  const shipped = readYaml(join(sources.packageRoot, 'config', 'settings.yaml'))
  if (String(overrides.home ?? 'given').trim() === '') throw new LyraError('INVALID_CONFIG', 'home must not be empty')
  const home = expandHome(String(overrides.home ?? shipped.home ?? settingsSchema.parse({}).home))
  const own = readYaml(join(home, 'config.yaml'))
  const parsed = settingsSchema.safeParse(merge(merge(shipped, own), { ...overrides, home }))
  if (parsed.success) return parsed.data
  const first = parsed.error.issues[0]
  throw new LyraError('INVALID_CONFIG', `Setting ${first?.path.join('.') || '(root)'}: ${first?.message ?? 'invalid'}`)
}

type Tree = { [name: string]: unknown }

function readYaml(file: string): Tree {
  if (!existsSync(file)) return {}
  try {
    const text = readFileSync(file, 'utf8')
    // Most files have nothing but comments: then the parser, the largest part of a start, is not loaded.
    if (text.split('\n').every((line) => /^\s*(?:#|\{\}\s*$|$)/.test(line))) return {}
    const { parse } = createRequire(import.meta.url)('yaml') as typeof import('yaml')
    const value: unknown = parse(text)
    if (value === null || value === undefined) return {}
    if (typeof value === 'object' && !Array.isArray(value)) return value as Tree
  } catch (error) {
    throw new LyraError('INVALID_CONFIG', `${file} is not valid YAML`, { cause: error })
  }
  throw new LyraError('INVALID_CONFIG', `${file} must hold settings by name`)
}

function merge(under: Tree, over: Tree): Tree {
  const result: Tree = { ...under }
  for (const [name, value] of Object.entries(over)) {
    const below = result[name]
    result[name] = isTree(below) && isTree(value) ? merge(below, value) : value
  }
  return result
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function applyEnvironment(
  target: Tree,
  environment: ConfigSources['environment'],
  paths: readonly SettingPath[],
): void {
  for (const [name, text] of Object.entries(environment)) {
    if (!name.startsWith('LYRA_') || NOT_SETTINGS.has(name) || text === undefined) continue
    const setting = paths.find((candidate) => candidate.environment === name)
    if (setting === undefined) throw unknownSetting(name)
    assign(target, setting, text, name)
  }
}

function applyFlags(target: Tree, flags: ConfigSources['flags'], paths: readonly SettingPath[]): void {
  for (const [path, text] of Object.entries(flags)) {
    const setting = paths.find((candidate) => candidate.path === path)
    if (setting === undefined) throw unknownSetting(path)
    assign(target, setting, text, `--set ${path}`)
  }
}

function unknownSetting(name: string): LyraError {
  return new LyraError('INVALID_CONFIG', `There is no setting ${name}`)
}

function assign(target: Tree, setting: SettingPath, text: string, origin: string): void {
  const value = parseSettingText(setting, text)
  if (value === undefined) throw new LyraError('INVALID_CONFIG', `${origin} must be a ${setting.kind}, not "${text}"`)
  const names = setting.path.split('.')
  const leaf = names.pop() as string
  let node = target
  for (const name of names) {
    const next = isTree(node[name]) ? node[name] : {}
    node[name] = next
    node = next
  }
  node[leaf] = value
}

function expandHome(path: string): string {
  return resolve(path.startsWith('~') ? join(homedir(), path.slice(1)) : path)
}
