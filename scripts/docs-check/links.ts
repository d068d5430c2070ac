import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'
import { parseHTML } from 'linkedom'
import { anchorsOf, proseLines } from '../site/headings.ts'

/** Links and pictures of a page that lead nowhere: to no file, or to no place on the page. */
export function brokenLinks(root: string, file: string, markdown: string): readonly string[] {
  const prose = proseLines(markdown).map((line) => line.replace(/`[^`]*`/g, ''))
  const links = prose.flatMap((line) => [...line.matchAll(/\]\(([^()\s]+)\)/g)].map((match) => match[1] ?? ''))
  return links
    .filter((link) => !/^[a-z]+:/.test(link))
    .filter((link) => {
      const [path = '', anchor] = link.split('#')
      if (path === '') return !anchorsOf(markdown).has(anchor ?? '')
      const target = posix.join(posix.dirname(file), path)
      if (!existsSync(join(root, target))) return true
      if (anchor === undefined || !target.endsWith('.md')) return false
      return !anchorsOf(readFileSync(join(root, target), 'utf8')).has(anchor)
    })
    .map((link) => `${file}: ${link}`)
}

/** The same for the pages of the built site; and nothing in them is loaded from another host. */
export function brokenSiteLinks(site: string): readonly string[] {
  const pages = globSync('**/*.html', { cwd: site }).map((path) => path.replaceAll('\\', '/'))
  const parsed = new Map(pages.map((page) => [page, parseHTML(readFileSync(join(site, page), 'utf8')).document]))
  const idsOf = new Map(
    [...parsed].map(([page, document]) => [page, new Set([...document.querySelectorAll('[id]')].map((one) => one.id))]),
  )
  return [...parsed].flatMap(([page, document]) => {
    const loaded = [...document.querySelectorAll('script[src], img[src], link[href]')].map(
      (one) => one.getAttribute('src') ?? one.getAttribute('href') ?? '',
    )
    const followed = [...document.querySelectorAll('a[href]')].map((one) => one.getAttribute('href') ?? '')
    const foreign = loaded.filter((link) => /^(?:[a-z]+:|\/\/)/.test(link)).map((link) => `${page} loads ${link}`)
    const dead = [...loaded, ...followed]
      .filter((link) => !/^(?:[a-z]+:|\/\/)/.test(link))
      .filter((link) => !leadsSomewhere(site, page, link, idsOf))
      .map((link) => `${page}: ${link}`)
    return [...foreign, ...dead]
  })
}

function leadsSomewhere(
  site: string,
  page: string,
  link: string,
  idsOf: ReadonlyMap<string, ReadonlySet<string>>,
): boolean {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? page : posix.join(posix.dirname(page), path)
  const file = join(site, target)
  if (!existsSync(file) || !statSync(file).isFile()) return false
  return anchor === undefined || idsOf.get(target)?.has(decodeURIComponent(anchor)) === true
}
