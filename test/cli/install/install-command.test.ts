import assert from 'node:assert/strict'
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { runCli } from '../../../src/cli/run-cli.ts'
import { fakeWorld, ROOT } from '../fake-world.ts'
import { CONFIGS, fakeHome, snapshot, writeConfig } from './fake-home.ts'

/** `lyra install` as it is typed, in a home of its own. */
function shell(t: TestContext, configs: readonly string[] = []) {
  const machine = fakeHome(t)
  for (const id of configs) writeConfig(machine, id, CONFIGS[id] ?? '')
  const env = { HOME: machine.folder }
  const home = join(machine.folder, '.lyra')
  return {
    folder: machine.folder,
    home,
    run: async (...words: readonly string[]) => {
      const world = fakeWorld({}, { env })
      const exit = await runCli(['install', ...words, '--home', home], world)
      return { exit, out: world.out(), err: world.err() }
    },
  }
}

test('LYRA 8.2: without a name the clients are listed, with what is found and what they have', async (t) => {
  const { run } = shell(t, ['cursor', 'codex'])
  await run('codex')

  const { exit, out } = await run('--json')

  const { clients } = JSON.parse(out) as { clients: { client: string; found: boolean; state: string }[] }
  assert.equal(exit, 0)
  assert.deepEqual(
    clients.filter(({ found }) => found).map(({ client, state }) => `${client} ${state}`),
    ['cursor none', 'codex stdio'],
  )
  assert.equal(clients.length, 10)
})

test('LYRA 8.2: --all writes what is found and nothing else; the home of this call is given on', async (t) => {
  const { folder, home, run } = shell(t, ['cursor', 'goose'])

  const { exit, out } = await run('--all')

  assert.equal(exit, 0)
  assert.equal(out, `Cursor: added (${folder}/.cursor/mcp.json)\nGoose: added (${folder}/.config/goose/config.yaml)\n`)
  const cursor = JSON.parse(readFileSync(join(folder, '.cursor/mcp.json'), 'utf8')) as {
    mcpServers: { lyra: { command: string; args: string[] } }
  }
  assert.deepEqual(cursor.mcpServers.lyra, {
    command: process.execPath,
    args: [join(ROOT, 'bin', 'lyra'), 'mcp', '--home', home],
  })
})

test('LYRA 8.2: a dry run shows the lines that would change, no others, and writes nothing', async (t) => {
  const { folder, home, run } = shell(t, ['zed'])
  const untouched = snapshot(folder)

  const { exit, out, err } = await run('zed', '--dry-run')

  assert.equal(exit, 0)
  assert.deepEqual(out.split('\n').slice(0, 7), [
    `Zed: would be added (${folder}/.config/zed/settings.json)`,
    `--- ${folder}/.config/zed/settings.json`,
    `+++ ${folder}/.config/zed/settings.json`,
    '@@ -5,0 +6,10 @@',
    '+    "lyra": {',
    `+      "command": "${process.execPath}",`,
    '+      "args": [',
  ])
  assert.equal(err, 'Nothing was written.\n')
  assert.deepEqual(snapshot(folder), untouched)
  assert.equal(existsSync(home), false)
})

test('LYRA 8.2, LYRA 3.5: --http writes the token of the home, which is never shown', async (t) => {
  const { folder, home, run } = shell(t, ['cursor', 'claude-desktop'])

  const dry = await run('cursor', '--http', '--dry-run')
  const madeByDryRun = existsSync(home)
  const { exit, out, err } = await run('--all', '--http')
  const shown = await run('cursor', '--undo', '--dry-run')

  const token = readFileSync(join(home, 'server-token'), 'utf8').trim()
  const text = readFileSync(join(folder, '.cursor/mcp.json'), 'utf8')
  assert.equal(madeByDryRun, false)
  assert.match(dry.out, /"Authorization": "Bearer <token>"/)
  assert.match(text, /"url": "http:\/\/127\.0\.0\.1:8765\/mcp"/)
  assert.ok(text.includes(`"Authorization": "Bearer ${token}"`))
  assert.equal(
    [dry.out, out, err, shown.out].some((said) => said.includes(token)),
    false,
  )
  assert.match(out, /Claude Desktop: The config of Claude Desktop cannot name an HTTP server with a header/)
  assert.match(out, /Other users can read .*mcp\.json, and with it the token: chmod 600 it/)
  assert.equal(exit, 2)
})

test('LYRA 8.2: an entry with our token stays ours when the port of the server changes', async (t) => {
  const { folder, run } = shell(t, ['cursor'])
  await run('cursor', '--http')

  const { exit, out } = await run('cursor', '--http', '--set', 'server.port=9001')

  assert.equal(exit, 0)
  assert.match(out, /^Cursor: updated /)
  assert.match(readFileSync(join(folder, '.cursor/mcp.json'), 'utf8'), /127\.0\.0\.1:9001/)
})

