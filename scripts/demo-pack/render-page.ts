import type { DemoPage, DemoSources, DemoWork } from './demo-sources.ts'
import { escapeHtml, inline, markdownToHtml } from './markdown.ts'
import { PAGE_WORDS } from './page-words.ts'

/** A body page inside its site's template. Every placeholder must be known, so that a typing error does not ship. */
export function renderPage(page: DemoPage, sources: DemoSources): string {
  const site = sources.sites[page.host]
  if (site === undefined) throw new Error(`demo/sites.yaml has no host ${page.host}`)
  const template = sources.templates.get(site.template)
  if (template === undefined) throw new Error(`demo/templates has no ${site.template}.tmpl`)
  const work = page.front.work === undefined ? null : findWork(sources.works, page.front.work)
  const words = PAGE_WORDS[page.front.lang]
  const date = work?.date ?? page.front.published ?? ''
  const updated = page.front.updated ?? date
  const nav = site.nav.map((label, index) => `<a href="/section/${index + 1}">${escapeHtml(label)}</a>`)
  const values: Record<string, string> = {
    lang: page.front.lang,
    charset: page.front.charset === 'shift_jis' ? 'Shift_JIS' : 'utf-8',
    title: escapeHtml(page.front.title),
    site: escapeHtml(site.name),
    head: headTags(page, site.name, work),
    nav: nav.join(' '),
    navItems: nav.map((link) => `<li>${link}</li>`).join(''),
    sidebar: site.sidebar.map((line) => `<li>${inline(line)}</li>`).join(''),
    byline: escapeHtml(work?.authors.join(', ') ?? page.front.author ?? ''),
    date,
    updated,
    dates: [
      ...(page.front.published ? [`${words.published}: ${page.front.published}`] : []),
      ...(page.front.updated ? [`${words.updated}: ${page.front.updated}`] : []),
    ].join(' · '),
    identifiers: work === null ? '' : identifierLine(work),
    body: markdownToHtml(fillWork(page.text, work, sources.works)),
  }
  return template.replace(/\{\{([\w.]+)\}\}/g, (_, name: string) => {
    const value = name.startsWith('t.') ? words[name.slice(2)] : values[name]
    if (value === undefined) throw new Error(`templates/${site.template}.tmpl: unknown placeholder ${name}`)
    return value
  })
}

export function findWork(works: readonly DemoWork[], key: string): DemoWork {
  const work = works.find((candidate) => candidate.key === key)
  if (work === undefined) throw new Error(`demo/works.yaml has no work ${key}`)
  return work
}

function fillWork(text: string, work: DemoWork | null, works: readonly DemoWork[]): string {
  if (work === null) return text
  return text.replaceAll('[[abstract]]', work.abstract ?? '').replaceAll('[[references]]', () =>
    work.references
      .map((key, index) => {
        const cited = findWork(works, key)
        return `${index + 1}. ${cited.authors.join(', ')}. ${cited.title}. ${cited.venue} ${cited.year}. [doi:${cited.doi}](https://doi.org/${cited.doi})`
      })
      .join('\n'),
  )
}

function headTags(page: DemoPage, site: string, work: DemoWork | null): string {
  const meta = (name: string, content: string) => `<meta name="${name}" content="${escapeHtml(content)}">`
  const tags = [
    `<link rel="canonical" href="${page.url}">`,
    meta('description', page.front.description),
    `<meta property="og:title" content="${escapeHtml(page.front.title)}">`,
    `<meta property="og:site_name" content="${escapeHtml(site)}">`,
  ]
  if (page.front.published) tags.push(`<meta property="article:published_time" content="${page.front.published}">`)
  if (page.front.updated) tags.push(`<meta property="article:modified_time" content="${page.front.updated}">`)
  if (page.front.author) tags.push(meta('author', page.front.author))
  if (work !== null) {
    tags.push(meta('citation_title', work.title))
    for (const author of work.authors) tags.push(meta('citation_author', author))
    tags.push(meta('citation_journal_title', work.venue))
    tags.push(meta('citation_publication_date', work.date.replaceAll('-', '/')))
    tags.push(meta('citation_doi', work.doi))
    if (work.pmid !== undefined) tags.push(meta('citation_pmid', work.pmid))
  }
  return tags.join('\n')
}

function identifierLine(work: DemoWork): string {
  const doi = `<a href="https://doi.org/${work.doi}">https://doi.org/${work.doi}</a>`
  return work.pmid === undefined ? doi : `${doi} · PMID: ${work.pmid}`
}
