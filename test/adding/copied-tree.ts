import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../architecture/source-files.ts'
import { type CodeBlock, withBlock } from './worked-examples.ts'

/** What is needed to run the product and `npm run docs`. */
const PRODUCT = ['bin', 'config', 'docs/reference', 'package.json', 'scripts', 'src']
/** And to check its types, its form and the rules of the house. */
const HOUSE = ['test', 'bench', 'docs', 'skills', '.ci', '.gitignore', 'tsconfig.json', 'biome.json']

export interface CopiedTree {
  readonly root: string
  /** Writes the blocks, those of LYRA_HOME into the home; the files of the tree that are new or differ since. */
  add(blocks: readonly CodeBlock[], home?: string): readonly string[]
  /** Files that are new or differ from the repository's, reference pages aside: those `npm run docs` writes. */
  changed(): readonly string[]
}

/** The tree in a temporary folder, removed with the test; packages and models are the repository's own. */
export function copyTree(t: Ending): CopiedTree {
  const root = temporaryFolder(t, 'lyra-adding-')
  for (const path of [...PRODUCT, ...HOUSE, ...globSync('*.md', { cwd: ROOT })])
    cpSync(join(ROOT, path), join(root, path), { recursive: true })
  for (const path of ['node_modules', 'models']) symlinkSync(join(ROOT, path), join(root, path))
  const changed = () =>
    globSync('{bin,config,scripts,src}/**/*.*', { cwd: root })
      .filter((path) => readIfThere(join(root, path)) !== readIfThere(join(ROOT, path)))
      .sort()
  return {
    root,
    add: (blocks, home) => {
      const before = new Map(changed().map((path) => [path, readIfThere(join(root, path))]))
      for (const block of blocks) {
        const file = block.path.startsWith('LYRA_HOME/')
          ? join(home ?? '', block.path.slice('LYRA_HOME/'.length))
          : join(root, block.path)
        writeFileSync(file, withBlock(block, readIfThere(file)))
      }
      return changed().filter((path) => before.get(path) !== readIfThere(join(root, path)))
    },
    changed,
  }
}

/** What ends and is then tidied up: a test, or all of a file. */
export interface Ending {
  after(end: () => void): void
}

export function temporaryFolder(t: Ending, prefix: string): string {
  const path = mkdtempSync(join(tmpdir(), prefix))
  t.after(() => rmSync(path, { recursive: true, force: true }))
  return path
}

function readIfThere(file: string): string | null {
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}
