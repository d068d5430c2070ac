import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { isAbsolute, join, resolve } from 'node:path'
import type { Settings } from '../domain/settings.ts'

export interface ModelEntry {
  readonly name: string
  readonly task: string
  readonly bytes: number
  readonly folder: string
  readonly used_for: 'embedding' | 'nli' | null
  /** Why it cannot be loaded, or null. */
  readonly problem: string | null
}

const PARTS = ['model.onnx', 'tokenizer.json', 'config.json'] as const

/** Every model folder of the program and of LYRA_HOME, and those the settings name elsewhere. */
export async function findModels(root: string, settings: Settings): Promise<readonly ModelEntry[]> {
  const { z } = await import('zod')
  const card = z.object({ name: z.string().optional(), task: z.string().default('unknown') })
  const places = [join(resolve(settings.home), 'models'), join(root, 'models')]
  const folders = places.flatMap((place) => subfolders(place))
  const chosen = { embedding: locate(settings.models.embedding, places), nli: locate(settings.models.nli, places) }
  for (const folder of Object.values(chosen)) if (!folders.includes(folder)) folders.push(folder)

  return folders.map((folder) => {
    const missing = PARTS.filter((part) => !existsSync(join(folder, part)))
    const parsed = card.safeParse(readJson(join(folder, 'config.json')))
    const name = (parsed.success ? parsed.data.name : undefined) ?? folder.split(/[\\/]/).at(-1) ?? folder
    return {
      name,
      task: parsed.success ? parsed.data.task : 'unknown',
      bytes: missing.includes('model.onnx') ? 0 : statSync(join(folder, 'model.onnx')).size,
      folder,
      used_for: folder === chosen.embedding ? 'embedding' : folder === chosen.nli ? 'nli' : null,
      problem: missing.length > 0 ? `missing ${missing.join(', ')}` : null,
    }
  })
}

/** A bare name is looked up in the places, the user's own first; anything else is a folder. */
function locate(name: string, places: readonly string[]): string {
  if (isAbsolute(name) || name.includes('/')) return resolve(name)
  const found = places.map((place) => join(place, name)).find((folder) => existsSync(folder))
  return found ?? join(places.at(-1) ?? '', name)
}

function subfolders(place: string): string[] {
  if (!existsSync(place)) return []
  return readdirSync(place, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(place, entry.name))
    .sort()
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}
