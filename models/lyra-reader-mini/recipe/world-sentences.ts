import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { wholeWorlds, smallWorlds, type ToldWorld } from '../../../bench/stance/told-worlds.ts'
import { loadWorld, worldFolders } from '../../../bench/worlds/load-world.ts'

/**
 * What the worlds state, sentence by sentence, and what of the open ones is listed as junk, for world_tune.py: `node
 * world-sentences.ts sentences.jsonl.gz [folder of small worlds]`. Before a sentence stands the one before it on its
 * page, or the heading or title above it.
 */
const [out = 'sentences.jsonl.gz', folder] = process.argv.slice(2)
const rows: { web: string; e: string; c: string; stated: boolean }[] = []

function stated({ name: web, statements }: ToldWorld) {
  for (const [at, { page, text, context }] of statements.entries()) {
    if (text.includes(' | ')) continue
    const before = statements[at - 1]
    const previous = before?.page === page ? before.text : null
    rows.push({ web, e: context.heading ?? context.title ?? '', c: text, stated: true })
    if (previous !== null) rows.push({ web, e: previous, c: text, stated: true })
  }
}

for (const world of [...wholeWorlds(), ...(folder === undefined ? [] : smallWorlds(folder))]) stated(world)
for (const place of worldFolders(join(import.meta.dirname, '../../../bench/worlds/open'))) {
  const { plan, truth, pages } = loadWorld(place)
  const titles = new Map(pages.map(({ url, front }) => [url, front.title]))
  for (const { page, quote } of truth.junk)
    rows.push({ web: plan.name, e: titles.get(page) ?? '', c: quote, stated: false })
}
writeFileSync(out, gzipSync(rows.map((row) => JSON.stringify(row)).join('\n')))
