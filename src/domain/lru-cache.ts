/** A bounded map that forgets what was used longest ago. */
export interface LruCache<V> {
  get(key: string): V | undefined
  set(key: string, value: V): void
  delete(key: string): void
  readonly size: number
}

export function createLruCache<V>(limit: number): LruCache<V> {
  const entries = new Map<string, V>()
  return {
    get: (key) => {
      const value = entries.get(key)
      if (value !== undefined) {
        entries.delete(key)
        entries.set(key, value)
      }
      return value
    },
    set: (key, value) => {
      entries.delete(key)
      entries.set(key, value)
      const oldest = entries.keys().next()
      if (entries.size > limit && oldest.done !== true) entries.delete(oldest.value)
    },
    delete: (key) => void entries.delete(key),
    get size() {
      return entries.size
    },
  }
}
