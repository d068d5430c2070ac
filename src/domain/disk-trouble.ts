/** What the system says when a file cannot be written, in words; by its own codes. */
const WORDS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of the disk is used up',
  EFBIG: 'the file would be larger than allowed',
  EROFS: 'the disk is read-only',
  EACCES: 'no permission',
  EPERM: 'no permission',
  EIO: 'disk input or output failed',
}

/** Why a file could not be written, where that is the disk's doing and not that of a wrong name; else null. */
export function diskTrouble(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return WORDS[code] ?? null
}
