import { multilineRegExp } from '../domain/multiline-regexp.ts'
import { attribute, type Document, type Element, find, textOf } from './dom.ts'

/** One person's part of a page that many people write. */
export interface Post {
  /** Its place among the posts of the page. */
  readonly id: string
  readonly author: string | null
}

const BOXES: ReadonlySet<string> = new Set('div article li section table tr td dl dd'.split(' '))
/** As templates name one comment; `comments`, `comment-form` and `comment-body` are something else. */
const COMMENT = /^(?:comment|reply)(?:[_-]?(?:\d+|item|entry|wrapper|container|row))?$/
/** On a board also these; elsewhere a blog calls its articles posts, and a manual its answers. */
const BOARD_POST = multilineRegExp('')`
  ^(?:(?:forum|topic|thread)?[_-]?(?:post|message)|question|answer|response)
  (?:[_-]?(?:\d+|item|entry|wrapper|container|row))?$`
/** Of the names of a page few pass this one, which is quicker. */
const MAYBE_POST = /comment|reply|post|message|question|answer|response/i
const POST_TYPE = /schema\.org\/(?:Comment|Answer|Question|DiscussionForumPosting)\b/

/** Tells which post an element of the page stands in; null for what whoever made the page wrote. */
export function postFinder(document: Document, isForum: boolean): (element: Element) => Post | null {
  const isComment = (element: Element) => isPostBox(element, false)
  const boxes = document.elements.filter((element) => isPostBox(element, true))
  const onBoard = readPosts(boxes)
  const ownWords = [...onBoard].filter(([element]) => !isComment(element)).map(([, post]) => post)
  const posts = isForum || isBoard(ownWords) ? onBoard : readPosts(boxes.filter(isComment))
  return (element) => {
    if (posts.size === 0) return null
    for (let above: Element | null = element; above !== null; above = above.parent) {
      const post = posts.get(above)
      if (post !== undefined) return post
    }
    return null
  }
}

function readPosts(boxes: readonly Element[]): ReadonlyMap<Element, Post> {
  return new Map(boxes.map((box, index) => [box, { id: String(index + 1), author: authorOf(box) }]))
}

const LEAST_POSTS = 3

/** Several posts of several people: a board, whatever kind of page it was taken for. */
function isBoard(posts: readonly Post[]): boolean {
  const authors = new Set(posts.flatMap(({ author }) => author ?? []))
  return posts.length >= LEAST_POSTS && authors.size >= 2
}

function isPostBox(element: Element, onBoard: boolean): boolean {
  if (!BOXES.has(element.tag) || element.attributes.size === 0) return false
  if (onBoard && POST_TYPE.test(attribute(element, 'itemtype') ?? '')) return true
  const { attributes } = element
  const own = attributes.get('class') ?? ''
  const id = attributes.get('id') ?? ''
  if (!MAYBE_POST.test(own) && !MAYBE_POST.test(id)) return false
  const names = `${own} ${id}`.toLowerCase()
  return names.split(/\s+/).some((name) => COMMENT.test(name) || (onBoard && BOARD_POST.test(name)))
}

const AUTHOR_NAME = /^(?:[a-z]+[_-])?(?:author|username|user|commenter|poster|nickname|signature|byline)(?:[_-]?name)?$/
const MAYBE_AUTHOR = /author|user|commenter|poster|nickname|signature|byline/
const LONGEST_NAME = 60
/** "Posted by Jo, 3 May" is Jo. */
const BEFORE_NAME = /^(?:posted by|by|投稿者|名前)[:：\s]\s*/i
const AFTER_NAME = /[,，、|·・\n]|\s(?:on|at|wrote|said)\s|\d{4}|[:：]/
const NOBODY = /^(?:anonymous|guest|unknown|deleted|名無し.{0,20}|匿名.{0,20})$/i

function authorOf(box: Element): string | null {
  const named = find(box, (element) => {
    if (!isAuthorMark(element)) return false
    const { length } = textOf(element)
    return length > 0 && length <= LONGEST_NAME
  })
  if (named === null) return null
  const name = (textOf(named).replace(BEFORE_NAME, '').split(AFTER_NAME)[0] ?? '').trim()
  return name === '' || NOBODY.test(name) ? null : name
}

function isAuthorMark(element: Element): boolean {
  if (element.attributes.size === 0) return false
  if (attribute(element, 'itemprop') === 'author' || attribute(element, 'rel') === 'author') return true
  const names = element.attributes.get('class')?.toLowerCase() ?? ''
  return MAYBE_AUTHOR.test(names) && names.split(/\s+/).some((name) => AUTHOR_NAME.test(name))
}
