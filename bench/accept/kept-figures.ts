import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'

const keptSchema = z.strictObject({
  value: z.number().nullable(),
  shown: z.string(),
  how: z.string(),
  /** `run`: measured by `npm run accept`; `record`: taken over from docs/benchmarks.md. */
  from: z.enum(['run', 'record']),
  date: z.iso.date(),
  tree: z.string(),
  machine: z.string(),
})

const fileSchema = z.strictObject({ figures: z.record(z.string(), keptSchema) })

export type KeptFigure = z.infer<typeof keptSchema>
export type KeptFigures = Readonly<Record<string, KeptFigure>>

/** What the last runs measured, beside the page that is made of it: a part can be measured again by itself. */
export function readKept(file: string): KeptFigures {
  return existsSync(file) ? fileSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).figures : {}
}

/** In the order of the table; figures of rows that are no more go. */
export function writeKept(file: string, ids: readonly string[], figures: KeptFigures): void {
  const inOrder = Object.fromEntries(
    ids.flatMap((id) => {
      const figure = figures[id]
      return figure === undefined ? [] : [[id, figure] as const]
    }),
  )
  writeFileSync(file, `${JSON.stringify({ figures: inOrder }, null, 2)}\n`)
}
