import { z } from 'zod'
import { TOOLS } from '../../src/app/use-cases.ts'
import { NPX_FLAGS } from '../../src/cli/install/launch.ts'
import { PACKAGE } from '../../src/cli/installed-copy.ts'
import { type SettingPath, settingPaths } from '../../src/domain/setting-paths.ts'

export const packageSchema = z.object({
  name: z.literal(PACKAGE),
  version: z.string(),
  description: z.string(),
  license: z.string(),
  mcpName: z.string(),
})
export type PackageFacts = z.infer<typeof packageSchema>

/** What the bundle is started by: a small program that asks npx, or the whole package inside the bundle. */
export interface BundleEntry {
  readonly entryPoint: string
  readonly platforms: readonly string[]
}

/** Settings that a client asks for in a dialog; each has a default, since an open field is handed on as it stands. */
const ASKED = [
  { key: 'home', path: 'home', type: 'directory', title: 'Research folder', fallback: `\${HOME}/.lyra` },
  { key: 'max_pages', path: 'task.max_pages', type: 'number', title: 'Pages a task may read' },
  { key: 'max_seconds', path: 'task.max_seconds', type: 'number', title: 'Seconds a task may take' },
] as const

const SUMMARY = 'Local, zero-cost research engine: searches, archives and weighs evidence for your assistant'

/** manifest.json of an .mcpb bundle, version 0.3. */
export function mcpbManifest(facts: PackageFacts, entry: BundleEntry): Readonly<Record<string, unknown>> {
  const asked = ASKED.map((question) => ({ ...question, setting: settingAt(question.path) }))
  return {
    manifest_version: '0.3',
    name: facts.name,
    display_name: 'Lyra',
    version: facts.version,
    description: SUMMARY,
    long_description: facts.description,
    author: { name: 'Lyra contributors' },
    license: facts.license,
    keywords: ['research', 'evidence', 'citations', 'search', 'local'],
    server: {
      type: 'node',
      entry_point: entry.entryPoint,
      mcp_config: {
        command: 'node',
        args: [`\${__dirname}/${entry.entryPoint}`, 'mcp'],
        env: Object.fromEntries(asked.map(({ key, setting }) => [setting.environment, `\${user_config.${key}}`])),
      },
    },
    tools: TOOLS.map(({ name, title }) => ({ name, description: title })),
    tools_generated: false,
    prompts_generated: true,
    user_config: Object.fromEntries(
      asked.map(({ key, type, title, setting, ...rest }) => [
        key,
        {
          type,
          title,
          description: setting.description,
          required: false,
          default: 'fallback' in rest ? rest.fallback : setting.fallback,
          ...(type === 'number' ? { min: 1 } : {}),
        },
      ]),
    ),
    compatibility: { platforms: entry.platforms, runtimes: { node: '>=20.0.0' } },
  }
}

/** server.json of the MCP registry. */
export function registryManifest(facts: PackageFacts): Readonly<Record<string, unknown>> {
  const home = settingAt('home')
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: facts.mcpName,
    title: 'Lyra',
    description: SUMMARY,
    version: facts.version,
    packages: [
      {
        registryType: 'npm',
        identifier: facts.name,
        version: facts.version,
        runtimeHint: 'npx',
        runtimeArguments: NPX_FLAGS.map((name) => ({ type: 'named', name })),
        transport: { type: 'stdio' },
        packageArguments: [{ type: 'positional', value: 'mcp' }],
        environmentVariables: [
          { name: home.environment, description: home.description, format: 'filepath', isRequired: false },
        ],
      },
    ],
  }
}

function settingAt(path: string): SettingPath {
  const found = settingPaths().find((setting) => setting.path === path)
  if (found === undefined) throw new Error(`There is no setting ${path}`)
  return found
}

export const asJson = (data: unknown): string => `${JSON.stringify(data, null, 2)}\n`
