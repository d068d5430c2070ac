import { posix } from 'node:path'
import { type Document, outputOf, way } from './documents.ts'
import { anchorMaker } from './headings.ts'

interface Token {
  readonly type: string
  tag: string
  attrs: [string, string][] | null
  readonly content: string
  readonly children: readonly Token[] | null
  attrGet(name: string): string | null
  attrSet(name: string, value: string): void
}

/** The part of markdown-it that is used; the generator brings the package. */
export interface MarkdownIt {
  set(options: { readonly html: boolean; readonly linkify: boolean }): void
  readonly core: {
    readonly ruler: {
      push(name: string, rule: (state: { readonly tokens: readonly Token[]; readonly env: unknown }) => void): void
    }
  }
  readonly renderer: {
    readonly rules: Record<string, ((tokens: readonly Token[], index: number) => string) | undefined>
  }
}

/** Headings get the anchors that GitHub gives them, links lead to the pages of the site, wide tables scroll. */
export function applyRules(
  markdown: MarkdownIt,
  documents: readonly Document[],
  documentOf: (env: unknown) => Document,
): void {
  markdown.set({ html: true, linkify: false })
  markdown.core.ruler.push('headings', ({ tokens }) => {
    const anchor = anchorMaker()
    for (const [index, token] of tokens.entries())
      if (token.type === 'heading_open') token.attrSet('id', anchor(words(tokens[index + 1])))
  })
  markdown.core.ruler.push('links', ({ tokens, env }) => {
    const page = documentOf(env)
    for (const { children } of tokens) rewriteLinks(children ?? [], page, documents)
  })
  markdown.renderer.rules.table_open = () => '<div class="table"><table>\n'
  markdown.renderer.rules.table_close = () => '</table></div>\n'
  markdown.renderer.rules.softbreak = (tokens, index) => lineBreak(tokens[index - 1], tokens[index + 1])
}

const JAPANESE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}、。」』）]/u

/** A line of the source ends: a space between words, nothing between two Japanese sentences. */
function lineBreak(before: Token | undefined, after: Token | undefined): string {
  const ends = JAPANESE.test(before?.content.at(-1) ?? '')
  return ends && after?.type === 'text' && !/^[A-Za-z]/.test(after.content) ? '' : '\n'
}

function words(token: Token | undefined): string {
  const shown = (token?.children ?? []).filter(({ type }) => type === 'text' || type === 'code_inline')
  return shown.map(({ content }) => content).join('')
}

function rewriteLinks(tokens: readonly Token[], page: Document, documents: readonly Document[]): void {
  let outside = false
  for (const token of tokens) {
    if (token.type === 'image') token.attrSet('src', siteLink(page, token.attrGet('src') ?? '', documents) ?? '')
    if (token.type === 'link_open') {
      const target = siteLink(page, token.attrGet('href') ?? '', documents)
      outside = target === null
      if (target === null) token.attrs = [['title', 'In the repository']]
      else token.attrSet('href', target)
    }
    if (outside && token.type.startsWith('link_')) token.tag = 'span'
  }
}

/**
 * A link of a Markdown page as the built page has it: relative, so that the site works in any folder. A folder is its
 * first page; null: the file is in the repository and not in the site.
 */
export function siteLink(page: Document, link: string, documents: readonly Document[]): string | null {
  if (/^[a-z]+:/.test(link) || link.startsWith('#')) return link
  const [path = '', anchor] = link.split('#')
  const source = posix.join(posix.dirname(page.source), path)
  const known = documents.find((one) => one.source === source || one.source.startsWith(`${source}/`))
  if (known === undefined && !source.startsWith('docs/img/')) return null
  const output = known === undefined ? outputOf(source) : known.output
  return `${way(page.output, output)}${anchor === undefined ? '' : `#${anchor}`}`
}
