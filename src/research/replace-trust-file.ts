import { randomUUID } from 'node:crypto'
import { chmodSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { LyraError } from '../domain/errors.ts'

/** The user's list as it stands; empty where there is none. Bytes that are no text could not be written back. */
export function trustFileText(file: string): string {
  if (statSync(file, { throwIfNoEntry: false }) === undefined) return ''
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(file))
  } catch (error) {
    throw new LyraError('INVALID_CONFIG', 'LYRA_HOME/domains.yaml cannot be read as text', {
      hint: 'Correct the file by hand; nothing in it was changed',
      cause: error,
    })
  }
}

/** Whole or not at all. A link stays a link, and who may read the file stays as it was. */
export function replaceTrustFile(file: string, text: string): void {
  const mode = statSync(file, { throwIfNoEntry: false })?.mode
  const target = mode === undefined ? file : realpathSync(file)
  const draft = `${target}.${randomUUID()}`
  try {
    writeFileSync(draft, text, { mode: 0o600, flag: 'wx', flush: true })
    if (mode !== undefined) chmodSync(draft, mode & 0o777)
    renameSync(draft, target)
  } catch (error) {
    throw new LyraError('STORE_UNAVAILABLE', 'LYRA_HOME/domains.yaml cannot be written; it is as it was', {
      cause: error,
    })
  } finally {
    rmSync(draft, { force: true })
  }
}
