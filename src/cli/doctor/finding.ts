import type { ErrorCode } from '../../domain/errors.ts'

export interface Finding {
  readonly part: string
  readonly required: boolean
  readonly ok: boolean
  readonly found: string
  /** The one command that fixes it; null when nothing is wrong. */
  readonly fix: string | null
  readonly code: ErrorCode | null
}

export const fine = (part: string, required: boolean, found: string): Finding => ({
  part,
  required,
  ok: true,
  found,
  fix: null,
  code: null,
})
