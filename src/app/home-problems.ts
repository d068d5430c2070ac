import { join } from 'node:path'
import { LyraError } from '../domain/errors.ts'
import { readTrustFiles } from '../research/trust-file.ts'
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

function whyUnreadable(file: string): string | null {
  try {
    readTrustFiles([file])
    return null
  } catch (error) {
    if (error instanceof LyraError) return `${file}: ${error.message}`
    throw error
  }
}
