import { code, documented, GENERATED, markdownTable } from './markdown.ts'

interface ErrorLine {
  readonly meaning: string
  readonly advice: string
  readonly retry: string
  readonly exit: number
}

export function errorsPage(table: Readonly<Record<string, ErrorLine>>): string {
  const rows = Object.entries(table).map(([name, entry]) => [
    code(name),
    documented(entry.meaning, `Error ${name}`),
    documented(entry.advice, `The advice of error ${name}`),
    entry.retry,
    String(entry.exit),
  ])
  return [
    '# Errors',
    '',
    GENERATED,
    '<!-- Source: src/domain/errors.ts -->',
    '',
    'A tool answers `{"ok": false, "error": {"code", "message", "hint", "retry", ...}}`; the command line prints the same with `--json`',
    'and exits with the code in the last column. *Again* is `retry` and says whether the same call may succeed: `never`, `later`, or after a `human` did something.',
    'Exit 0 is success; `lyra replay` exits 1 when the replay differs.',
    '',
    markdownTable(['code', 'meaning', 'what to do', 'again', 'exit'], rows),
    '',
  ].join('\n')
}
