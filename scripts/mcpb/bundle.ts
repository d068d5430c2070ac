import { globSync, readFileSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import type { ZipEntry } from '../../src/archive/zip/pack-zip.ts'
import { PACKAGE } from '../../src/cli/installed-copy.ts'
import { asJson, type BundleEntry, mcpbManifest, type PackageFacts } from './manifests.ts'

const THIN: BundleEntry = { entryPoint: 'server/index.js', platforms: ['darwin', 'linux', 'win32'] }

/**
 * The files of a bundle. Without `installed` it is a few kilobytes and npx fetches the package; with a folder into
 * which the package was installed it holds everything, for the platform that it was installed on.
 */
export function* bundleFiles(root: string, facts: PackageFacts, installed: string | null): Generator<ZipEntry> {
  const entry = installed === null ? THIN : wholeEntry()
  yield plain('manifest.json', asJson(mcpbManifest(facts, entry)))
  yield plain('LICENSE', readFileSync(join(root, 'LICENSE'), 'utf8'))
  if (installed !== null) {
    yield* filesBelow(installed)
    return
  }
  const program = readFileSync(join(root, 'scripts', 'mcpb', 'start-by-npx.js'), 'utf8')
  yield plain('server/index.js', program.replace('@VERSION', `@${facts.version}`))
  yield plain('server/package.json', asJson({ type: 'module', private: true }))
}

function wholeEntry(): BundleEntry {
  return { entryPoint: `node_modules/${PACKAGE}/bin/lyra`, platforms: [process.platform] }
}

function plain(name: string, text: string): ZipEntry {
  return { name, bytes: Buffer.from(text), isProgram: false }
}

function* filesBelow(folder: string): Generator<ZipEntry> {
  for (const name of globSync('node_modules/**', { cwd: folder }).sort()) {
    const path = join(folder, name)
    const stat = statSync(path, { throwIfNoEntry: false })
    if (stat?.isFile() !== true || name.includes(`${sep}.bin${sep}`)) continue
    yield { name: name.split(sep).join('/'), bytes: readFileSync(path), isProgram: (stat.mode & 0o100) !== 0 }
  }
}
