import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { Client as McpClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { createLyra } from '../../../src/app/create-lyra.ts'
import { TOOLS } from '../../../src/app/use-cases.ts'
import { configPathOf, type Machine } from '../../../src/cli/install/client.ts'
import { CLIENTS } from '../../../src/cli/install/clients.ts'
import { entryIn } from '../../../src/cli/install/config-format.ts'
import { placeOf } from '../../../src/cli/install/edit-client.ts'
import { type Launch, launchIn, npxLaunch } from '../../../src/cli/install/launch.ts'
import { runCli } from '../../../src/cli/run-cli.ts'
import { silentLogger } from '../../../src/domain/log.ts'
import { defaultSettings } from '../../../src/domain/settings.ts'
import { startHttpServer } from '../../../src/web/serve.ts'
import { bareLyra } from '../../mcp/fake-lyra.ts'
import { fakeWorld } from '../fake-world.ts'
import { CONFIGS, fakeHome, writeConfig } from './fake-home.ts'

/** Installs as a user does, then reads the config as the client does. */
async function installed(machine: Machine, id: string, ...flags: readonly string[]): Promise<Launch> {
  const client = CLIENTS.find((known) => known.id === id)
  assert.ok(client !== undefined)
  writeConfig(machine, id, CONFIGS[id] ?? '')
  const world = fakeWorld({}, { env: { HOME: machine.home } })
  const exit = await runCli(['install', id, '--home', join(machine.home, '.lyra'), ...flags], world)
  assert.equal(exit, 0, world.out() + world.err())
  const data = client.format.read(readFileSync(configPathOf(client, machine), 'utf8'))
  const launch = launchIn(entryIn(data, placeOf(client)))
  assert.ok(launch !== null)
  return launch
}

async function toolsOf(t: TestContext, launch: Launch): Promise<readonly string[]> {
  const client = new McpClient({ name: 'smoke', version: '1' })
  t.after(() => client.close())
  await client.connect(
    launch.kind === 'stdio'
      ? new StdioClientTransport({ command: launch.command, args: [...launch.args], stderr: 'ignore' })
      : new StreamableHTTPClientTransport(new URL(launch.url), {
          requestInit: { headers: { Authorization: `Bearer ${launch.token}` } },
        }),
  )
  const { tools } = await client.listTools()
  return tools.map(({ name }) => name)
}

const NAMES = TOOLS.map(({ name }) => name)

for (const [shape, id] of [
  ['JSON with comments', 'zed'],
  ['TOML', 'codex'],
  ['YAML', 'goose'],
  ['JSON under `servers`', 'vscode'],
  ['JSON under `mcpServers`', 'lm-studio'],
] as const)
  test(`LYRA 8.2: what the config in ${shape} says starts a server that lists the tools`, async (t) => {
    const launch = await installed(fakeHome(t), id)
    assert.equal(launch.kind, 'stdio')
    assert.deepEqual(await toolsOf(t, launch), NAMES)
  })

test('LYRA 8.2: every config gives back the npx line it was given, on Windows with its shell and a file of that system', () => {
  const file = 'file:C:\\Users\\安 子\\lyra-research-0.1.0.tgz'
  const lines = [npxLaunch('linux'), npxLaunch('win32', ['--home', 'D:\\研究'], file)]
  const readBack = CLIENTS.map((client) =>
    lines.map((line) => {
      const text = client.format.put(CONFIGS[client.id] ?? '', placeOf(client), client.stdio(line))
      return launchIn(entryIn(client.format.read(text), placeOf(client)))
    }),
  )
  assert.deepEqual(readBack, Array(CLIENTS.length).fill(lines))
})

test('LYRA 8.2: the address and the header of each HTTP config lead to the tools of `lyra serve`', async (t) => {
  const machine = fakeHome(t)
  const withHttp = CLIENTS.filter(({ http }) => http !== null)
  const first = await installed(machine, 'cursor', '--http')
  assert.ok(first.kind === 'http')
  const lyra = createLyra(async () => bareLyra({}))
  const settings = { ...defaultSettings.server, port: 0, token: first.token }
  const server = await startHttpServer(lyra, settings, { version: '0.0.0-test', log: silentLogger, home: machine.home })
  t.after(() => server.close())
  const port = new URL(server.url).port

  const launches = await Promise.all(
    withHttp.map(({ id }) => installed(machine, id, '--http', '--set', `server.port=${port}`)),
  )
  const lists = await Promise.all(launches.map((launch) => toolsOf(t, launch)))

  assert.deepEqual(lists, Array(9).fill(NAMES))
  await assert.rejects(toolsOf(t, { kind: 'http', url: `${server.url}/mcp`, token: 'wrong' }))
})