test('LYRA 8.2: one client that fails keeps none of the others waiting, and its error has its code', async (t) => {
  const { folder, run } = shell(t, ['cursor'])
  writeConfig({ system: 'linux', home: folder, env: {} }, 'zed', '{ "theme": ')

  const { exit, out } = await run('zed', 'cursor', '--json')

  const answer = JSON.parse(out) as {
    ok: boolean
    error: { code: string; message: string }
    clients: { client: string; outcome: string }[]
  }
  assert.equal(exit, 21)
  assert.equal(answer.ok, false)
  assert.equal(answer.error.code, 'CONFIG_UNUSABLE')
  assert.equal(answer.error.message, `${folder}/.config/zed/settings.json cannot be edited: line 1: a value is missing`)
  assert.deepEqual(
    answer.clients.map(({ client, outcome }) => `${client} ${outcome}`),
    ['zed failed', 'cursor added'],
  )
})

test('LYRA 8.2: a client that is not there is not written for, unless it is forced', async (t) => {
  const { folder, run } = shell(t)

  const refused = await run('windsurf')
  const nothing = await run('--all')
  const mistyped = await run('curser')
  const alone = await run('--undo')
  const forced = await run('windsurf', '--force')

  assert.equal(refused.exit, 3)
  assert.match(refused.out, /^Windsurf: Windsurf was not found on this machine \[NOT_FOUND\]\n/)
  assert.match(refused.out, / Looked for \S*\/\.codeium\/windsurf; --force writes its config nevertheless\n/)
  assert.equal(nothing.exit, 3)
  assert.match(mistyped.err, /There is no client "curser" \[INVALID_PARAMS\]\n {6}Did you mean `lyra install cursor`\?/)
  assert.match(alone.err, /--undo needs a client/)
  assert.equal(forced.exit, 0)
  assert.deepEqual(Object.keys(snapshot(folder)), ['.codeium/windsurf/mcp_config.json'])
})

test('LYRA 8.2: how it is started follows from where it lies, and can be said', async (t) => {
  const { folder, run } = shell(t, ['cursor'])

  await run('cursor', '--command', 'npx')
  const wrong = await run('cursor', '--command', 'bun')

  const text = readFileSync(join(folder, '.cursor/mcp.json'), 'utf8')
  assert.match(text, /"command": "npx",\s+"args": \[\s+"-y",\s+"--prefer-offline",\s+"lyra-research",\s+"mcp",/)
  assert.match(wrong.err, /--command is node or npx, not "bun"/)
})

test('LYRA 8.2: the skill goes where Claude Code and Codex look, and leaves nothing after undo', async (t) => {
  const { folder, run } = shell(t, ['claude-code', 'codex'])
  const untouched = snapshot(folder)

  const first = await run('--skill')
  const again = await run('--skill')
  const places = ['.claude/skills', '.agents/skills'].map((place) => join(folder, place, 'lyra-research/SKILL.md'))
  const texts = places.map((place) => readFileSync(place, 'utf8'))
  const other = await run('cursor', '--skill', '--force')
  const undone = await run('--skill', '--undo')

  const shipped = readFileSync(join(ROOT, 'skills/lyra-research/SKILL.md'), 'utf8')
  assert.deepEqual([first.exit, again.exit, undone.exit, other.exit], [0, 0, 0, 2])
  assert.deepEqual(texts, [shipped, shipped])
  assert.match(again.out, /^Claude Code: had it already/)
  assert.match(other.out, /Cursor takes no skills from a folder/)
  assert.deepEqual(snapshot(folder), untouched)
  assert.equal(existsSync(join(folder, '.agents/skills/lyra-research')), false)
})

test('LYRA 8.2: a skill of that name that is not ours is a conflict', async (t) => {
  const { folder, run } = shell(t, ['codex'])
  const place = join(folder, '.agents/skills/lyra-research')
  mkdirSync(place, { recursive: true })
  const file = writeSkill(place)

  const refused = await run('codex', '--skill')
  const forced = await run('codex', '--skill', '--force')
  await run('codex', '--skill', '--undo')

  assert.deepEqual([refused.exit, forced.exit], [22, 0])
  assert.equal(readFileSync(file, 'utf8'), '# 竪琴の弾き方\n')
  assert.equal(statSync(file).mode & 0o777, 0o644)
})

function writeSkill(folder: string): string {
  const file = join(folder, 'SKILL.md')
  writeFileSync(file, '# 竪琴の弾き方\n')
  chmodSync(file, 0o644)
  return file
}
