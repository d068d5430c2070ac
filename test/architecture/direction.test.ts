import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { roomAdvice } from './room-advice.ts'
import { DOORS, HARMLESS_NET_NAMES, HEAVY_PACKAGES, ROOMS } from './rooms.ts'
import { packageOf, ROOT, readImports, readSource, sourceFiles } from './source-files.ts'

const files = sourceFiles('src/**/*.ts')

test('CONTRIBUTING: every folder of src is a room of the table', () => {
  const folders = readdirSync(join(ROOT, 'src'), { withFileTypes: true }).filter((entry) => entry.isDirectory())
  assert.deepEqual(folders.map((entry) => entry.name).sort(), Object.keys(ROOMS).sort())
})

test('CONTRIBUTING: imports between rooms follow the one direction', () => {
  none(
    files.flatMap((file) =>
      file.imports.flatMap((one) => roomAdvice(ROOMS, { path: file.path, line: one.line, target: one.target }) ?? []),
    ),
  )
})

test('the advice for a wrong import names what the room may import and the three ways out', () => {
  const rooms = { domain: [], models: ['domain'], rank: ['domain', 'models'], research: ['domain', 'rank'] }
  const advice = (path: string, target: string | null) => roomAdvice(rooms, { path, line: 3, target })

  assert.equal(
    advice('src/rank/x.ts', 'src/research/y.ts'),
    'src/rank/x.ts:3 imports src/research/y.ts: rank may import domain, models. Move the code down into one of them, ' +
      'take the thing as a parameter (src/app passes it in), or change the table in test/architecture/rooms.ts and say why',
  )
  assert.equal(
    advice('src/domain/x.ts', 'src/rank/y.ts'),
    'src/domain/x.ts:3 imports src/rank/y.ts: domain may import nothing. Move the code into src/rank, take the thing as ' +
      'a parameter (src/app passes it in), or change the table in test/architecture/rooms.ts and say why',
  )
  assert.equal(advice('src/research/x.ts', 'src/rank/y.ts'), null)
  assert.equal(advice('src/rank/x.ts', 'src/rank/y.ts'), null)
  assert.equal(advice('src/rank/x.ts', null), null)
})

test('CONTRIBUTING: nothing in src imports from outside src', () => {
  const broken = files.flatMap((file) =>
    file.imports
      .filter((one) => one.target !== null && !one.target.startsWith('src/'))
      .map((one) => `${file.path}:${one.line} imports ${one.target}: what the product needs must be in src`),
  )
  none(broken)
})

test('LYRA 4.1: one door to the network, one to the browser, one to SQLite', () => {
  const broken = files.flatMap((file) =>
    file.imports
      .filter((one) => one.kind !== 'type')
      .filter((one) => !(one.name === 'node:net' && one.names.length > 0 && one.names.every(isHarmless)))
      .filter((one) => {
        const allowed = DOORS[one.name] ?? DOORS[packageOf(one.name)]
        return allowed !== undefined && !allowed.some((folder) => file.path.startsWith(folder))
      })
      .map((one) => doorAdvice(file.path, one.line, one.name)),
  )
  none(broken)
})

