import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

export interface Island {
  /** Relative to the checkout. */
  readonly path: string
  readonly bytes: Uint8Array
  readonly packed: number
}

/** Entries of src/web/islands, and the asset that each becomes. */
const ISLANDS: readonly { readonly entry: string; readonly asset: string }[] = [
  { entry: 'graph.ts', asset: 'graph.bundle.js' },
  { entry: 'graph-worker.ts', asset: 'graph-worker.bundle.js' },
]

/** Packages whose code is in the bundles; their licences ask that the notice goes with it. */
const BUNDLED = ['sigma', 'graphology', 'graphology-layout-forceatlas2', 'graphology-utils', 'events'] as const

/** The same sources and packages give the same bytes: the versions are those of the lock file. */
export async function buildIslands(root: string): Promise<readonly Island[]> {
  const banner = `/*! Built by \`npm run islands\` from src/web/islands. Contains, under the MIT licence:\n${BUNDLED.map(
    (name) => noticeOf(root, name),
  ).join('\n')}\n${PERMISSION} */`
  return Promise.all(
    ISLANDS.map(async ({ entry, asset }) => {
      const { outputFiles } = await build({
        absWorkingDir: root,
        entryPoints: [join('src', 'web', 'islands', entry)],
        bundle: true,
        write: false,
        minify: true,
        format: 'iife',
        target: 'es2022',
        charset: 'utf8',
        legalComments: 'none',
        banner: { js: banner },
        tsconfigRaw: { compilerOptions: { target: 'es2022' } },
      })
      const bytes = outputFiles[0]?.contents ?? new Uint8Array()
      return { path: join('src', 'web', 'dashboard', 'assets', asset), bytes, packed: gzipSync(bytes).length }
    }),
  )
}

function noticeOf(root: string, name: string): string {
  const folder = join(root, 'node_modules', name)
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
  const licence = ['LICENSE.txt', 'LICENSE', 'LICENSE.md']
    .map((file) => {
      try {
        return readFileSync(join(folder, file), 'utf8')
      } catch {
        return ''
      }
    })
    .find((text) => text !== '')
  const holder = /copyright[^\n]*/iu.exec(licence ?? '')?.[0].trim() ?? ''
  return `${name} ${version}: ${holder}`
}

const PERMISSION =
  'Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated ' +
  'documentation files (the "Software"), to deal in the Software without restriction, including without limitation ' +
  'the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to ' +
  'permit persons to whom the Software is furnished to do so, subject to the following conditions: The above copyright ' +
  'notice and this permission notice shall be included in all copies or substantial portions of the Software. THE ' +
  'SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE ' +
  'WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS ' +
  'OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR ' +
  'OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.'
