import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { DOORS, HARMLESS_NET_NAMES, HEAVY_PACKAGES, ROOMS } from './rooms.ts'
import { packageOf, ROOT, readImports, readSource, sourceFiles } from './source-files.ts'

const files = sourceFiles('src/**/*.ts')
const roomOf = (path: string) => path.split('/')[1] ?? ''

test('STYLE: every folder of src is a room of the table', () => {
  const folders = readdirSync(join(ROOT, 'src'), { withFileTypes: true }).filter((entry) => entry.isDirectory())
  assert.deepEqual(folders.map((entry) => entry.name).sort(), Object.keys(ROOMS).sort())
})

test('STYLE: imports between rooms follow the one direction', () => {
  const broken = files.flatMap((file) =>
    file.imports
      .filter((one) => one.target?.startsWith('src/'))
      .filter((one) => {
        const from = roomOf(file.path)
        const to = roomOf(one.target ?? '')
        return from !== to && !ROOMS[from]?.includes(to)
      })
      .map((one) => `${file.path}:${one.line} imports ${one.target}`),
  )
  assert.deepEqual(broken, [])
})

test('STYLE: nothing in src imports from outside src', () => {
  const broken = files.flatMap((file) =>
    file.imports
      .filter((one) => one.target !== null && !one.target.startsWith('src/'))
      .map((one) => `${file.path}:${one.line} imports ${one.target}`),
  )
  assert.deepEqual(broken, [])
})

test('SPEC 4: one door to the network, one to the browser, one to SQLite', () => {
  const broken = files.flatMap((file) =>
    file.imports
      .filter((one) => one.kind !== 'type')
      .filter((one) => !(one.name === 'node:net' && one.names.length > 0 && one.names.every(isHarmless)))
      .filter((one) => {
        const allowed = DOORS[one.name] ?? DOORS[packageOf(one.name)]
        return allowed !== undefined && !allowed.some((folder) => file.path.startsWith(folder))
      })
      .map((one) => `${file.path}:${one.line} imports ${one.name}`),
  )
  assert.deepEqual(broken, [])
})

test('SPEC 4: nothing outside src/store touches the SQLite connection; the rooms use the repositories', () => {
  const broken = files
    .filter((file) => !file.path.startsWith('src/store/'))
    .filter((file) =>
      /\b\w*[sS]tore\??\.db\b|Store(?:, |<[^>]*)['"]db['"]|Store\['db'\]|\bDatabaseSync\b/.test(file.text),
    )
    .map((file) => file.path)
  assert.deepEqual(broken, [])
})

test('SPEC 4: the global fetch is used in src/net only', () => {
  const broken = files
    .filter((file) => !file.path.startsWith('src/net/'))
    .filter((file) => /(?:\bawait|\breturn|=>|=)\s+fetch\(|\bglobalThis\.fetch\b|\bnew WebSocket\(/.test(file.text))
    .map((file) => file.path)
  assert.deepEqual(broken, [])
})

test('STYLE: external modules carry the node: prefix or are packages, never bare built-ins', () => {
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
    file.imports.filter((one) => bare.has(one.name)).map((one) => `${file.path}:${one.line} imports ${one.name}`),
  )
  assert.deepEqual(broken, [])
})

test('docs/architecture.md "Start": no heavy package loads before initialize is answered', () => {
  const heavy = ['src/cli/main.ts', 'src/mcp/stdio.ts'].flatMap((entry) => staticPackages(entry))
  assert.deepEqual(
    heavy.filter(({ name }) => HEAVY_PACKAGES.includes(name)),
    [],
  )
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

function isHarmless(name: string): boolean {
  return HARMLESS_NET_NAMES.includes(name)
}

/** Packages reached by static imports alone, with the file that pulls each in. */
function staticPackages(entry: string): readonly { name: string; by: string }[] {
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
  return packages
}
