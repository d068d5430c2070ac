/** Two columns of one name would be one key in a row: the second of a name gets a number. */
export function distinctNames(names: readonly string[]): string[] {
  const used = new Set<string>()
  return names.map((name) => {
    let unique = name
    for (let n = 2; used.has(unique); n += 1) unique = `${name}_${n}`
    used.add(unique)
    return unique
  })
}
