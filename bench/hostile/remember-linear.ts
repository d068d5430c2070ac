import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { SourcePattern } from './pattern-literals.ts'

/**
 * Patterns that were measured and found linear, kept beside the compiled tests: one is measured again only when it, the
 * measure or the engine changes. The whole sweep takes a minute, and few patterns change between two runs.
 */
export function rememberLinear(root: string) {
  const file = join(root, 'node_modules', '.cache', 'lyra-tests', 'linear-patterns.json')
  const measure = globSync('bench/hostile/*.ts', { cwd: root })
    .sort()
    .map((path) => readFileSync(join(root, path), 'utf8'))
  const keyOf = ({ source, flags }: SourcePattern) =>
    createHash('sha256')
      .update(JSON.stringify([process.version, measure, source, flags]))
      .digest('hex')
  const known = new Set(readKnown(file))
  return {
    has: (pattern: SourcePattern) => known.has(keyOf(pattern)),
    add: (patterns: readonly SourcePattern[]) => {
      for (const pattern of patterns) known.add(keyOf(pattern))
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, JSON.stringify([...known].slice(-MOST_KEPT)))
    },
  }
}

/** Some trees of the same checkout, each with a thousand patterns. */
const MOST_KEPT = 20_000

function readKnown(file: string): readonly string[] {
  try {
    const kept: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : []
  } catch {
    return []
  }
}
