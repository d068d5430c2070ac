/** The lists of this folder are written one entry a string; an entry may hold a small pattern of its own. */
export function either(entries: readonly string[]): string {
  return `(?:${entries.join('|')})`
}

/** "a b  c" as a set, for the longer lists of single words. */
export function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.trim().split(/\s+/))
}
