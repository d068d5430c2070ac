import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { SHIPPED_MODELS } from './model-folder.ts'

/** Where models wait that are under way (`.part`) or were not taken (`.aside`): no setting finds them there. */
export const UNDER_WAY = '.part'
export const ASIDE = '.aside'

const origin = z.object({ source: z.string(), commit: z.string() })

/** Where the model in this folder came from; null where nothing is, or it was put there by hand. */
export function originOf(folder: string): z.infer<typeof origin> | null {
  const file = join(folder, 'config.json')
  if (!existsSync(file)) return null
  try {
    const parsed = origin.safeParse(JSON.parse(readFileSync(file, 'utf8')))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

/** `name` of `owner/name`; with the owner where another model, or one that ships, has that name already. */
export function shelfName(shelf: string, source: string): string {
  const name = source.slice(source.lastIndexOf('/') + 1)
  const taken = [join(shelf, name), join(SHIPPED_MODELS, name)].some(
    (folder) => existsSync(folder) && originOf(folder)?.source !== source,
  )
  return taken ? partName(source) : name
}

/** `owner/name` as the name of one folder. */
export function partName(source: string): string {
  return source.replace('/', '--')
}

/** Moves a finished folder to its place, in the stead of what was there. */
export function moveTo(folder: string, place: string): string {
  if (folder === place) return place
  mkdirSync(dirname(place), { recursive: true, mode: 0o700 })
  rmSync(place, { recursive: true, force: true })
  renameSync(folder, place)
  return place
}
