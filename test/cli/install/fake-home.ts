import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { TestContext } from 'node:test'
import { configPathOf, type Machine, type System } from '../../../src/cli/install/client.ts'
import { CLIENTS } from '../../../src/cli/install/clients.ts'

/** What a user of each client may have in its config before Lyra comes: other servers, comments, Japanese. */
export const CONFIGS: Readonly<Record<string, string>> = {
  'claude-desktop':
    '{\n  "globalShortcut": "",\n  "mcpServers": {\n    "files": { "command": "npx", "args": [] }\n  }\n}\n',
  'claude-code': '{"numStartups":12,"mcpServers":{},"projects":{"/home/ann/論文":{"allowedTools":[]}}}',
  cursor: '{\r\n\t"mcpServers": {\r\n\t\t"db": { "url": "https://db.example/mcp" }\r\n\t}\r\n}\r\n',
  vscode: '{\n    // 社内サーバー\n    "servers": {},\n    "inputs": [],\n}\n',
  windsurf: '{}',
  codex: 'model = "large" # 既定\n\n[mcp_servers.files]\ncommand = \'npx\'\nargs = [\n  "-y", # yes\n  "files",\n]\n',
  'gemini-cli': '\uFEFF{ "theme": "Dracula", "selectedAuthType": "key" }',
  goose:
    'GOOSE_MODE: auto   # 自動\nextensions:\n    developer:\n        enabled: true\n        type: builtin\n# end\n',
  'lm-studio': '{\n  "mcpServers": {}\n}',
  zed:
    '// Zed settings\n{\n  "theme": "One", // 暗い\n  "context_servers": {\n' +
    '    "files": { "command": "x" }, // mine\n  },\n}\n',
}

/** A home in which every client has been started once. */
export function fakeHome(t: TestContext, system: System = 'linux'): Machine & { readonly folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'lyra-home-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return { folder, system, home: folder, env: {} }
}

export function writeConfig(machine: Machine, id: string, text: string, mode = 0o640): string {
  const client = CLIENTS.find((known) => known.id === id)
  if (client === undefined) throw new Error(`no client ${id}`)
  const path = configPathOf(client, machine)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  chmodSync(path, mode)
  return path
}

/** Every file below a folder with its mode and its bytes. */
export function snapshot(folder: string): Readonly<Record<string, string>> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  return Object.fromEntries(
    names
      .filter((name) => statSync(join(folder, name)).isFile())
      .map((name) => {
        const path = join(folder, name)
        return [name, `${(statSync(path).mode & 0o777).toString(8)} ${readFileSync(path).toString('base64')}`]
      }),
  )
}
