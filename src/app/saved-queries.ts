import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SavedQuery } from '../api/saved-queries.ts'
import { LyraError } from '../domain/errors.ts'
import { LONGEST_SQL } from '../domain/query-limits.ts'

const MOST_QUERIES = 1000
const ENDING = '.sql'
const folderOf = (home: string) => join(home, 'queries')

/** Plain files that a user may write, share and put under version control. */
export function savedQueries(home: string): readonly SavedQuery[] {
  return namesIn(folderOf(home))
    .slice(0, MOST_QUERIES)
    .flatMap((name) => {
      const file = join(folderOf(home), `${name}${ENDING}`)
      const found = lstatSync(file, { throwIfNoEntry: false })
      if (found?.isFile() !== true || found.size > 4 * LONGEST_SQL) return []
      const sql = readFileSync(file, 'utf8').trim()
      return sql === '' || sql.length > LONGEST_SQL ? [] : [{ name, sql }]
    })
}

/** The name was checked by the contract: it holds no separator and no dot. */
export function keepQuery(home: string, { name, sql }: SavedQuery): void {
  if (!namesIn(folderOf(home)).includes(name) && namesIn(folderOf(home)).length >= MOST_QUERIES)
    throw new LyraError('INVALID_PARAMS', `There are ${MOST_QUERIES} saved queries already`, { hint: 'Delete some' })
  mkdirSync(folderOf(home), { recursive: true, mode: 0o700 })
  writeFileSync(join(folderOf(home), `${name}${ENDING}`), `${sql}\n`, { mode: 0o600 })
}

export function dropQuery(home: string, name: string): void {
  if (!namesIn(folderOf(home)).includes(name)) throw new LyraError('NOT_FOUND', `There is no saved query ${name}`)
  rmSync(join(folderOf(home), `${name}${ENDING}`))
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((file) => file.endsWith(ENDING))
      .map((file) => file.slice(0, -ENDING.length))
      .sort()
  } catch {
    return []
  }
}
