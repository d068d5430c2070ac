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

const DASHBOARD = join('src', 'web', 'dashboard', 'assets')
/** Views inside of a conversation (MCP Apps): each is put into one page with everything it needs. */
const APPS = join('src', 'mcp', 'apps', 'assets')

interface Entry {
  readonly entry: string
  readonly folder: string
  readonly asset: string
  /** Packages whose code is in the bundle; their licence asks that its notice goes with it. */
  readonly holds: readonly string[]
}

const LAYOUT = ['graphology', 'graphology-layout-forceatlas2', 'graphology-utils', 'events']
const DRAWING = ['sigma', ...LAYOUT]

/** Entries of src/web/islands, and the asset that each becomes. */
const ISLANDS: readonly Entry[] = [
  { entry: 'graph.ts', folder: DASHBOARD, asset: 'graph.bundle.js', holds: DRAWING },
  { entry: 'graph-worker.ts', folder: DASHBOARD, asset: 'graph-worker.bundle.js', holds: LAYOUT },
  { entry: 'app-findings.ts', folder: APPS, asset: 'findings.bundle.js', holds: [] },
  { entry: 'app-graph.ts', folder: APPS, asset: 'graph.bundle.js', holds: DRAWING },
  { entry: 'app-passage.ts', folder: APPS, asset: 'passage.bundle.js', holds: [] },
]

/** The same sources and packages give the same bytes: the versions are those of the lock file. */
export async function buildIslands(root: string): Promise<readonly Island[]> {
  return Promise.all(
    ISLANDS.map(async ({ entry, folder, asset, holds }) => {
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
        banner: { js: bannerOf(root, holds) },
        tsconfigRaw: { compilerOptions: { target: 'es2022' } },
      })
      const bytes = outputFiles[0]?.contents ?? new Uint8Array()
      return { path: join(folder, asset), bytes, packed: gzipSync(bytes).length }
    }),
  )
}

function bannerOf(root: string, holds: readonly string[]): string {
  const built = 'Built by `npm run islands` from src/web/islands.'
  if (holds.length === 0) return `/*! ${built} */`
  const notices = holds.map((name) => noticeOf(root, name)).join('\n')
  return `/*! ${built} Contains, under the MIT licence:\n${notices}\n${PERMISSION} */`
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
  'documentation files (the "Software"), to deal in the Software without restriction, including without ' +
  'limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of ' +
  'the Software, and to permit persons to whom the Software is furnished to do so, subject to the following ' +
  'conditions: The above copyright notice and this permission notice shall be included in all copies or ' +
  'substantial portions of the Software. THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, ' +
  'EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR ' +
  'PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, ' +
  'DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN ' +
  'CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.'
