interface Import {
  /** The importing file, e.g. `src/rank/x.ts`. */
  readonly path: string
  readonly line: number
  /** The imported file; null for a package. */
  readonly target: string | null
}

/** What is wrong with an import between rooms and what to do about it; null when the table allows it. */
export function roomAdvice(rooms: Readonly<Record<string, readonly string[]>>, one: Import): string | null {
  if (one.target === null || !one.target.startsWith('src/')) return null
  const from = roomOf(one.path)
  const to = roomOf(one.target)
  const allowed = rooms[from] ?? []
  if (from === to || allowed.includes(to)) return null
  const move = allowed.length === 0 ? `Move the code into src/${to}` : 'Move the code down into one of them'
  return (
    `${one.path}:${one.line} imports ${one.target}: ${from} may import ${allowed.join(', ') || 'nothing'}. ${move}, ` +
    'take the thing as a parameter (src/app passes it in), or change the table in test/architecture/rooms.ts and say why'
  )
}

function roomOf(path: string): string {
  return path.split('/')[1] ?? ''
}
