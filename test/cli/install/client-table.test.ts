import assert from 'node:assert/strict'
import { test } from 'node:test'
import { configPathOf, type System } from '../../../src/cli/install/client.ts'
import { CLIENTS } from '../../../src/cli/install/clients.ts'
import { type HttpLaunch, npxLaunch, stdioLaunch } from '../../../src/cli/install/launch.ts'

const URL_OF_SERVER = 'http://127.0.0.1:8765/mcp'
const HTTP: HttpLaunch = { kind: 'http', url: URL_OF_SERVER, token: 'dGhpcyBpcyBhIHRva2Vu' }
const STDIO = stdioLaunch({ root: '/home/ann/lyra/', node: '/opt/node24/bin/node', platform: 'linux' }, 'node')

test('LYRA 8.2: each client is told in its own words', () => {
  const said = (id: string) => {
    const client = CLIENTS.find((known) => known.id === id)
    return [client?.section, client?.stdio(npxLaunch('linux')), client?.http?.(HTTP)]
  }
  const npx = { command: 'npx', args: ['-y', '--prefer-offline', 'lyra-research', 'mcp'] }
  const headers = { Authorization: 'Bearer dGhpcyBpcyBhIHRva2Vu' }
  const goose = {
    name: 'lyra',
    description: 'Research engine: searches, archives and weighs evidence on this machine',
    timeout: 300,
    enabled: true,
  }
  const typed = [
    { type: 'stdio', ...npx },
    { type: 'http', url: URL_OF_SERVER, headers },
  ]
  assert.deepEqual(said('claude-desktop'), ['mcpServers', npx, undefined])
  assert.deepEqual(said('claude-code'), ['mcpServers', ...typed])
  assert.deepEqual(said('cursor'), ['mcpServers', npx, { url: URL_OF_SERVER, headers }])
  assert.deepEqual(said('vscode'), ['servers', ...typed])
  assert.deepEqual(said('windsurf'), ['mcpServers', npx, { serverUrl: URL_OF_SERVER, headers }])
  assert.deepEqual(said('codex'), [
    'mcp_servers',
    { ...npx, startup_timeout_sec: 120 },
    { url: URL_OF_SERVER, http_headers: headers },
  ])
  assert.deepEqual(said('gemini-cli'), ['mcpServers', npx, { httpUrl: URL_OF_SERVER, headers }])
  assert.deepEqual(said('goose'), [
    'extensions',
    { ...goose, type: 'stdio', cmd: npx.command, args: npx.args },
    { ...goose, type: 'streamable_http', uri: URL_OF_SERVER, headers },
  ])
  assert.deepEqual(said('lm-studio'), ['mcpServers', npx, { url: URL_OF_SERVER, headers }])
  assert.deepEqual(said('zed'), ['context_servers', { ...npx, env: {} }, { url: URL_OF_SERVER, headers }])
})

test('LYRA 8.2: each link carries the command, in the form its client reads', () => {
  const link = (id: string) => CLIENTS.find((known) => known.id === id)?.link?.(npxLaunch('linux'))
  const npx = { command: 'npx', args: ['-y', '--prefer-offline', 'lyra-research', 'mcp'] }
  const decoded = (url: string | null | undefined) => {
    const query = new URL(url ?? '').searchParams
    return [query.get('name'), JSON.parse(Buffer.from(query.get('config') ?? '', 'base64').toString()) as unknown]
  }
  assert.deepEqual(
    CLIENTS.filter((client) => client.link !== null).map(({ id }) => id),
    ['cursor', 'vscode', 'goose', 'lm-studio'],
  )
  for (const id of ['cursor', 'lm-studio'])
    assert.deepEqual(
      [decoded(link(id)?.app), decoded(link(id)?.web)],
      [
        ['lyra', npx],
        ['lyra', npx],
      ],
    )
  const [scheme, entry = ''] = link('vscode')?.app.split('?') ?? []
  assert.equal(scheme, 'vscode:mcp/install')
  assert.deepEqual(JSON.parse(decodeURIComponent(entry)), { name: 'lyra', ...npx })
  assert.equal(new URL(link('vscode')?.web ?? '').searchParams.get('url'), link('vscode')?.app)
  const goose = new URL(link('goose')?.app ?? '').searchParams
  assert.deepEqual([goose.get('cmd'), goose.getAll('arg'), goose.get('id')], ['npx', npx.args, 'lyra'])
})

test('LYRA 8.2: the paths of each system, and the variables that move them', () => {
  const paths = (system: System, env: Readonly<Record<string, string>> = {}) =>
    CLIENTS.map((client) => configPathOf(client, { system, home: '/h', env }))
  assert.deepEqual(paths('linux'), [
    '/h/.config/Claude/claude_desktop_config.json',
    '/h/.claude.json',
    '/h/.cursor/mcp.json',
    '/h/.config/Code/User/mcp.json',
    '/h/.codeium/windsurf/mcp_config.json',
    '/h/.codex/config.toml',
    '/h/.gemini/settings.json',
    '/h/.config/goose/config.yaml',
    '/h/.lmstudio/mcp.json',
    '/h/.config/zed/settings.json',
  ])
  assert.deepEqual(
    paths('darwin').filter((path) => path.includes('Library')),
    [
      '/h/Library/Application Support/Claude/claude_desktop_config.json',
      '/h/Library/Application Support/Code/User/mcp.json',
    ],
  )
  assert.deepEqual(
    paths('win32', { APPDATA: 'D:/Roaming' }).filter((path) => path.startsWith('D:')),
    [
      'D:/Roaming/Claude/claude_desktop_config.json',
      'D:/Roaming/Code/User/mcp.json',
      'D:/Roaming/Block/goose/config/config.yaml',
      'D:/Roaming/Zed/settings.json',
    ],
  )
  const moved = paths('linux', { XDG_CONFIG_HOME: '/x', CODEX_HOME: '/c', CLAUDE_CONFIG_DIR: '/d' })
  assert.deepEqual(
    [moved[0], moved[1], moved[5]],
    ['/x/Claude/claude_desktop_config.json', '/d/.claude.json', '/c/config.toml'],
  )
})

test('LYRA 8.2: a clone is started by its path with the Node that runs it, a package by npx', () => {
  assert.deepEqual(STDIO, {
    kind: 'stdio',
    command: '/opt/node24/bin/node',
    args: ['/home/ann/lyra/bin/lyra', 'mcp'],
  })
  assert.deepEqual(npxLaunch('darwin').args, ['-y', '--prefer-offline', 'lyra-research', 'mcp'])
  assert.deepEqual(npxLaunch('win32', ['--home', 'C:/r']), {
    kind: 'stdio',
    command: 'cmd',
    args: ['/c', 'npx', '-y', '--prefer-offline', 'lyra-research', 'mcp', '--home', 'C:/r'],
  })
})
