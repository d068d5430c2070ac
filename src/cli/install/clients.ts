import { PACKAGE } from '../installed-copy.ts'
import type { Client, System } from './client.ts'
import type { Tree } from './config-format.ts'
import { cursorLink, gooseLink, lmStudioLink, SUMMARY, vscodeLink } from './install-link.ts'
import { jsonConfig } from './json-config.ts'
import { type HttpLaunch, type Launch, NPX_FLAGS, npxLaunch, SERVER_NAME, type StdioLaunch } from './launch.ts'
import { tomlConfig } from './toml-config.ts'
import { yamlConfig } from './yaml-config.ts'

/** The first start by `npx` fetches the package, which takes longer than clients wait by themselves. */
const START_SECONDS = 120

const everywhere = (...paths: readonly string[]): Client['config'] => ({ linux: paths, darwin: paths, win32: paths })
const at = (linux: string, darwin: string, win32: string): Client['config'] => ({
  linux: [linux],
  darwin: [darwin],
  win32: [win32],
})

const command = ({ command: program, args }: StdioLaunch): Tree => ({ command: program, args: [...args] })
const headers = ({ token }: HttpLaunch): Tree => ({ Authorization: `Bearer ${token}` })
const urlAs = (field: string) => (launch: HttpLaunch) => ({ [field]: launch.url, headers: headers(launch) })
const npx = ['npx', ...NPX_FLAGS, PACKAGE, 'mcp'].join(' ')

/** Every client that `lyra install` knows, in the order in which they are listed. A new one is a row here. */
export const CLIENTS: readonly Client[] = [
  {
    id: 'claude-desktop',
    title: 'Claude Desktop',
    config: at(
      '$XDG_CONFIG_HOME/Claude/claude_desktop_config.json',
      '~/Library/Application Support/Claude/claude_desktop_config.json',
      '%APPDATA%/Claude/claude_desktop_config.json',
    ),
    format: jsonConfig,
    section: 'mcpServers',
    stdio: command,
    http: null,
    skills: null,
    link: null,
    ownCommand: null,
    manual: 'https://modelcontextprotocol.io/quickstart/user',
  },
  {
    id: 'claude-code',
    title: 'Claude Code',
    config: everywhere('$CLAUDE_CONFIG_DIR/.claude.json'),
    found: ['$CLAUDE_CONFIG_DIR/.claude.json', '~/.claude'],
    format: jsonConfig,
    section: 'mcpServers',
    stdio: (launch) => ({ type: 'stdio', ...command(launch) }),
    http: (launch) => ({ type: 'http', url: launch.url, headers: headers(launch) }),
    skills: '~/.claude/skills',
    link: null,
    ownCommand: `claude mcp add --scope user ${SERVER_NAME} -- ${npx}`,
    manual: 'https://code.claude.com/docs/en/mcp',
  },
  {
    id: 'cursor',
    title: 'Cursor',
    config: everywhere('~/.cursor/mcp.json'),
    format: jsonConfig,
    section: 'mcpServers',
    stdio: command,
    http: urlAs('url'),
    skills: null,
    link: cursorLink,
    ownCommand: null,
    manual: 'https://cursor.com/docs/mcp/install-links',
  },
  {
    id: 'vscode',
    title: 'VS Code',
    config: at(
      '$XDG_CONFIG_HOME/Code/User/mcp.json',
      '~/Library/Application Support/Code/User/mcp.json',
      '%APPDATA%/Code/User/mcp.json',
    ),
    format: jsonConfig,
    section: 'servers',
    stdio: (launch) => ({ type: 'stdio', ...command(launch) }),
    http: (launch) => ({ type: 'http', url: launch.url, headers: headers(launch) }),
    skills: null,
    link: vscodeLink,
    ownCommand: `code --add-mcp '${JSON.stringify({ name: SERVER_NAME, ...command(npxLaunch('linux')) })}'`,
    manual: 'https://code.visualstudio.com/docs/copilot/reference/mcp-configuration',
  },
  {
    id: 'windsurf',
    title: 'Windsurf',
    config: everywhere('~/.codeium/windsurf/mcp_config.json'),
    format: jsonConfig,
    section: 'mcpServers',
    stdio: command,
    http: urlAs('serverUrl'),
    skills: null,
    link: null,
    ownCommand: null,
    manual: 'https://docs.windsurf.com/windsurf/cascade/mcp',
  },
  {
    id: 'codex',
    title: 'Codex',
    config: everywhere('$CODEX_HOME/config.toml'),
    format: tomlConfig,
    section: 'mcp_servers',
    stdio: (launch) => ({ ...command(launch), startup_timeout_sec: START_SECONDS }),
    http: (launch) => ({ url: launch.url, http_headers: headers(launch) }),
    skills: '~/.agents/skills',
    link: null,
    ownCommand: `codex mcp add ${SERVER_NAME} -- ${npx}`,
    manual: 'https://developers.openai.com/codex/mcp',
  },
  {
    id: 'gemini-cli',
    title: 'Gemini CLI',
    config: everywhere('~/.gemini/settings.json'),
    format: jsonConfig,
    section: 'mcpServers',
    stdio: command,
    http: urlAs('httpUrl'),
    skills: null,
    link: null,
    ownCommand: null,
    manual: 'https://geminicli.com/docs/tools/mcp-server',
  },
  {
    id: 'goose',
    title: 'Goose',
    config: at(
      '$XDG_CONFIG_HOME/goose/config.yaml',
      '~/.config/goose/config.yaml',
      '%APPDATA%/Block/goose/config/config.yaml',
    ),
    format: yamlConfig,
    section: 'extensions',
    stdio: ({ command: cmd, args }) => gooseExtension({ type: 'stdio', cmd, args: [...args] }),
    http: (launch) => gooseExtension({ type: 'streamable_http', uri: launch.url, headers: headers(launch) }),
    skills: null,
    link: gooseLink,
    ownCommand: null,
    manual: 'https://block.github.io/goose/docs/guides/config-files',
  },
  {
    id: 'lm-studio',
    title: 'LM Studio',
    config: everywhere('~/.lmstudio/mcp.json', '~/.cache/lm-studio/mcp.json'),
    format: jsonConfig,
    section: 'mcpServers',
    stdio: command,
    http: urlAs('url'),
    skills: null,
    link: lmStudioLink,
    ownCommand: null,
    manual: 'https://lmstudio.ai/docs/app/mcp',
  },
  {
    id: 'zed',
    title: 'Zed',
    config: at('$XDG_CONFIG_HOME/zed/settings.json', '~/.config/zed/settings.json', '%APPDATA%/Zed/settings.json'),
    format: jsonConfig,
    section: 'context_servers',
    stdio: (launch) => ({ ...command(launch), env: {} }),
    http: urlAs('url'),
    skills: null,
    link: null,
    ownCommand: null,
    manual: 'https://zed.dev/docs/ai/mcp',
  },
]

function gooseExtension(how: Tree): Tree {
  const { type, ...rest } = how
  return { enabled: true, type, name: SERVER_NAME, description: SUMMARY, ...rest, timeout: 300 }
}

/** The entry of a client for a way to reach Lyra; null where it knows no such way. */
export function entryOf(client: Client, launch: Launch): Tree | null {
  if (launch.kind === 'stdio') return client.stdio(launch)
  return client.http === null ? null : client.http(launch)
}

export function systemOf(platform: NodeJS.Platform): System {
  return platform === 'darwin' || platform === 'win32' ? platform : 'linux'
}
