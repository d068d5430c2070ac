import { spawnSync } from 'node:child_process'
import { copyFileSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { lockFile, packageFile, packedManifest, runtimeProjects } from './manifest.ts'
import { npm } from './npm.ts'
import { packedFiles } from './packed-files.ts'

const listing = z.tuple([
  z.object({
    filename: z.string(),
    size: z.number(),
    unpackedSize: z.number(),
    files: z.array(z.object({ path: z.string(), size: z.number() })),
  }),
])
export type Listing = z.infer<typeof listing>[0]

/** Older npm answers with a list of one package, newer with an object by its name. */
function packed({ status, stdout, stderr }: ReturnType<typeof npm>): Listing {
  if (status !== 0) throw new Error(`npm pack ended with ${status}: ${stderr}`)
  const answer: unknown = JSON.parse(stdout)
  return listing.parse(
    Array.isArray(answer) ? answer : Object.values(z.record(z.string(), z.unknown()).parse(answer)),
  )[0]
}

export function readManifests(root: string) {
  const read = (name: string): unknown => JSON.parse(readFileSync(join(root, name), 'utf8'))
  return { own: packageFile.parse(read('package.json')), lock: lockFile.parse(read('package-lock.json')) }
}

/** Puts the package together in a folder of its own; nothing else of the checkout changes. */
export function stage(root: string, folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  const { own, lock } = readManifests(root)
  for (const path of packedFiles(root, own.files)) copy(join(root, path), join(folder, path))
  compile(root, join(folder, 'dist'))
  for (const path of globSync(['**/*.sql', '{web,mcp}/**/assets/*'], { cwd: join(root, 'src') }))
    copy(join(root, 'src', path), join(folder, 'dist', path))
  writeJson(join(folder, 'package.json'), packedManifest(own, lock))
  for (const [part, project] of Object.entries(runtimeProjects(own, lock)))
    for (const [name, content] of Object.entries(project)) writeJson(join(folder, 'runtime', part, name), content)
}

/** The tarball, in `out`. */
export function pack(folder: string, out: string): Listing {
  return packed(npm(['pack', '--json', '--ignore-scripts', '--pack-destination', out], folder))
}

function compile(root: string, out: string): void {
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  const args = [tsc, '-p', join(root, 'scripts', 'pack', 'tsconfig.json'), '--outDir', out]
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`tsc ended with ${status}:\n${stdout}`)
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  copyFileSync(from, to)
}

function writeJson(file: string, content: unknown): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`)
}
