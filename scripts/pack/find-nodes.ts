import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { olderNode, versionOf } from '../node-binaries.ts'
import { npm } from './npm.ts'

export interface FoundNode {
  readonly version: string
  readonly binary: string
}

/** One Node for each of these major versions: on this machine, or from the registry into `folder`. */
export function findNodes(majors: readonly number[], folder: string): readonly FoundNode[] {
  const here = [process.execPath, olderNode(24)].flatMap((binary) => {
    const version = binary === null ? null : versionOf(binary)
    return binary === null || version === null ? [] : [{ binary, version }]
  })
  return majors.flatMap((major) => {
    const found = here.find(({ version }) => Number.parseInt(version, 10) === major)
    return found ?? fetched(major, folder) ?? []
  })
}

function fetched(major: number, folder: string): FoundNode | null {
  const name = `node-${process.platform}-${process.arch}`
  const prefix = join(folder, `node-${major}`)
  npm(['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', prefix, `${name}@${major}`], folder)
  const binary = join(prefix, 'node_modules', name, 'bin', 'node')
  const version = existsSync(binary) ? versionOf(binary) : null
  return version === null ? null : { binary, version }
}
