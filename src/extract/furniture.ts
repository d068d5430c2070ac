import { attribute, type Element, marksOf } from './dom.ts'
import { groupWords } from './element-groups.ts'

/** Words by which templates name what stands around the text, each a whole word of a class or id. */
const FURNITURE = new Set(
  ['nav', 'footer', 'share', 'overlay', 'crumb', 'ad', 'byline', 'related', 'person'].flatMap(groupWords),
)
/** Words that only say where or in which shape it stands: `site-footer`, `footer-inner`, `post_meta`. */
const SHAPE = new Set(
  (
    'site page global main post posts entry article content top bottom left right upper lower header head box wrap ' +
    'wrapper container inner outer block area section list item items link links bar row col column widget module ' +
    'slot unit frame zone space holder print label text title name group mobile desktop sp pc mini small ' +
    'secondary primary info wp plugin js is has l c o u p m the by'
  ).split(' '),
)
/** Elements that hold the page, whatever they are called. */
const HOLDERS = new Set(['html', 'body', 'main', 'article'])
/** Ids under which frameworks put a whole page. */
const APP_ROOTS = /^(?:__next|root|app|___gatsby|gatsby-focus-wrapper|__nuxt|__layout|svelte|page|wrapper|container)$/
const LONGEST_NAME = 60

/**
 * Whether the template itself calls the element page furniture. Names that are more than such words (`author-kevin`, a
 * hash with "Ad" in it) say nothing, nor do those of what holds the page.
 */
export function isNamedFurniture(element: Element): boolean {
  if (element.parent === null || HOLDERS.has(element.tag) || element.attributes.size === 0) return false
  const id = attribute(element, 'id') ?? ''
  if (APP_ROOTS.test(id) || attribute(element, 'role') === 'main') return false
  const names = `${attribute(element, 'class') ?? ''} ${id}`
  return names.split(/\s+/).some(isFurnitureName)
}

const WRITER = /author|writer|contributor|expert|editor/
const WRITERS = new Set('author authors writer contributor contributors expert editor'.split(' '))
const LIVES = new Set('bio bios biography box about profile description desc card blurb'.split(' '))

/** A box about who wrote the page: `author-bio`, `post-author-box`, `about_author`. */
export function isBiography(element: Element): boolean {
  if (element.parent === null || HOLDERS.has(element.tag) || !WRITER.test(marksOf(element))) return false
  const names = `${attribute(element, 'class') ?? ''} ${attribute(element, 'id') ?? ''}`
  return names.split(/\s+/).some((name) => {
    if (name.length > LONGEST_NAME) return false
    const words = wordsOf(name)
    const isLife = words.some((word) => LIVES.has(word)) && words.some((word) => WRITERS.has(word))
    return isLife || words.some((word) => /^author(?:bio|box)$|^aboutauthor$/.test(word))
  })
}

function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[-_]+/)
    .filter((word) => word !== '')
}

function isFurnitureName(name: string): boolean {
  if (name === '' || name.length > LONGEST_NAME) return false
  const words = wordsOf(name)
  return words.some((word) => FURNITURE.has(word)) && words.every((word) => FURNITURE.has(word) || SHAPE.has(word))
}
