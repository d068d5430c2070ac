import { z } from 'zod'
import { ADAPTER_KINDS, type AdapterKind, adapterInForce } from '../../domain/adapter.ts'
import { bit, flag, json, word } from '../columns.ts'
import { insertInto, type Statements } from '../statements.ts'

const rowSchema = z.object({
  kind: word(ADAPTER_KINDS),
  version: z.number(),
  model: z.string(),
  weights: json(adapterInForce.shape.weights),
  layer: z.string().nullable(),
  corrections: z.number(),
  held_back_before: z.number(),
  held_back_after: z.number(),
  base_before: z.number(),
  base_after: z.number(),
  accepted: flag,
  reason: z.string(),
  is_current: flag,
  created_at: z.string(),
})
export type AdapterRow = z.infer<typeof rowSchema>

export interface AdapterRows {
  add(row: AdapterRow & { readonly cause_id: string }): void
  /** Oldest first. */
  versions(kind: AdapterKind): readonly AdapterRow[]
  current(kind: AdapterKind): AdapterRow | null
  /** 0: none of them. */
  setCurrent(kind: AdapterKind, version: number): void
}

const COLUMNS = Object.keys(rowSchema.shape)
const ADD = insertInto('adapters', [...COLUMNS, 'cause_id'])
const VERSIONS = `SELECT ${COLUMNS} FROM adapters WHERE kind = :kind ORDER BY version`
const CURRENT = `SELECT ${COLUMNS} FROM adapters WHERE kind = :kind AND is_current = 1`
const SET_CURRENT = 'UPDATE adapters SET is_current = (version = :version) WHERE kind = :kind'

export function adapterRows(sql: Statements): AdapterRows {
  return {
    add: (row) => {
      const { weights, accepted, is_current: current } = row
      const kept = { weights: JSON.stringify(weights), accepted: bit(accepted), is_current: bit(current) }
      sql.run(ADD, { ...row, ...kept })
    },
    versions: (kind) => rowSchema.array().parse(sql.all(VERSIONS, { kind })),
    current: (kind) => rowSchema.nullable().parse(sql.get(CURRENT, { kind })),
    setCurrent: (kind, version) => {
      sql.run(SET_CURRENT, { kind, version })
    },
  }
}
