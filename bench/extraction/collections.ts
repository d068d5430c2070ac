import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { z } from 'zod'

export type Half = 'A' | 'B'

export interface BenchPage {
  readonly id: string
  readonly url: string
  readonly kind: string
  /** A may be looked at and tuned on, B is only measured. */
  readonly half: Half
  readonly truth: string
  readonly with: readonly string[]
  readonly without: readonly string[]
  read(): Uint8Array
}

export function halfOf(id: string): Half {
  return (createHash('sha256').update(id).digest()[0] as number) % 2 === 0 ? 'A' : 'B'
}

const Articles = z.record(z.string(), z.object({ articleBody: z.string(), url: z.string().optional() }))

export function articlePages(data: string): BenchPage[] {
  const folder = join(data, 'extraction', 'articles')
  const truths = Articles.parse(JSON.parse(readFileSync(join(folder, 'ground-truth.json'), 'utf8')))
  return Object.entries(truths).map(([id, { articleBody, url }]) => ({
    id,
    url: url ?? 'https://articles.example/',
    kind: 'article',
    half: halfOf(id),
    truth: articleBody,
    with: [],
    without: [],
    read: () => gunzipSync(readFileSync(join(folder, 'html', `${id}.html.gz`))),
  }))
}

const Truth = z.object({
  url: z.string().nullish(),
  page_type: z.string(),
  main_content: z.string().nullish(),
  with: z.array(z.string()).nullish(),
  without: z.array(z.string()).nullish(),
})

export function mixedPages(data: string): BenchPage[] {
  const folder = join(data, 'extraction', 'wcxb')
  return readdirSync(join(folder, 'ground-truth'))
    .sort()
    .map((name) => {
      const id = name.replace(/\.json(?:\.gz)?$/, '')
      const page = Truth.parse(JSON.parse(textOf(join(folder, 'ground-truth', name))))
      return {
        id,
        url: page.url || 'https://pages.example/',
        kind: page.page_type === 'category' ? 'collection' : page.page_type,
        half: halfOf(id),
        truth: page.main_content ?? '',
        with: page.with ?? [],
        without: page.without ?? [],
        read: () => gunzipSync(readFileSync(join(folder, 'html', `${id}.html.gz`))),
      }
    })
}

function textOf(file: string): string {
  const bytes = readFileSync(file)
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
}

export function hasCollections(data: string): boolean {
  return existsSync(join(data, 'extraction', 'articles')) && existsSync(join(data, 'extraction', 'wcxb'))
}
