/**
 * What an edit does to a file, as a diff without the lines around it: an edit is in one place, and the rest of a config
 * holds keys of other servers that need not be shown.
 */
export function changedLines(path: string, before: string | null, after: string | null): string {
  const [old, now] = [linesOf(before), linesOf(after)]
  let head = 0
  while (head < old.length && head < now.length && old[head] === now[head]) head++
  let tail = 0
  while (tail < old.length - head && tail < now.length - head && old.at(-1 - tail) === now.at(-1 - tail)) tail++
  const gone = old.slice(head, old.length - tail)
  const come = now.slice(head, now.length - tail)
  const from = `${gone.length === 0 ? head : head + 1},${gone.length}`
  const to = `${come.length === 0 ? head : head + 1},${come.length}`
  return [
    `--- ${before === null ? '/dev/null' : path}`,
    `+++ ${after === null ? '/dev/null' : path}`,
    `@@ -${from} +${to} @@`,
    ...gone.map((line) => `-${line}`),
    ...come.map((line) => `+${line}`),
  ].join('\n')
}

function linesOf(text: string | null): readonly string[] {
  if (text === null || text === '') return []
  const lines = text.split('\n')
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}
