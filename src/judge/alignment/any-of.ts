/** One pattern of several, where together they would be too long a line. */
export function anyOf(flags: string, ...patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join('|'), flags)
}
