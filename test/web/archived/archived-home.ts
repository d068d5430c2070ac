import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLyra } from '../../../src/app/create-lyra.ts'
import type { Lyra } from '../../../src/app/lyra.ts'
import { openLyra } from '../../../src/app/open-lyra.ts'
import { openArchiveWriter } from '../../../src/archive/writer.ts'
import { replayClock } from '../../../src/domain/clock.ts'
import { silentLogger } from '../../../src/domain/log.ts'
import { defaultSettings } from '../../../src/domain/settings.ts'
import { type HttpServer, startHttpServer } from '../../../src/web/serve.ts'
import { claim, fragment, openAt, page, search, stance, task } from '../../store/graph-fixture.ts'

export const TOKEN = 'a-token-of-28-characters-xyz'
export const CAPTURED = '2025-01-15T10:00:00.000Z'
const CLOCK = replayClock(Date.parse(CAPTURED))

/** A test, or `cleanups()` for a file of tests. */
export interface Cleaner {
  after(work: () => unknown): void
}

/** What a whole file of tests cleans up in its own `after`, the last first. */
export function cleanups(): Cleaner & { readonly run: () => Promise<void> } {
  const waiting: (() => unknown)[] = []
  return {
    after: (work) => waiting.unshift(work),
    run: async () => {
      for (const work of waiting) await work()
    },
  }
}

export interface ArchivedResource {
  readonly url: string
  readonly type: string
  readonly body: string | Uint8Array
  readonly status?: number
}

/** A page that was archived, its passages in their order, and what one of them was judged to say. */
export interface ArchivedSource extends ArchivedResource {
  readonly id: string
  readonly passages: readonly { readonly id: string; readonly text: string; readonly pageNumber?: number }[]
  readonly judged?: { readonly passage: string; readonly claim: string; readonly sentence: string }
  readonly resources?: readonly ArchivedResource[]
  /** The folder of the archive: pages of one group lie in one file. */
  readonly group?: string
}

/** A real home: a WARC written as Lyra writes it, and rows that name its records. */
export async function archivedHome(
  t: Cleaner,
  sources: readonly ArchivedSource[],
): Promise<{ readonly home: string; readonly files: ReadonlyMap<string, string> }> {
  const home = mkdtempSync(join(tmpdir(), 'lyra-archived-'))
  t.after(() => rmSync(home, { recursive: true, force: true, maxRetries: 3 }))
  const writer = openArchiveWriter({ folder: join(home, 'archive'), clock: CLOCK, software: 'test' })
  const keep = ({ url, type, body, status = 200 }: ArchivedResource, group = 'task_1') =>
    writer.write(
      {
        url,
        method: 'GET',
        requestHeaders: {},
        status,
        statusText: 'OK',
        responseHeaders: { 'content-type': type },
        body: Buffer.from(body),
        time: CAPTURED,
      },
      group,
    )
  const files = new Map<string, string>()
  const store = openAt(join(home, 'lyra.db'))
  store.tasks.insert(task('task_1'))
  store.searches.insert(search('s_1', 'task_1'))
  for (const source of sources) {
    const ref = await keep(source, source.group)
    for (const resource of source.resources ?? []) await keep(resource, source.group)
    files.set(source.id, join(home, 'archive', ref.file))
    store.pages.save(
      page(source.id, {
        url: source.url,
        final_url: source.url,
        domain: new URL(source.url).hostname,
        content_type: source.type,
        warc_file: ref.file,
        warc_record_id: ref.recordId,
        fetched_at: CAPTURED,
      }),
    )
    store.fragments.saveAll(
      source.passages.map(({ id, text, pageNumber }, position) =>
        fragment(id, source.id, { text_content: text, position, page_number: pageNumber ?? null, text_hash: id }),
      ),
    )
    if (source.judged === undefined) continue
    const { passage, claim: words, sentence } = source.judged
    store.claims.saveAll([claim(`claim_${source.id}`, 'task_1', passage, { claim_text: words })])
    store.edges.saveStance({
      ...stance(passage, `claim_${source.id}`, 'refutes', 0.83),
      rationale: sentence,
    })
  }
  store.close()
  await writer.close()
  return { home, files }
}

export function openHome(t: Cleaner, home: string): Lyra {
  const lyra = createLyra(() => openLyra({ flags: { 'log.level': 'silent' }, home, mode: 'http' }))
  t.after(() => lyra.close())
  return lyra
}

export async function serveHome(t: Cleaner, home: string): Promise<HttpServer> {
  const server = await startHttpServer(
    openHome(t, home),
    { ...defaultSettings.server, port: 0, token: TOKEN },
    { version: '0.0.0-test', log: silentLogger },
  )
  t.after(() => server.close())
  return server
}
