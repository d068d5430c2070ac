/** A DOI as a path: slashes stay, everything a URL parser would take for syntax or rewrite is encoded. */
export function pathSegment(value: string): string {
  return encodeURIComponent(value).replaceAll('%2F', '/').replaceAll('%3A', ':').replaceAll("'", '%27')
}

/** Absent values leave no parameter behind. */
export function withParams(base: string, params: Readonly<Record<string, string | number | undefined>>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) if (value !== undefined) search.append(name, String(value))
  const text = search.toString()
  return text === '' ? base : `${base}?${text}`
}

export function trimmed(base: string): string {
  return base.replace(/(?<!\/)\/+$/, '')
}

/** Sent only when the user has set it. */
export function optional(value: string): string | undefined {
  return value === '' ? undefined : value
}
