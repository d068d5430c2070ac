/** The anchor that GitHub makes of a heading: `What is new?` is `#what-is-new`, a second one `#what-is-new-1`. */
export function anchorMaker(): (heading: string) => string {
  const taken = new Map<string, number>()
  return (heading) => {
    const slug = heading
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
      .replaceAll(' ', '-')
    const before = taken.get(slug)
    taken.set(slug, (before ?? -1) + 1)
    return before === undefined ? slug : `${slug}-${before + 1}`
  }
}

/** A heading as it is read: without tags, code marks, emphasis, and with the words of its links only. */
export function plainHeading(markdown: string): string {
  return markdown
    .replace(/<[^<>]*>/g, '')
    .replace(/\[([^\][]*)\]\([^()]*\)/g, '$1')
    .replace(/[`*]/g, '')
    .trim()
}

/** The lines of a page outside its fenced blocks. */
export function proseLines(markdown: string): readonly string[] {
  let fence: string | null = null
  return markdown.split('\n').filter((line) => {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1]
    if (mark === undefined) return fence === null
    if (fence === null) fence = mark
    else if (mark.startsWith(fence)) fence = null
    return false
  })
}

/** Every place of a page that a link can lead to. */
export function anchorsOf(markdown: string): ReadonlySet<string> {
  const anchor = anchorMaker()
  const lines = proseLines(markdown)
  const headings = lines.flatMap((line) => /^#{1,6} +(.*)$/.exec(line)?.[1] ?? [])
  const named = lines.flatMap((line) => [...line.matchAll(/<a id="([^"]*)">/g)].map((match) => match[1] ?? ''))
  return new Set([...headings.map((heading) => anchor(plainHeading(heading))), ...named])
}

export function titleOf(markdown: string): string {
  const heading = proseLines(markdown).find((line) => line.startsWith('# '))
  return heading === undefined ? '' : plainHeading(heading.slice(2))
}
