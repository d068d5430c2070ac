import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openConnection } from '../../src/store/connection.ts'
import { migrate } from '../../src/store/migrate.ts'
import { installViews } from '../../src/store/views.ts'

const templates = new Map<string, string>()

/**
 * Lays an empty database with all tables and these views at the path, unless a file is there: migrated once a process,
 * then copied, since twenty-odd migrations take longer than most tests.
 */
export function layMigratedCopy(path: string, viewFolders: readonly string[]): void {
  if (existsSync(path)) return
  const key = viewFolders.join('\n')
  const template = templates.get(key) ?? makeTemplate(viewFolders)
  templates.set(key, template)
  copyFileSync(template, path)
}

/** The path of such a database in a folder that goes with the process, for a test that looks at no file. */
export function migratedFile(viewFolders: readonly string[] = []): string {
  folderOfProcess ??= folderUntilExit()
  made += 1
  const path = join(folderOfProcess, `${made}.db`)
  layMigratedCopy(path, viewFolders)
  return path
}

let folderOfProcess: string | null = null
let made = 0

function folderUntilExit(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lyra-migrated-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function makeTemplate(viewFolders: readonly string[]): string {
  const path = join(folderUntilExit(), 'lyra.db')
  using db = openConnection(path)
  migrate(db)
  installViews(db, viewFolders)
  return path
}
