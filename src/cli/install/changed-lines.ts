/**
 * What an edit does to a file, as a diff without the lines around it: an edit is in one place, and the rest of a config
 * holds keys of other servers that need not be shown. Of a line that was only added to, or of a file that is one line,
 * what stays is not shown either.
 */
export function changedLines(path: string, before: string | null, after: string | null): string {
  const [old, now] = [linesOf(before), linesOf(after)]
  let head = 0
  while (head < old.length && head < now.length && old[head] === now[head]) head++
  let tail = 0
  while (tail < old.length - head && tail < now.length - head && old.at(-1 - tail) === now.at(-1 - tail)) tail++
  const { gone, come } = withoutCommonEnds(old.slice(head, old.length - tail), now.slice(head, now.length - tail))
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

const BEARER = /Bearer [A-Za-z0-9._~+/=-]{0,500}$/

/** Words at the beginning and the end that both sides share give way to "…"; brackets and blanks tell nothing. */
function withoutCommonEnds(gone: readonly string[], come: readonly string[]) {
  const [before, after] = [gone.join('\n'), come.join('\n')]
  const least = Math.min(gone[0]?.length ?? 0, come[0]?.length ?? 0)
  let head = 0
  while (head < least && before[head] === after[head]) head++
  // Whoever blacks tokens out knows them by this word.
  head = BEARER.exec(before.slice(0, head))?.index ?? head
  const most = Math.min(gone.at(-1)?.length ?? 0, come.at(-1)?.length ?? 0, before.length - head, after.length - head)
  let tail = 0
  while (tail < most && before.at(-1 - tail) === after.at(-1 - tail)) tail++
  const shown = (text: string) =>
    hidden(text.slice(0, head)) + text.slice(head, text.length - tail) + hidden(text.slice(text.length - tail))
  const withGaps = (lines: readonly string[]) => (lines.length === 0 ? [] : shown(lines.join('\n')).split('\n'))
  return { gone: withGaps(gone), come: withGaps(come) }
}

function hidden(text: string): string {
  return /[\p{L}\p{N}]/u.test(text) ? '…' : text
}

function linesOf(text: string | null): readonly string[] {
  if (text === null || text === '') return []
  const lines = text.split('\n')
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}
