import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { LyraError } from '../domain/errors.ts'

const DATABASE = 'lyra.db'

/**
 * LYRA_HOME and what lies in it. What Lyra creates is private to the user; a folder that was there keeps its
 * permissions.
 */
export interface Home {
  readonly root: string
  readonly database: string
  readonly archive: string
  readonly models: string
  readonly logs: string
  readonly views: string
  readonly reports: string
  readonly profile: string
  readonly domainsFile: string
}

/** Whether a task was ever begun there. */
export function hasResearch(root: string): boolean {
  return existsSync(join(root, DATABASE))
}

/** Reading must not create a home: nothing was researched here yet, or the name is mistyped. */
export function requireHome(root: string): void {
  if (hasResearch(root)) return
  throw new LyraError('NOT_FOUND', `There is no research in ${root}`, {
    hint: 'Check --home or LYRA_HOME; the first `lyra task new` creates a home',
  })
}

/** Where everything lies, or would; nothing is made. */
export function homeAt(root: string): Home {
  return {
    root,
    database: join(root, DATABASE),
    archive: join(root, 'archive'),
    models: join(root, 'models'),
    logs: join(root, 'logs'),
    views: join(root, 'views'),
    reports: join(root, 'reports'),
    profile: join(root, 'browser'),
    domainsFile: join(root, 'domains.yaml'),
  }
}

export function openHome(root: string): Home {
  const home = homeAt(root)
  try {
    for (const folder of [root, home.archive, home.models, home.logs, home.views, home.reports, home.profile]) {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
    }
  } catch (error) {
    throw new LyraError('STORE_UNAVAILABLE', `The home folder ${root} cannot be created or written`, { cause: error })
  }
  return home
}
