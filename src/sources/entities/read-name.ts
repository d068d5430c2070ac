/** How a Japanese name is read, in katakana; null where nobody knows. */
export type ReadName = (name: string) => string | null
