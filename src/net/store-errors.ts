import { LyraError } from '../domain/errors.ts'
import { asStoreError } from '../store/store-error.ts'

/** A locked database or a full disk says nothing about the page: the search keeps its job and retries. */
export function rethrowStoreError(error: unknown): void {
  const told = asStoreError(error, 'The database')
  if (told instanceof LyraError) throw told
}
