import { createLruCache } from './lru-cache.ts'

/** Longer texts are rare, seldom come again, and would cost the memory of many. */
const LONGEST = 2000

/** A rule that reads one text and nothing else, asked again and again for the same texts: each is read once. */
export function remembered<R extends NonNullable<unknown>>(
  read: (text: string) => R,
  limit: number,
): (text: string) => R {
  const known = createLruCache<R>(limit)
  return (text) => {
    if (text.length > LONGEST) return read(text)
    const before = known.get(text)
    if (before !== undefined) return before
    const result = read(text)
    known.set(text, result)
    return result
  }
}
