import { execFileSync } from 'node:child_process'
import { delimiter, join } from 'node:path'

/** A Node older than `major` on PATH, outside node_modules; null where there is none. */
export function olderNode(major: number, path: string = process.env.PATH ?? ''): string | null {
  for (const folder of path.split(delimiter)) {
    if (folder === '' || folder.includes('node_modules')) continue
    const binary = join(folder, 'node')
    const version = versionOf(binary)
    if (version !== null && Number.parseInt(version, 10) < major) return binary
  }
  return null
}

export function versionOf(binary: string): string | null {
  try {
    return execFileSync(binary, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
      .trim()
      .slice(1)
  } catch {
    return null
  }
}
