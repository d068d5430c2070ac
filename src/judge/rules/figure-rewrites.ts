/** One spelling of a figure, and the one it is read in. */
export type Rewrite = readonly [RegExp, string | ((...parts: string[]) => string)]

/** A fraction told in words is rough: `about` gives it the slack of one. */
export function aboutShare(over: number, under: number): string {
  return `about ${Number(((100 * over) / under).toFixed(1))}%`
}
