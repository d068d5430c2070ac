import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { ROOT } from '../architecture/source-files.ts'
import { type CodeBlock, withBlock } from './worked-examples.ts'

/** What is needed to run the product and `npm run docs`. */
const PRODUCT = ['bin', 'config', 'docs/reference', 'package.json', 'scripts', 'src']
/** And to check its types, its form and the rules of the house. */
export const HOUSE = ['test', 'bench', 'docs', 'skills', '.ci', '.gitignore', 'tsconfig.json', 'biome.json']

export interface CopiedTree {
  readonly root: string
  /** Writes the blocks, those of LYRA_HOME into the home. */
  add(blocks: readonly CodeBlock[], home?: string): void
  /** Files that are new or differ from the repository's, reference pages aside: those `npm run docs` writes. */
  changed(): readonly string[]
}

/** The tree in a temporary folder, removed with the test; packages and models are the repository's own. */
export function copyTree(t: TestContext, more: readonly string[] = []): CopiedTree {
  const root = temporaryFolder(t, 'lyra-adding-')
  const pages = more.length === 0 ? [] : globSync('*.md', { cwd: ROOT })
  for (const path of [...PRODUCT, ...more, ...pages]) cpSync(join(ROOT, path), join(root, path), { recursive: true })
  for (const path of ['node_modules', 'models']) symlinkSync(join(ROOT, path), join(root, path))
  return {
    root,
    add: (blocks, home) => {
      for (const block of blocks) {
        const file = block.path.startsWith('LYRA_HOME/')
          ? join(home ?? '', block.path.slice('LYRA_HOME/'.length))
          : join(root, block.path)
        writeFileSync(file, withBlock(block, readIfThere(file)))
      }
    },
    changed: () =>
      globSync('{bin,config,scripts,src}/**/*.*', { cwd: root })
        .filter((path) => readIfThere(join(root, path)) !== readIfThere(join(ROOT, path)))
        .sort(),
  }
}

export function temporaryFolder(t: TestContext, prefix: string): string {
  const path = mkdtempSync(join(tmpdir(), prefix))
  t.after(() => rmSync(path, { recursive: true, force: true }))
  return path
}

function readIfThere(file: string): string | null {
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}
