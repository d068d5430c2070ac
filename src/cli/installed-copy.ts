import { readFileSync } from 'node:fs'
import { isAbsolute, join, resolve } from 'node:path'
import { z } from 'zod'

/** The name of the package in the registry, which `npx` starts. */
export const PACKAGE = 'lyra-research'

/**
 * How the copy that runs came onto this machine. What npx fetched lies in its cache and is thrown away some day; a
 * package of a project or of the whole machine stays.
 */
export type InstalledCopy =
  | { readonly kind: 'checkout' }
  /** `spec`: what npm is told to get the same copy again. */
  | { readonly kind: 'npx' | 'project'; readonly spec: string; readonly folder: string }
  | { readonly kind: 'global' }

const manifestShape = z.object({
  dependencies: z.record(z.string(), z.string()).optional(),
  devDependencies: z.record(z.string(), z.string()).optional(),
})

/** The package.json beside the node_modules that holds this copy tells what it was installed from. */
export function installedCopy(root: string, version: string): InstalledCopy {
  const steps = root.split(/[\\/]/)
  const at = steps.lastIndexOf('node_modules')
  if (at < 0) return { kind: 'checkout' }
  const separator = root.includes('\\') ? '\\' : '/'
  const folder = steps.slice(0, at).join(separator)
  const kind = steps[at - 2] === '_npx' ? 'npx' : 'project'
  const wanted = wantedIn(folder)
  if (wanted === null && kind === 'project') return { kind: 'global' }
  return { kind, folder, spec: specOf(wanted ?? '', folder, version) }
}

function wantedIn(folder: string): string | null {
  try {
    const parsed = manifestShape.safeParse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
    return parsed.success
      ? (parsed.data.dependencies?.[PACKAGE] ?? parsed.data.devDependencies?.[PACKAGE] ?? null)
      : null
  } catch {
    return null
  }
}

const FILE = 'file:'

/** npm notes a file by its path from that folder; a version, a range or a tag says that it came from the registry. */
function specOf(wanted: string, folder: string, version: string): string {
  if (wanted.startsWith(FILE)) {
    const path = wanted.slice(FILE.length)
    return `${FILE}${isAbsolute(path) ? path : resolve(folder, path)}`
  }
  return wanted.includes(':') || wanted.includes('/') ? wanted : `${PACKAGE}@${version}`
}

/** The words of a terminal that do something for this copy; what mends a checkout means nothing to a package. */
export interface CopyWords {
  /** What stands for `lyra` on a command line. */
  readonly lyra: string
  /** Brings parts that are missing. */
  readonly complete: string
  /** Brings back files of the program that are damaged. */
  readonly renew: string
  /** Brings the newest Lyra. */
  readonly upgrade: string
}

export function copyWords(copy: InstalledCopy): CopyWords {
  switch (copy.kind) {
    case 'checkout':
      return {
        lyra: 'npx lyra',
        complete: 'npm ci',
        renew: 'git checkout -- models',
        upgrade: 'git pull && npm ci',
      }
    case 'npx': {
      const lyra = `npx -y ${quoted(copy.spec)}`
      const upgrade = isFile(copy.spec) ? `npx -y file:<a newer tarball> doctor` : `npx -y ${PACKAGE}@latest doctor`
      return { lyra, complete: startOnline(lyra), renew: `rm -r ${quoted(copy.folder)} && ${lyra} doctor`, upgrade }
    }
    case 'project':
    case 'global': {
      const place = copy.kind === 'global' ? '-g' : `--prefix ${quoted(copy.folder)}`
      const lyra = copy.kind === 'global' ? 'lyra' : 'npx lyra'
      const spec = copy.kind === 'global' ? PACKAGE : copy.spec
      return {
        lyra,
        complete: startOnline(lyra),
        renew: `npm uninstall ${place} ${PACKAGE} && npm install ${place} ${quoted(spec)}`,
        upgrade: `npm install ${place} ${isFile(spec) ? 'file:<a newer tarball>' : `${PACKAGE}@latest`}`,
      }
    }
  }
}

const isFile = (spec: string) => spec.startsWith(FILE)

const startOnline = (lyra: string) => `start it once while the npm registry can be reached: ${lyra} doctor`

function quoted(word: string): string {
  return /^[\w@%+=:,./\\~-]{1,1000}$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
