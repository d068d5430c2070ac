import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'

const api = z.object({ getLoadablePath: z.custom<() => string>((value) => typeof value === 'function') })

export interface Baseline {
  search(query: Float32Array, top: number): number[]
  close(): void
}

/** The extension's file where sqlite-vec is installed in the folder given by BENCH_BASELINE, else why it is not. */
export function findSqliteVec(): { readonly path: string } | { readonly absent: string } {
  const folder = process.env.BENCH_BASELINE
  if (folder === undefined)
    return { absent: 'BENCH_BASELINE names no folder (npm install --prefix <folder> sqlite-vec)' }
  try {
    const require = createRequire(join(resolve(folder), 'package.json'))
    return { path: api.parse(require('sqlite-vec')).getLoadablePath() }
  } catch {
    return { absent: `sqlite-vec is not installed in ${folder}` }
  }
}

/** A vec0 table in memory: float32, cosine, brute force as here. */
export function sqliteVec(
  path: string,
  dimension: number,
  count: number,
  vectorAt: (index: number) => Float32Array,
): Baseline {
  const db = new DatabaseSync(':memory:', { allowExtension: true })
  db.loadExtension(path)
  db.exec(`CREATE VIRTUAL TABLE v USING vec0(embedding float[${dimension}] distance_metric=cosine)`)
  const insert = db.prepare('INSERT INTO v(rowid, embedding) VALUES (?, ?)')
  db.exec('BEGIN')
  for (let index = 0; index < count; index += 1) insert.run(BigInt(index + 1), Buffer.from(vectorAt(index).buffer))
  db.exec('COMMIT')
  const ask = db.prepare('SELECT rowid FROM v WHERE embedding MATCH ? AND k = ? ORDER BY distance')
  return {
    search: (query, top) => ask.all(Buffer.from(query.buffer), top).map((row) => Number(row.rowid) - 1),
    close: () => db.close(),
  }
}
