import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Document, type Language, outputOf, readDocuments, way } from './documents.ts'
import { type EleventyConfig, loadGenerator } from './generator.ts'
import { applyRules } from './markdown-rules.ts'
import { checkMenu, menuOf } from './menu.ts'
import { indexScript, searchEntries } from './search-index.ts'

/** Nothing is loaded from another host, by the browser's own rule. */
const POLICY = "default-src 'none'; img-src 'self'; style-src 'self'; script-src 'self'; base-uri 'none'"

const WORDS: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: {
    skip: 'To the text',
    search: 'Search (press /)',
    nothing: 'Nothing found',
    theme: 'Light or dark',
    pages: 'Pages',
    source: 'Source of this page:',
  },
  ja: {
    skip: '本文へ',
    search: '検索（/ キー）',
    nothing: '見つかりません',
    theme: '明るい表示・暗い表示',
    pages: 'ページ一覧',
    source: 'このページの原稿:',
  },
}
const LABELS: Readonly<Record<Language, string>> = { en: 'English', ja: '日本語' }
/** Where pages from outside docs/ stand for the generator, whose input is docs/. */
const OUTSIDE = 'outside/'

/** Builds the site from docs/ and the pages it links to; returns how many pages it has. */
export async function buildSite(root: string, output: string): Promise<number> {
  const documents = readDocuments(root)
  checkMenu(documents)
  const { Eleventy } = await loadGenerator(root)
  rmSync(output, { recursive: true, force: true })
  mkdirSync(output, { recursive: true })
  const options = {
    quietMode: true,
    configPath: null,
    config: (config: EleventyConfig) => configure(config, output, documents),
  }
  await new Eleventy('docs', output, options).write()
  return documents.length
}

function configure(config: EleventyConfig, output: string, documents: readonly Document[]): void {
  const bySource = new Map(documents.map((one) => [one.source, one]))
  const documentAt = (inputPath: string): Document => {
    const inside = inputPath.replace(/^\.\//, '')
    const found = bySource.get(inside.replace(`docs/${OUTSIDE}`, ''))
    if (found === undefined) throw new Error(`${inside} is not in the list of pages`)
    return found
  }
  for (const one of documents)
    if (!one.source.startsWith('docs/')) config.addTemplate(`${OUTSIDE}${one.source}`, one.text)
  config.setTemplateFormats(['md'])
  config.setIncludesDirectory('../scripts/site/theme')
  // The pages are Markdown alone: braces in them are text.
  config.addPreprocessor('plain', 'md', (_data, content) => `{% raw %}${content}{% endraw %}`)
  config.addPassthroughCopy({ 'docs/img': 'img' })
  for (const file of ['site.css', 'site.js', 'icon.svg'])
    config.addPassthroughCopy({ [`scripts/site/theme/${file}`]: `theme/${file}` })
  config.addGlobalData('layout', 'page.njk')
  config.addGlobalData('eleventyComputed', {
    permalink: ({ page }: PageData) => outputOf(documentAt(page.inputPath).source),
    site: ({ page }: PageData) => pageData(documentAt(page.inputPath), documents),
  })
  config.amendLibrary('md', (library) => applyRules(library, documents, (env) => documentAt(inputPathOf(env))))
  config.on('eleventy.after', ({ results }) => {
    const entries = results.flatMap((one) => searchEntries(documentAt(one.inputPath), one.content))
    writeFileSync(join(output, 'search-index.js'), indexScript(entries))
  })
}

interface PageData {
  readonly page: { readonly inputPath: string }
}

/** markdown-it hands its rules the data of the page. */
function inputPathOf(env: unknown): string {
  const page = typeof env === 'object' && env !== null && 'page' in env ? env.page : null
  const path = typeof page === 'object' && page !== null && 'inputPath' in page ? page.inputPath : null
  if (typeof path !== 'string') throw new Error('The generator did not say which page it renders')
  return path
}

/** What the layout shows around the text. */
function pageData(page: Document, documents: readonly Document[]) {
  const other = documents.find(({ source }) => source === page.other)
  return {
    language: page.language,
    title: page.title,
    source: page.source,
    policy: POLICY,
    root: '../'.repeat(page.output.split('/').length - 1) || './',
    home: way(page.output, page.language === 'ja' ? 'index.ja.html' : 'index.html'),
    words: WORDS[page.language],
    menu: menuOf(page, documents),
    other:
      other === undefined
        ? null
        : { language: other.language, label: LABELS[other.language], href: way(page.output, other.output) },
  }
}
