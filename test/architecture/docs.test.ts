import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { z } from 'zod'
import { mergeRows } from '../../bench/record.ts'
import { cliPage } from '../../scripts/docs/cli-page.ts'
import { errorsPage } from '../../scripts/docs/errors-page.ts'
import { referencePages } from '../../scripts/docs/reference-pages.ts'
import { settingsPage } from '../../scripts/docs/settings-page.ts'
import { USE_CASES } from '../../src/app/use-cases.ts'
import { COMMANDS } from '../../src/cli/command-table.ts'
import { ERROR_TABLE } from '../../src/domain/errors.ts'
import { settingPaths } from '../../src/domain/setting-paths.ts'
import { ROOMS } from './rooms.ts'
import { packageOf, ROOT, sourceFiles } from './source-files.ts'

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

interface PackageJson {
  readonly dependencies: Readonly<Record<string, string>>
  readonly peerDependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
  readonly optionalDependencies: Readonly<Record<string, string>>
  readonly scripts: Readonly<Record<string, string>>
}
const packageJson = JSON.parse(read('package.json')) as PackageJson

test('CONTRIBUTING: the reference pages are what the source generates', () => {
  for (const [name, make] of referencePages(ROOT))
    assert.equal(read(`docs/reference/${name}`), make(), `docs/reference/${name} is out of date: npm run docs`)
})

test('CONTRIBUTING: every tool, error code, setting, view and command has its line in the reference', () => {
  const views = globSync('config/views/*.sql', { cwd: ROOT }).map((path) => path.replace(/^.*[\\/]|\.sql$/g, ''))
  const expected: readonly (readonly [string, readonly string[]])[] = [
    ['tools.md', USE_CASES.map(({ useCase }) => `## ${useCase.name}\n`)],
    ['errors.md', Object.keys(ERROR_TABLE).map((code) => `| \`${code}\` |`)],
    ['settings.md', settingPaths().map((setting) => `| \`${setting.path}\` |`)],
    ['views.md', views.map((view) => `## ${view}\n`)],
    ['cli.md', COMMANDS.map((command) => `## \`lyra ${command.name}\`\n`)],
  ]
  for (const [page, lines] of expected) {
    const text = read(`docs/reference/${page}`)
    assert.deepEqual(
      lines.filter((line) => !text.includes(line)),
      [],
      page,
    )
  }
})

