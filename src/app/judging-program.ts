import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { JudgingProgram } from '../domain/judging-program.ts'
import type { Settings } from '../domain/settings.ts'
import { sharedSettings } from '../report/bundle/shared-settings.ts'
import { findModels } from './model-list.ts'
import { PACKAGE_ROOT } from './package-root.ts'
import { VERSION } from './version.ts'

/** What judges from here on, as it is kept with each search; the model files are read once, when first asked. */
export function judgingProgram(settings: Settings): () => Promise<JudgingProgram> {
  let told: Promise<JudgingProgram> | null = null
  return () => {
    told ??= modelHashes(settings).then((models) => ({ version: VERSION, settings: sharedSettings(settings), models }))
    return told
  }
}

/** By name: a folder may be exchanged under its name, and its bytes tell. */
async function modelHashes(settings: Settings): Promise<Readonly<Record<string, string>>> {
  const inUse = (await findModels(PACKAGE_ROOT, settings)).filter((model) => model.used_for !== null && !model.problem)
  const hashes = inUse.map(async ({ name, folder }) => [name, await hashOf(join(folder, 'model.onnx'))] as const)
  return Object.fromEntries((await Promise.all(hashes)).sort(([a], [b]) => (a < b ? -1 : 1)))
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
