import { readFileSync } from 'node:fs'
import { LyraError } from '../domain/errors.ts'

export function readOrExplain(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new LyraError('INVALID_PARAMS', `The file ${file} cannot be read`, { cause: error })
  }
}
