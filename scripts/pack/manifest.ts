import { z } from 'zod'

const versions = z.record(z.string(), z.string())

export const packageFile = z.looseObject({
  name: z.string(),
  version: z.string(),
  /** Folders, files and patterns of the checkout that go into the package; `!` before what does not. */
  files: z.array(z.string()),
  dependencies: versions,
  optionalDependencies: versions,
})
export type PackageFile = z.infer<typeof packageFile>

const locked = z.looseObject({
  version: z.string(),
  dependencies: versions.optional(),
  optionalDependencies: versions.optional(),
})
export const lockFile = z.looseObject({ packages: z.record(z.string(), z.looseObject({})) })
type LockFile = z.infer<typeof lockFile>

/** Fetched by `bin/complete-installation.js`, since as a dependency its install script would run. */
const RUNTIME = ['onnxruntime-node', 'onnxruntime-common'] as const

const OF_THE_CHECKOUT = new Set(['private', 'files', 'scripts', 'devDependencies'])

/**
 * The package.json of the package: every package it needs by its exact version, those that dependencies need as well,
 * as npm reads no lock file inside a tarball.
 */
export function packedManifest(own: PackageFile, lock: LockFile): Readonly<Record<string, unknown>> {
  const kept = Object.entries(own).filter(([key]) => !OF_THE_CHECKOUT.has(key))
  const runtime = RUNTIME[0]
  return {
    ...Object.fromEntries(kept),
    dependencies: pinned(Object.keys(own.dependencies), lock),
    peerDependencies: { [runtime]: entry(runtime, lock).version },
    peerDependenciesMeta: { [runtime]: { optional: true } },
  }
}

function pinned(direct: readonly string[], lock: LockFile): Readonly<Record<string, string>> {
  const found = new Map<string, string>()
  const open = direct.filter((name) => !isRuntime(name))
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (found.has(name)) continue
    const { version, dependencies = {} } = entry(name, lock)
    found.set(name, version)
    open.push(...Object.keys(dependencies))
  }
  return Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)))
}

function isRuntime(name: string): boolean {
  return RUNTIME.some((each) => each === name)
}

function entry(name: string, lock: LockFile): z.infer<typeof locked> {
  const found = lock.packages[`node_modules/${name}`]
  if (found === undefined) throw new Error(`package-lock.json has no ${name}`)
  return locked.parse(found)
}

/** The project npm installs the runtime by: exact version, hash, and nothing that only its install script needs. */
export function runtimeProject(own: PackageFile, lock: LockFile) {
  const name = 'lyra-model-runtime'
  const dependencies = Object.fromEntries(RUNTIME.map((each) => [each, entry(each, lock).version]))
  const project = { name, version: own.version, private: true, dependencies }
  const packages = RUNTIME.map((each) => {
    const { hasInstallScript: _script, dependencies: needed = {}, ...rest } = entry(each, lock)
    const kept = Object.entries(needed).filter(([other]) => isRuntime(other))
    return [`node_modules/${each}`, { ...rest, ...(kept.length > 0 && { dependencies: Object.fromEntries(kept) }) }]
  })
  return {
    'package.json': project,
    'package-lock.json': {
      name,
      version: own.version,
      lockfileVersion: 3,
      requires: true,
      packages: { '': { name, version: own.version, dependencies }, ...Object.fromEntries(packages) },
    },
  }
}
