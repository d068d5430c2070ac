import { LyraError } from '../domain/errors.ts'
import { asStoreError } from '../store/store-error.ts'

/** A locked database or a full disk is no verdict on the page: the search keeps its job and asks again. */
export function throwStoreError(error: unknown): void {
  const told = asStoreError(error, 'The database')
  if (told instanceof LyraError) throw told
}
