import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { applyMutant, type Mutant } from './mutants.ts'

/** Loaded before the tests: one file is read with one change in it. */
const { file, mutant } = JSON.parse(process.env.LYRA_MUTANT ?? '{}') as { file: string; mutant: Mutant }

registerHooks({
  load(url, context, next) {
    if (!url.startsWith('file:') || fileURLToPath(url) !== file) return next(url, context)
    const source = applyMutant(readFileSync(file, 'utf8'), mutant)
    return { format: 'module-typescript', source, shortCircuit: true }
  },
})
