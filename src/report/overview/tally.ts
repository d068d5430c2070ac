/** How often each name occurs, the most frequent first. */
export function tally(names: readonly string[]): readonly { readonly name: string; readonly count: number }[] {
  return [...Map.groupBy(names, (name) => name)]
    .map(([name, list]) => ({ name, count: list.length }))
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
}
