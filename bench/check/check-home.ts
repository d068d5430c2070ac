import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { defaultSettings } from '../../src/domain/settings.ts'
import { createExtract } from '../../src/extract/extract.ts'
import type { Embedder } from '../../src/models/types.ts'
import type { DraftCheckParts } from '../../src/report/check/check-draft.ts'
import { type GraphWorld, graphWorld } from '../../test/research/graph/graph-world.ts'
import { AT, fragment } from '../../test/store/graph-fixture.ts'
import { loadWorld } from '../worlds/load-world.ts'
import { pageCapture } from '../worlds/pack-world.ts'

/** Gathered pages that drafts are laid beside. */
export interface CheckHome extends Disposable {
  readonly parts: Pick<DraftCheckParts, 'store' | 'readBack'>
  readonly taskId: string
}

const smallSchema = z.object({
  pages: z.array(
    z.object({
      ...{ url: z.url(), title: z.string(), site: z.string(), date: z.string() },
      passages: z.array(z.object({ heading: z.string().nullable(), text: z.string() })),
    }),
  ),
})

/** A small world of `bench/check/small-worlds`: its pages as if they had been gathered. */
export async function smallHome(file: string, embedder: Embedder, signal: AbortSignal): Promise<CheckHome> {
  const { pages } = smallSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  const world = graphWorld()
  for (const [at, { url, title, site, date, passages }] of pages.entries()) {
    const { hostname } = new URL(url)
    const year = Number(date.slice(0, 4))
    world.source(`p${at}`, hostname, {
      page: { ...{ url, title: `${title} | ${site}`, published_at: date, year, language: null } },
      fragment: { text_content: passages[0]?.text ?? '', heading_context: passages[0]?.heading ?? null },
    })
    world.store.fragments.saveAll(
      passages.slice(1).map(({ text, heading }, place) =>
        fragment(`f_p${at}_${place}`, `p${at}`, {
          ...{ text_content: text, heading_context: heading, quality_score: 1, position: place + 1 },
        }),
      ),
    )
    await saveVectors(world, `p${at}`, embedder, signal)
  }
  return { parts: { store: world.store }, taskId: 'task_1', [Symbol.dispose]: () => world[Symbol.dispose]() }
}

/**
 * A world whose pages were read and not judged: what a draft is laid beside is the same as in a home that was played,
 * and costs seconds in place of minutes.
 */
export async function readHome(folder: string, embedder: Embedder, signal: AbortSignal): Promise<CheckHome> {
  const world = graphWorld()
  const extract = createExtract(defaultSettings.extract)
  const bodies = new Map<string, Uint8Array>()
  for (const [at, one] of loadWorld(folder).pages.entries()) {
    const { url, status, headers, body } = pageCapture(one)
    if (status !== 200) continue
    const extraction = await extract({ url, contentType: headers['content-type'] ?? null, body }, signal)
    if (!extraction.ok || extraction.page.fragments.length === 0) continue
    const { title, authors, publishedAt, updatedAt, language, fragments } = extraction.page
    const date = publishedAt ?? updatedAt
    bodies.set(`p${at}`, body)
    world.source(`p${at}`, new URL(url).hostname, {
      page: {
        ...{ url, title, authors: [...authors], published_at: publishedAt, updated_at: updatedAt, language },
        year: date === null ? null : Number(date.slice(0, 4)),
      },
      fragment: {
        text_content: fragments[0]?.text_content ?? '',
        heading_context: fragments[0]?.heading_context ?? null,
      },
    })
    world.store.fragments.saveAll(
      fragments.slice(1).map(({ text_content: text, heading_context: heading }, place) =>
        fragment(`f_p${at}_${place}`, `p${at}`, {
          ...{ text_content: text, heading_context: heading, quality_score: 1, position: place + 1 },
        }),
      ),
    )
    await saveVectors(world, `p${at}`, embedder, signal)
  }
  const readBack: NonNullable<DraftCheckParts['readBack']> = async ({ id }) => ({ body: bodies.get(id) ?? NO_BYTES })
  return { parts: { store: world.store, readBack }, taskId: 'task_1', [Symbol.dispose]: () => world[Symbol.dispose]() }
}

const NO_BYTES = new Uint8Array()

async function saveVectors(
  { store }: Pick<GraphWorld, 'store'>,
  page: string,
  embedder: Embedder,
  signal: AbortSignal,
): Promise<void> {
  const own = store.fragments.ofPage(page)
  const texts = own.map((one) => one.text_content)
  const vectors = await embedder.embed(texts, signal)
  for (const [place, { id }] of own.entries()) {
    const vector = vectors[place]
    if (vector !== undefined) store.vectors.save('fragment', id, embedder.modelId, vector, AT)
  }
}
