import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { isAbsolute, join, resolve } from 'node:path'
import type { Settings } from '../domain/settings.ts'

/** The setting of `models.` that names it. */
export type ModelUse = 'embedding' | 'nli' | 'nli_promotion' | 'nli_japanese'

export interface ModelEntry {
  readonly name: string
  readonly task: string
  readonly bytes: number
  readonly folder: string
  readonly used_for: ModelUse | null
  /** Why it cannot be loaded, or is not; null: it can. */
  readonly problem: string | null
  /** What the check set gave when it was pulled: macro-F1 of a stance model, share of right passages of an encoder. */
  readonly measured?: number | null
}

const PARTS = ['model.onnx', 'tokenizer.json', 'config.json'] as const
const ASIDE = '.aside'

/** Every model folder of the program and of LYRA_HOME, and those the settings name elsewhere. */
export async function findModels(root: string, settings: Settings): Promise<readonly ModelEntry[]> {
  const { z } = await import('zod')
  const card = z.object({
    name: z.string().optional(),
    task: z.string().default('unknown'),
    measured: z.object({ macro_f1: z.number().optional(), right_first: z.number().optional() }).optional(),
  })
  const own = join(resolve(settings.home), 'models')
  const places = [own, join(root, 'models')]
  const chosen = chosenFolders(settings, places)
  // What ships without a config.json is no model of these: word lists, the check set.
  const shipped = subfolders(join(root, 'models')).filter((folder) => existsSync(join(folder, 'config.json')))
  const aside = subfolders(join(own, ASIDE))
  const folders = [...subfolders(own).filter((folder) => !isHidden(folder)), ...aside, ...shipped]
  for (const folder of chosen.keys()) if (!folders.includes(folder)) folders.push(folder)

  return folders.map((folder) => {
    const missing = PARTS.filter((part) => !existsSync(join(folder, part)))
    const parsed = card.safeParse(readJson(join(folder, 'config.json')))
    const name = (parsed.success ? parsed.data.name : undefined) ?? folder.split(/[\\/]/).at(-1) ?? folder
    const { macro_f1: f1, right_first: first } = (parsed.success ? parsed.data.measured : undefined) ?? {}
    const broken = missing.length > 0 ? `missing ${missing.join(', ')}` : null
    return {
      name,
      task: parsed.success ? parsed.data.task : 'unknown',
      bytes: missing.includes('model.onnx') ? 0 : statSync(join(folder, 'model.onnx')).size,
      folder,
      used_for: chosen.get(folder) ?? null,
      problem: broken ?? (aside.includes(folder) ? 'kept aside: `lyra models pull` tells why' : null),
      measured: f1 ?? first ?? null,
    }
  })
}

/** The two that are needed, and the two that are read where they are there. Ollama's models lie with Ollama. */
function chosenFolders({ models }: Settings, places: readonly string[]): ReadonlyMap<string, ModelUse> {
  const chosen = new Map<string, ModelUse>()
  for (const use of ['nli_japanese', 'nli_promotion'] as const) {
    const folder = models[use] === '' ? null : locate(models[use], places)
    if (folder !== null && existsSync(folder)) chosen.set(folder, use)
  }
  chosen.set(locate(models.nli, places), 'nli')
  if (!models.embedding.startsWith('ollama:')) chosen.set(locate(models.embedding, places), 'embedding')
  return chosen
}

/** A bare name is looked up in the places, the user's own first; anything else is a folder. */
function locate(name: string, places: readonly string[]): string {
  if (isAbsolute(name) || name.includes('/')) return resolve(name)
  const found = places.map((place) => join(place, name)).find((folder) => existsSync(folder))
  return found ?? join(places.at(-1) ?? '', name)
}

function isHidden(folder: string): boolean {
  return folder.split(/[\\/]/).at(-1)?.startsWith('.') === true
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
