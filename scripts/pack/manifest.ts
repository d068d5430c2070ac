import { z } from 'zod'

const versions = z.record(z.string(), z.string())

export const packageFile = z.looseObject({
  name: z.string(),
  version: z.string(),
  /** Folders, files and patterns of the checkout that go into the package; `!` before what does not. */
  files: z.array(z.string()),
  dependencies: versions,
  /** Brought by the user for one purpose alone (docs/dependencies.md). */
  peerDependencies: versions.default({}),
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
const MODEL_RUNTIME = ['onnxruntime-node', 'onnxruntime-common']

const OF_THE_CHECKOUT = new Set(['private', 'files', 'scripts', 'devDependencies', 'optionalDependencies'])

/**
 * The package.json of the package: every package it needs by its exact version, those that dependencies need as well,
 * as npm reads no lock file inside a tarball.
 */
export function packedManifest(own: PackageFile, lock: LockFile): Readonly<Record<string, unknown>> {
  const kept = Object.entries(own).filter(([key]) => !OF_THE_CHECKOUT.has(key))
  const [runtime = ''] = MODEL_RUNTIME
  return {
    ...Object.fromEntries(kept),
    dependencies: pinned(Object.keys(own.dependencies), lock),
    peerDependencies: { ...own.peerDependencies, [runtime]: entry(runtime, lock).version },
    peerDependenciesMeta: Object.fromEntries(
      [...Object.keys(own.peerDependencies), runtime].map((name) => [name, { optional: true }]),
    ),
  }
}

function pinned(direct: readonly string[], lock: LockFile): Readonly<Record<string, string>> {
  const found = new Map<string, string>()
  const open = direct.filter((name) => !MODEL_RUNTIME.includes(name))
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (found.has(name)) continue
    const { version, dependencies = {} } = entry(name, lock)
    found.set(name, version)
    open.push(...Object.keys(dependencies))
  }
  return Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)))
}

function entry(name: string, lock: LockFile): z.infer<typeof locked> {
  const found = lock.packages[`node_modules/${name}`]
  if (found === undefined) throw new Error(`package-lock.json has no ${name}`)
  return locked.parse(found)
}

/**
 * The projects by which npm brings what the package runs on, by the name of their folder: exact version, hash, and
 * nothing that only an install script needs. Of the Nodes npm takes the one of its platform.
 */
export function runtimeProjects(own: PackageFile, lock: LockFile) {
  return {
    models: project(MODEL_RUNTIME, 'dependencies', own, lock),
    node: project(Object.keys(own.optionalDependencies), 'optionalDependencies', own, lock),
  }
}

function project(
  names: readonly string[],
  kind: 'dependencies' | 'optionalDependencies',
  { version }: PackageFile,
  lock: LockFile,
) {
  const head = {
    name: 'lyra-runtime',
    version,
    [kind]: Object.fromEntries(names.map((name) => [name, entry(name, lock).version])),
  }
  const packages = names.map((name) => {
    const { hasInstallScript: _script, dependencies = {}, ...rest } = entry(name, lock)
    const kept = Object.entries(dependencies).filter(([other]) => names.includes(other))
    return [`node_modules/${name}`, { ...rest, ...(kept.length > 0 && { dependencies: Object.fromEntries(kept) }) }]
  })
  return {
    'package.json': { ...head, private: true },
    'package-lock.json': {
      ...head,
      lockfileVersion: 3,
      requires: true,
      packages: { '': head, ...Object.fromEntries(packages) },
    },
  }
}
