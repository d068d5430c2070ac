import { writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'

/** One answer in the archive, as its index knows it. */
export interface IndexEntry {
  readonly url: string
  readonly time: string
  readonly mime: string
  readonly status: number | null
  readonly digest: string
  readonly offset: number
  readonly length: number
  /** Path relative to the archive folder. */
  readonly file: string
}

export interface Cdxj {
  note(entry: IndexEntry): void
  /** Writes the sorted index of every file that was noted. */
  write(): Promise<void>
}

/** The key archives sort by: host reversed, then port, path and query, all in lower case. */
export function urlKey(url: string): string {
  const parsed = URL.parse(url)
  if (parsed === null || parsed.hostname === '') return url.toLowerCase()
  const numeric = /^[\d.]+$|^\[/.test(parsed.hostname)
  const host = numeric
    ? parsed.hostname
    : parsed.hostname
        .replace(/^www\d*\./, '')
        .split('.')
        .reverse()
        .join(',')
  const port = parsed.port === '' ? '' : `:${parsed.port}`
  return `${host}${port})${parsed.pathname}${parsed.search}`.toLowerCase()
}

export function cdxjLine(entry: IndexEntry): string {
  const stamp = entry.time.replace(/\D/g, '').slice(0, 14)
  const fields = {
    url: entry.url,
    mime: entry.mime,
    status: entry.status === null ? '-' : String(entry.status),
    digest: entry.digest,
    length: String(entry.length),
    offset: String(entry.offset),
    filename: basename(entry.file),
  }
  return `${urlKey(entry.url).replaceAll(' ', '%20')} ${stamp} ${JSON.stringify(fields)}`
}

export function indexPath(warc: string): string {
  return warc.replace(/\.warc(?:\.gz)?$/u, '.cdxj')
}

/** One index beside each WARC file: processes never share a WARC, so they never share an index either. */
export function createCdxj(folder: string): Cdxj {
  const noted = new Map<string, string[]>()
  return {
    note(entry) {
      const lines = noted.get(entry.file) ?? []
      lines.push(cdxjLine(entry))
      noted.set(entry.file, lines)
    },
    async write() {
      for (const [file, lines] of noted) {
        const path = indexPath(join(folder, file))
        await writeFile(path, `${[...new Set(lines)].sort().join('\n')}\n`, { mode: 0o600 })
      }
      noted.clear()
    },
  }
}
