import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readStatement, whyNotOneSelect } from './sql-text.ts'

export interface ViewFile {
  readonly name: string
  readonly path: string
  /** The statement that makes the view, as SQLite keeps it. */
  readonly create: string
}

export interface ViewProblem {
  readonly name: string
  readonly path: string
  readonly message: string
}

const NAME = /^v_[a-z0-9_]+$/

/** The views of all folders; a later folder's file takes the place of an earlier one's. */
export function readViewFiles(folders: readonly string[]): { views: readonly ViewFile[]; problems: ViewProblem[] } {
  const views = new Map<string, ViewFile>()
  const problems: ViewProblem[] = []
  for (const folder of folders) {
    if (!existsSync(folder)) continue
    for (const file of readdirSync(folder).sort()) {
      if (!file.endsWith('.sql')) continue
      const path = join(folder, file)
      const name = file.slice(0, -'.sql'.length)
      const view = NAME.test(name) ? readView(name, path) : 'a view file is named v_<words>.sql in small letters'
      if (typeof view === 'string') problems.push({ name, path, message: view })
      else views.set(name, view)
    }
  }
  return { views: [...views.values()], problems }
}

function readView(name: string, path: string): ViewFile | string {
  const text = readFileSync(path, 'utf8')
  const purpose = purposeOf(text)
  if (purpose === null) return 'the first line must be a comment: -- purpose: what the view is for'
  const read = readStatement(text)
  const wrong = whyNotOneSelect(read)
  if (wrong !== null) return wrong
  // The purpose goes into the database with the view, so that a list of views needs no files.
  return { name, path, create: `CREATE VIEW ${name} AS\n-- purpose: ${purpose}\n${read.statement}` }
}

export function purposeOf(sql: string): string | null {
  return /^--\s*purpose:?[ \t]*(\S.*)$/mu.exec(sql)?.[1]?.trimEnd() ?? null
}
