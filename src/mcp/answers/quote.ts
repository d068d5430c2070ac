/**
 * Words of a page inside a line of ours: on one line and in quotes that they cannot close, so that no page can write a
 * line of its own into an answer.
 */
export function quote(text: string): string {
  return JSON.stringify(text.replace(/\s+/gu, ' ').trim())
}

/** `a, b`, of the parts that are there. */
export function listed(parts: readonly (string | false)[]): string {
  return parts.filter((part) => part !== false).join(', ')
}

/** `1 page`, `2 pages`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}
