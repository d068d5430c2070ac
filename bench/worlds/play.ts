import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { loadWorld, worldFolders } from './load-world.ts'
import { playWorld } from './play-world.ts'

/**
 * Plays the worlds of a set and notes where their homes are:
 * `node bench/worlds/play.ts --set fresh --homes homes.jsonl`.
 * With --every-candidate all pairs are read in full, as bench/stance/fit-searches.ts wants them.
 */
const { values } = parseArgs({
  options: {
    set: { type: 'string', default: 'fresh' },
    homes: { type: 'string', default: 'homes.jsonl' },
    'every-candidate': { type: 'boolean', default: false },
  },
})
const root = join(import.meta.dirname, '..', '..')
const settings = values['every-candidate'] ? { LYRA_JUDGEMENT__READ_EVERY_CANDIDATE: 'true' } : {}
for (const folder of worldFolders(join(import.meta.dirname, values.set))) {
  const played = await playWorld(loadWorld(folder), root, settings)
  appendFileSync(values.homes, `${JSON.stringify({ folder, ...played })}\n`)
  process.stdout.write(`${folder}: ${played.home}\n`)
}
