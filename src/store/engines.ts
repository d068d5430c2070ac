import { z } from 'zod'
import { bit, flag, word } from './columns.ts'
import { excluded, insertInto, type Row, type Statements } from './statements.ts'
import { CIRCUIT_STATES, type EngineHealth, type EngineHealthStore } from './types.ts'

const engineRow = z.object({
  engine: z.string(),
  state: word(CIRCUIT_STATES),
  consecutive_failures: z.number(),
  success_rate_1h: z.number(),
  success_rate_24h: z.number(),
  captcha_rate: z.number(),
  http_error_rate: z.number(),
  median_latency_ms: z.number().nullable(),
  ban_suspected: flag,
  weight: z.number(),
  open_until: z.string().nullable(),
  last_used_at: z.string().nullable(),
})

const COLUMNS = [...Object.keys(engineRow.shape), 'updated_at', 'cause_id']
const SAVE = insertInto('engine_health', COLUMNS, `ON CONFLICT (engine) DO UPDATE SET ${excluded(COLUMNS.slice(1))}`)

const readEngine = (row: Row): EngineHealth => engineRow.parse(row)

export function engineHealthStore(sql: Statements): EngineHealthStore {
  return {
    get: (engine) => {
      const row = sql.get('SELECT * FROM engine_health WHERE engine = :engine', { engine })
      return row === null ? null : readEngine(row)
    },
    save: (row, at, causeId) => {
      sql.run(SAVE, { ...row, ban_suspected: bit(row.ban_suspected), updated_at: at, cause_id: causeId })
    },
    all: () => sql.all('SELECT * FROM engine_health ORDER BY engine').map(readEngine),
  }
}
