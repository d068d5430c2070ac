import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { kneeIndex } from '../../src/rank/kneedle.ts'

const curveRows = z.array(z.object({ scores: z.array(z.number()), knee: z.record(z.string(), z.number().nullable()) }))

/** Curves on which every sensitivity gives the original implementation's knee. */
export function equalKnees(data: string): { readonly equal: number; readonly curves: number } {
  const curves = curveRows.parse(JSON.parse(readFileSync(join(data, 'kneedle', 'reference.json'), 'utf8')))
  const equal = curves.filter(({ scores, knee }) =>
    Object.entries(knee).every(([sensitivity, wanted]) => kneeIndex(scores, Number(sensitivity)) === wanted),
  )
  return { equal: equal.length, curves: curves.length }
}
