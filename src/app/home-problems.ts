import { join } from 'node:path'
import { LyraError } from '../domain/errors.ts'
import { readTrustFiles } from '../research/trust-file.ts'
import { lookAtStore } from '../store/repair.ts'
import { readViewFiles } from '../store/view-files.ts'

export interface HomeFiles {
  /** Why the user's domain list cannot be used; null when it can, or is not there. */
  readonly domainList: string | null
  /** The user's views that are left out, each with its reason. */
  readonly views: readonly string[]
}

/** The files a user writes into a home, read as the program reads them, for `lyra doctor`. */
export function homeProblems(home: string): HomeFiles {
  return {
    domainList: whyUnreadable(join(home, 'domains.yaml')),
    views: readViewFiles([join(home, 'views')]).problems.map(({ name, message }) => `${name}.sql: ${message}`),
  }
}

/** The schema of a database that an earlier Lyra wrote; null where it is today's, newer or cannot be read. */
export function oldSchemaOf(home: string): { readonly version: number; readonly newest: number } | null {
  try {
    const { version, newest } = lookAtStore(join(home, 'lyra.db'), [])
    return version < newest ? { version, newest } : null
  } catch {
    return null
  }
}

function whyUnreadable(file: string): string | null {
  try {
    readTrustFiles([file])
    return null
  } catch (error) {
    if (error instanceof LyraError) return `${file}: ${error.message}`
    throw error
  }
}