test('CONTRIBUTING: every contract of src/api is in the list of use cases and in the reference, with its limits', async () => {
  const page = read('docs/reference/tools.md')
  const listed = new Map(USE_CASES.map(({ useCase }) => [useCase.name, useCase]))
  for (const file of globSync('src/api/*.ts', { cwd: ROOT })) {
    const name = /defineUseCase\(\{\n {2}name: '(\w+)'/.exec(read(file))?.[1]
    if (name === undefined) continue
    const useCase = listed.get(name)
    assert.ok(useCase !== undefined, `${file} is not in src/app/use-cases.ts`)
    const section = page.split(`\n## ${name}\n`)[1]?.split('\n## ')[0] ?? ''
    for (const [path, limit] of limitsOf(z.toJSONSchema(useCase.input, { io: 'input' }), '')) {
      const row = section.split('\n').find((line) => line.startsWith(`| \`${path}\` |`)) ?? ''
      assert.match(row, new RegExp(`\\b${limit}\\b`), `${name} ${path}`)
    }
  }
})

/** Every upper limit of an input, by the path of its field. */
function limitsOf(schema: z.core.JSONSchema.JSONSchema, path: string): readonly (readonly [string, number])[] {
  const own = [schema.maximum, schema.maxLength, schema.maxItems].flatMap((limit) => limit ?? [])
  const { items } = schema
  const inside = typeof items === 'object' && !Array.isArray(items) ? limitsOf(items, path) : []
  const below = Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
    typeof field === 'object' ? limitsOf(field, path === '' ? name : `${path}.${name}`) : [],
  )
  return [...own.map((limit) => [path, limit] as const), ...inside, ...below]
}

test('CONTRIBUTING: the generator refuses what is not documented', () => {
  const [setting] = settingPaths()
  const [command] = COMMANDS
  assert.ok(setting !== undefined && command !== undefined)
  assert.throws(() => settingsPage([{ ...setting, path: 'net.new', description: ' ' }]), {
    message: 'Setting net.new has no description',
  })
  assert.throws(() => errorsPage({ NEW_CODE: { meaning: '', advice: 'x', retry: 'never', exit: 99 } }), {
    message: 'Error NEW_CODE has no description',
  })
  assert.throws(() => cliPage([{ ...command, name: 'new', examples: [] }]), { message: 'Command new has no example' })
  assert.throws(() => cliPage([{ ...command, name: 'new', flags: { deep: { type: 'boolean', about: '' } } }]), {
    message: 'Flag --deep of new has no description',
  })
})

/** MPL-2.0 asks for the source of its own files where they are handed on: a test loads axe-core, nobody hands it on. */
function isForTestsAlone(name: string, licence: string): boolean {
  return name === 'axe-core' && licence === 'MPL-2.0' && Object.hasOwn(packageJson.devDependencies, name)
}

test('CONTRIBUTING: docs/dependencies.md has one row for each dependency, and no other', () => {
  const rows = [...read('docs/dependencies.md').matchAll(/^\| `([^`]+)` \| ([^|]+) \| ([^|]+) \|/gm)]
  const { dependencies, devDependencies, optionalDependencies } = packageJson
  const declared = [dependencies, devDependencies, optionalDependencies].flatMap((each) => Object.keys(each))
  assert.deepEqual(rows.map((row) => row[1]).sort(), declared.sort())
  const wrongLicence = rows.filter(
    (row) =>
      !/^(MIT|Apache-2\.0|ISC|0BSD|BSD-[23]-Clause|MIT or Apache-2\.0)$/.test((row[2] ?? '').trim()) &&
      !isForTestsAlone(row[1] ?? '', (row[2] ?? '').trim()),
  )
  assert.deepEqual(
    wrongLicence.map((row) => row[1]),
    [],
  )
})

test('CONTRIBUTING: every dependency of the product is imported by it, and everything imported is declared', () => {
  // Islands are bundled when they are written (scripts/islands.ts); what they import is no dependency of the product.
  const files = sourceFiles('src/**/*.ts').filter((file) => !file.path.startsWith('src/web/islands/'))
  const written = files.flatMap((file) => file.imports.map((one) => one.name))
  // A binary or a package of data is found by require.resolve or import.meta.resolve of a literal instead of an import.
  const resolving =
    /\b(?:require|require\.resolve|import\.meta\.resolve|createRequire\([^()]*\)(?:\.resolve)?)\(\s*['"]([^'"]+)['"]/g
  const resolved = files.flatMap((file) => [...file.text.matchAll(resolving)].map((match) => match[1] ?? ''))
  const imported = new Set([...written, ...resolved].filter((name) => !/^(?:node:|[./])/.test(name)).map(packageOf))
  const declared = { ...packageJson.dependencies, ...packageJson.peerDependencies }
  assert.deepEqual([...imported].sort(), Object.keys(declared).sort())
})

test('README: the test command is the one .ci/run uses, and its scripts exist', () => {
  assert.match(read('README.md'), /^npm ci && npm run demo {2,}#/m)
  assert.match(read('README.md'), /^npm ci && npm test {2,}#/m)
  assert.match(read('.ci/run'), /^npm ci$[\s\S]*^npm test$[\s\S]*^npm run check$/m)
  for (const script of ['demo', 'test', 'check', 'docs', 'bench'])
    assert.equal(typeof packageJson.scripts[script], 'string', script)
})

test('docs: every relative link of the documentation leads to a file', () => {
  const pages = globSync(['*.md', 'docs/**/*.md'], { cwd: ROOT })
  const broken = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
      .map((match) => match[1] ?? '')
      .filter((link) => !/^[a-z]+:/.test(link))
      .filter((link) => !existsSync(join(ROOT, dirname(page), link)))
      .map((link) => `${page}: ${link}`),
  )
  assert.deepEqual(broken, [])
})

test('docs/img/rooms.svg: the picture of the house has every room of the table, and no other', () => {
  const drawn = [...read('docs/img/rooms.svg').matchAll(/<text class="name"[^>]*>([a-z]+)</g)].map((match) => match[1])
  assert.deepEqual(drawn.sort(), Object.keys(ROOMS).sort())
})

test('docs: the decisions are numbered without a gap and have the three parts', () => {
  const pages = globSync('docs/adr/*.md', { cwd: ROOT }).sort()
  assert.deepEqual(
    pages.map((page) => Number(/(\d{4})-/.exec(page)?.[1])),
    pages.map((_, index) => index + 1),
  )
  for (const page of pages) {
    const headings = [...read(page).matchAll(/^## (.+)$/gm)].map((match) => match[1])
    for (const part of ['Context', 'Decision', 'Consequence'])
      assert.ok(headings.includes(part), `${page} lacks ${part}`)
  }
})

test('bench: a new figure replaces the old one of the same subject and machine, others stay', () => {
  const page = [
    '# B',
    '<!-- startup -->',
    '| what | measured | baseline | target | date | machine |',
    '|---|---|---|---|---|---|',
    '| start | 9 ms | 1 ms | under 10 ms | 2026-01-01 | laptop |',
    '| start | 5 ms | 1 ms | under 10 ms | 2026-01-01 | server |',
    '<!-- /startup -->',
    '',
  ].join('\n')
  const rows = [{ what: 'start', measured: '7 ms', baseline: '1 ms', target: 'under 10 ms' }]
  const merged = mergeRows(page, 'startup', rows, { date: '2026-02-02', machine: 'laptop' })
  assert.equal(merged.includes('9 ms'), false)
  assert.ok(merged.includes('| start | 5 ms | 1 ms | under 10 ms | 2026-01-01 | server |\n'))
  assert.ok(merged.includes('| start | 7 ms | 1 ms | under 10 ms | 2026-02-02 | laptop |\n<!-- /startup -->'))
  assert.throws(() => mergeRows(page, 'other', rows, { date: '', machine: '' }), /has no place marked/)
})
