import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import type { SourcePattern } from './pattern-literals.ts'

/** Imports every module of the source tree and tells which regular expressions were put together meanwhile. */
const { root, modules } = workerData as { readonly root: string; readonly modules: readonly string[] }
const found: SourcePattern[] = []
const Native = RegExp

function note(expression: RegExp): RegExp {
  const frames = new Error().stack?.split('\n') ?? []
  const own = frames.find((frame) => frame.includes('/src/') && !frame.includes('/domain/long-pattern.ts'))
  const at = own === undefined ? null : /\/(src\/[^:]+:\d+):\d+\)?$/.exec(own)?.[1]
  if (typeof at === 'string') found.push({ at, source: expression.source, flags: expression.flags })
  return expression
}

globalThis.RegExp = new Proxy(Native, {
  construct: (_, args: [string, string?]) => note(new Native(...args)),
  apply: (_, __, args: [string, string?]) => note(Native(...args)),
})

const load = (path: string): Promise<Record<string, unknown>> => import(pathToFileURL(join(root, path)).href)
for (const path of modules) await load(path)
await buildTheRest()
parentPort?.postMessage(found)

/** Patterns that depend on a value: built here from one of the usual shape. */
async function buildTheRest(): Promise<void> {
  const call = async (path: string, name: string, ...args: readonly unknown[]) => {
    const built = (await load(path))[name]
    if (typeof built !== 'function') throw new Error(`${path} has no function ${name}`)
    await built(...args)
  }
  await call('src/net/wayback.ts', 'headingsOf', '')
  await call('src/net/wayback.ts', 'datesOf', '')
  await call('src/net/sitemap.ts', 'parseSitemap', '')
  await call('src/guard/l7-machine-paths.ts', 'hidePaths', '', ['/home/someone/.lyra'])
  await call('src/judge/quote-span.ts', 'findQuote', 'a b c', 'a b')
  await call('src/sources/target-table.ts', 'loadTargetTable', join(root, 'config', 'targets.yaml'), '')
  const numbers = [{ name: 'a', kind: 'isbn', match: '^9784\\d{9}$', url: 'https://a.example/{value}' }]
  await call('src/sources/target-table.ts', 'addressesOf', numbers, 'isbn', '9784101010014')
  const machine = { packageFolder: () => null, packageFile: () => '', platform: 'linux', arch: 'x64' }
  await call('src/cli/doctor/net-checks.ts', 'checkHandshake', machine, { net: { handshake: 'auto' } })
}