test('LYRA 4.1: nothing outside src/store touches the SQLite connection; the rooms use the repositories', () => {
  const broken = files
    .filter((file) => !file.path.startsWith('src/store/'))
    .filter((file) =>
      /\b\w*[sS]tore\??\.db\b|Store(?:, |<[^>]*)['"]db['"]|Store\['db'\]|\bDatabaseSync\b/.test(file.text),
    )
    .map((file) => file.path)
  none(broken)
})

test('LYRA 4.1: the global fetch is used in src/net only', () => {
  const broken = files
    // Islands run in the browser, whose policy lets them ask their own server alone.
    .filter((file) => !/^src\/(?:net|web\/islands)\//.test(file.path))
    .filter((file) => /(?:\bawait|\breturn|=>|=)\s+fetch\(|\bglobalThis\.fetch\b|\bnew WebSocket\(/.test(file.text))
    .map((file) => `${file.path} opens a connection of its own: take a Gateway (src/net/types.ts) as a parameter`)
  none(broken)
})

test('CONTRIBUTING: external modules carry the node: prefix or are packages, never bare built-ins', () => {
  const bare = new Set([
    'fs',
    'path',
    'os',
    'http',
    'https',
    'net',
    'dns',
    'tls',
    'crypto',
    'stream',
    'url',
    'util',
    'zlib',
    'events',
    'child_process',
  ])
  const broken = files.flatMap((file) =>
    file.imports
      .filter((one) => bare.has(one.name))
      .map((one) => `${file.path}:${one.line} imports ${one.name}: write node:${one.name}`),
  )
  none(broken)
})

test('LYRA 8: no heavy package loads before initialize is answered', () => {
  const heavy = ['src/cli/main.ts', 'src/mcp/stdio.ts'].flatMap((entry) => staticImports(entry).packages)
  none(
    heavy
      .filter(({ name }) => HEAVY_PACKAGES.includes(name))
      .map(({ name, by }) => `${by} loads ${name} at start: use \`await import('${name}')\` where it is first needed`),
  )
})

test('LYRA 8: a greeting is answered before any package is loaded', () => {
  const { files: loaded, packages } = staticImports('src/cli/commands/mcp.ts')
  assert.ok(loaded.includes('src/mcp/first-answer.ts'))
  none(packages.filter(({ name }) => !name.startsWith('node:')).map(({ name, by }) => `${by} loads ${name} at start`))
})

test('LYRA 8: listing the tools loads no room of research, only the contracts', () => {
  const { files: loaded } = staticImports('src/mcp/stdio.ts')
  assert.ok(loaded.includes('src/api/search.ts'))
  const others = loaded.filter((path) => !/^src\/(?:api|app|domain|guard|mcp)\//.test(path))
  none(others.filter((path) => !/^src\/(?:engines|store)\//.test(path)))
  assert.ok(others.length <= 3, `${others.join(', ')}: import rooms inside the entries of src/app/use-cases.ts`)
})

test('the import reader sees static, type, multi-line and dynamic imports with their names', () => {
  const text = [
    "import type { A } from './a.ts'",
    'import {',
    '  type B,',
    '  c as d,',
    "} from '../domain/b.ts'",
    "import 'node:net'",
    "export { e } from './e.ts'",
    "  const f = await import('undici')",
  ].join('\n')
  assert.deepEqual(
    readImports('src/net/x.ts', text).map(({ name, target, line, kind, names }) => [name, target, line, kind, names]),
    [
      ['./a.ts', 'src/net/a.ts', 1, 'type', ['A']],
      ['../domain/b.ts', 'src/domain/b.ts', 2, 'static', ['B', 'c']],
      ['node:net', null, 6, 'static', []],
      ['./e.ts', 'src/net/e.ts', 7, 'static', ['e']],
      ['undici', null, 8, 'dynamic', []],
    ],
  )
})

function doorAdvice(path: string, line: number, name: string): string {
  const allowed = (DOORS[name] ?? DOORS[packageOf(name)] ?? []).join(', ')
  return `${path}:${line} imports ${name}: only ${allowed} may. Use what that room offers (its types.ts), passed in by src/app`
}

/** Fails with one line a mistake, each with its advice. */
function none(broken: readonly string[]): void {
  assert.ok(broken.length === 0, `\n${broken.join('\n')}`)
}

function isHarmless(name: string): boolean {
  return HARMLESS_NET_NAMES.includes(name)
}

/** What static imports alone reach: files, and packages with the file that pulls each in. */
function staticImports(entry: string) {
  const seen = new Set<string>()
  const packages: { name: string; by: string }[] = []
  const visit = (path: string) => {
    if (seen.has(path)) return
    seen.add(path)
    for (const one of readSource(path).imports) {
      if (one.kind !== 'static') continue
      if (one.target === null) packages.push({ name: packageOf(one.name), by: path })
      else visit(one.target)
    }
  }
  visit(entry)
  return { files: [...seen].sort(), packages }
}
