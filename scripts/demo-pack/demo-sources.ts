import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)

const workSchema = z.strictObject({
  key: z.string(),
  title: z.string(),
  authors: z.array(z.string()).min(1),
  year: z.int(),
  date: day,
  venue: z.string(),
  doi: z.string().startsWith('10.5555/'),
  pmid: z.string().optional(),
  language: z.enum(['en', 'ja']).default('en'),
  preprint: z.boolean().default(false),
  retraction: z.strictObject({ doi: z.string(), date: day }).optional(),
  retracts: z.string().optional(),
  known_by: z.array(z.enum(['openalex', 'semantic_scholar', 'crossref'])).min(1),
  url: z.url(),
  open_copy: z.strictObject({ url: z.url(), licence: z.string().nullable(), version: z.string() }).optional(),
  references: z.array(z.string()),
  influential: z.array(z.string()).default([]),
  semantic_scholar_refuses_lists: z.boolean().default(false),
  abstract: z.string().optional(),
})

const engineAnswerSchema = z.union([z.array(z.url()).min(1), z.strictObject({ answer: z.enum(['captcha', 'none']) })])

const searchesSchema = z.strictObject({
  unpacked: z.array(z.strictObject({ url: z.url(), title: z.string(), snippet: z.string() })),
  searches: z.array(
    z.strictObject({
      query: z.string(),
      papers: z.array(z.string()),
      semantic_scholar_first_answers_429: z.boolean().default(false),
      web: z.record(z.string(), engineAnswerSchema),
    }),
  ),
})

const sitesSchema = z.strictObject({
  hosts: z.record(
    z.string(),
    z.strictObject({
      name: z.string(),
      template: z.string(),
      nav: z.array(z.string()),
      sidebar: z.array(z.string()),
    }),
  ),
})

const scriptSchema = z.looseObject({
  language: z.string(),
  steps: z.array(
    z.looseObject({ search: z.string(), options: z.looseObject({ refute: z.boolean().optional() }).optional() }),
  ),
})

const frontMatterSchema = z.strictObject({
  title: z.string(),
  description: z.string().default(''),
  /** The title engines show when the page itself is a wall. */
  listed_as: z.string().optional(),
  lang: z.enum(['en', 'ja']).default('en'),
  published: day.optional(),
  updated: day.optional(),
  author: z.string().optional(),
  work: z.string().optional(),
  kind: z.enum(['html', 'pdf']).default('html'),
  charset: z.enum(['utf-8', 'shift_jis']).default('utf-8'),
  path: z.string().startsWith('/').optional(),
  status: z.int().default(200),
  headers: z.record(z.string(), z.string()).default({}),
})

export type DemoWork = z.infer<typeof workSchema>
export type DemoSearch = z.infer<typeof searchesSchema>['searches'][number]
export type Unpacked = z.infer<typeof searchesSchema>['unpacked'][number]
export type DemoSite = z.infer<typeof sitesSchema>['hosts'][string]
export type DemoScript = z.infer<typeof scriptSchema>
export type FrontMatter = z.infer<typeof frontMatterSchema>

/**
 * One source file of the demo web: `whole` pages go out as they are, `body` pages are put into their site's template.
 */
export interface DemoPage {
  readonly file: string
  readonly host: string
  readonly url: string
  readonly form: 'body' | 'whole' | 'robots' | 'sitemap'
  readonly front: FrontMatter
  readonly text: string
}

export interface DemoSources {
  readonly works: readonly DemoWork[]
  readonly searches: readonly DemoSearch[]
  readonly unpacked: readonly Unpacked[]
  readonly sites: Readonly<Record<string, DemoSite>>
  readonly templates: ReadonlyMap<string, string>
  readonly script: DemoScript
  readonly pages: readonly DemoPage[]
}

export function loadDemoSources(folder: string): DemoSources {
  const yaml = (name: string): unknown => parse(readFileSync(join(folder, name), 'utf8'))
  const { searches, unpacked } = searchesSchema.parse(yaml('searches.yaml'))
  return {
    works: z.strictObject({ works: z.array(workSchema) }).parse(yaml('works.yaml')).works,
    searches,
    unpacked,
    sites: sitesSchema.parse(yaml('sites.yaml')).hosts,
    templates: loadTemplates(join(folder, 'templates')),
    script: scriptSchema.parse(yaml('script.yaml')),
    pages: loadPages(join(folder, 'web')),
  }
}

function loadTemplates(folder: string): ReadonlyMap<string, string> {
  const names = readdirSync(folder).filter((name) => name.endsWith('.tmpl'))
  return new Map(names.map((name) => [name.slice(0, -5), readFileSync(join(folder, name), 'utf8')]))
}

export function loadPages(folder: string): readonly DemoPage[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort()
  return files.map((file) => readPage(file, readFileSync(join(folder, file), 'utf8')))
}

const PLAIN_FORMS: Readonly<Record<string, 'robots' | 'sitemap'>> = { 'robots.txt': 'robots', 'sitemap.xml': 'sitemap' }

function readPage(file: string, source: string): DemoPage {
  const [host, ...rest] = file.split('/')
  if (host === undefined || rest.length === 0) throw new Error(`demo/web/${file} lies outside a host folder`)
  const plainForm = PLAIN_FORMS[rest.join('/')]
  if (plainForm !== undefined) {
    const front = frontMatterSchema.parse({ title: rest.join('/') })
    return { file, host, url: `https://${host}/${rest.join('/')}`, form: plainForm, front, text: source }
  }
  const split = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(source)
  if (split === null) throw new Error(`demo/web/${file} has no front matter`)
  const front = frontMatterSchema.parse(parse(split[1] ?? ''))
  const path =
    front.path ??
    `/${rest
      .join('/')
      .replace(/\.(md|html)$/, '')
      .replace(/(^|\/)index$/, '$1')}`
  const form = file.endsWith('.html') ? 'whole' : 'body'
  // As a client would write it: non-ASCII paths in percent encoding.
  return { file, host, url: new URL(path, `https://${host}`).href, form, front, text: (split[2] ?? '').trim() }
}
