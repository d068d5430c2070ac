import { z } from 'zod'
import { settingsSchema } from './settings.ts'

export interface SettingPath {
  /** Dotted, as in the YAML file and `--set`. */
  readonly path: string
  readonly environment: string
  readonly description: string
  readonly kind: 'string' | 'number' | 'boolean' | 'list' | 'choice'
  readonly choices: readonly string[]
  readonly fallback: unknown
}

interface SchemaNode {
  readonly def: { readonly type: string; readonly innerType?: unknown; readonly defaultValue?: unknown }
  readonly shape?: Record<string, unknown>
  readonly options?: readonly string[]
  readonly description?: string
}

/** Walks the settings table: every leaf with its names in the file, the environment and on the command line. */
export function settingPaths(): readonly SettingPath[] {
  return leaves(settingsSchema as unknown as SchemaNode, [], settingsSchema.parse({}))
}

function leaves(node: SchemaNode, path: readonly string[], value: unknown): SettingPath[] {
  const inner = unwrap(node)
  if (inner.shape !== undefined) {
    return Object.entries(inner.shape).flatMap(([name, child]) =>
      leaves(child as SchemaNode, [...path, name], (value as Record<string, unknown>)[name]),
    )
  }
  return [
    {
      path: path.join('.'),
      environment: `LYRA_${path.join('__').toUpperCase()}`,
      description: node.description ?? '',
      kind: kindOf(inner),
      choices: inner.options ?? [],
      fallback: value,
    },
  ]
}

function unwrap(node: SchemaNode): SchemaNode {
  return node.def.innerType === undefined ? node : unwrap(node.def.innerType as SchemaNode)
}

function kindOf(node: SchemaNode): SettingPath['kind'] {
  if (node.def.type === 'enum') return 'choice'
  if (node.def.type === 'array') return 'list'
  return z.enum(['string', 'number', 'boolean']).parse(node.def.type)
}

/** Text from the environment or a flag, as the setting's own type; undefined when it cannot be one. */
export function parseSettingText(setting: SettingPath, text: string): unknown {
  switch (setting.kind) {
    case 'number':
      return text.trim() === '' ? undefined : Number(text)
    case 'boolean':
      return text === 'true' || text === '1' ? true : text === 'false' || text === '0' ? false : undefined
    case 'list':
      return text
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== '')
    default:
      return text
  }
}
