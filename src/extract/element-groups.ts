import { attribute, type Element, marksOf } from './dom.ts'

/**
 * What class names, ids, roles and tags say a part of a page is for. The order is the order of the feature columns that
 * the weights in config/extract were learned on: add at the end only, and learn again.
 */
const GROUPS: readonly (readonly [name: string, tokens: string])[] = [
  [
    'nav',
    'nav navbar navigation menu submenu mainmenu topnav subnav megamenu gnav globalnav navlinks menubar hamburger',
  ],
  ['header', 'header masthead topbar siteheader pageheader'],
  ['footer', 'footer colophon bottom sitefooter foot'],
  ['side', 'sidebar aside side rail secondary widget widgets sidenav rightcolumn leftcolumn'],
  [
    'related',
    'related recommended recommendations recommend similar more trending popular also upsell crosssell ' +
      'suggested latest recent next prev previous read teaser teasers ranking outbrain taboola',
  ],
  [
    'share',
    'share sharing shares social sns facebook twitter follow addtoany addthis sharedaddy linkedin instagram pinterest',
  ],
  ['comment', 'comment comments disqus respond commentlist commenter'],
  [
    'overlay',
    'cookie cookies consent gdpr onetrust modal popup overlay dialog lightbox drawer offcanvas toast tooltip ' +
      'notice alert banner announcement',
  ],
  ['ad', 'ad ads advert advertisement advertising sponsor sponsored promo promotion promos dfp adsense gpt'],
  ['crumb', 'breadcrumb breadcrumbs crumb crumbs pagination pager paging pagenavi paginate'],
  ['byline', 'byline author authors meta date time posted published timestamp dateline pubdate entrymeta postmeta'],
  [
    'caption',
    'caption figcaption credit credits gallery slider carousel slick swiper thumbnail thumb image img media photo',
  ],
  ['form', 'form newsletter subscribe subscription signup optin login signin register search input field mailchimp hs'],
  ['tag', 'tag tags category categories cat label labels badge chip topic topics keywords'],
  ['filter', 'filter filters facet facets sort sorting refine toolbar dropdown select options option'],
  [
    'price',
    'price prices cart buy basket checkout quantity qty stock sku shipping variant variants swatch delivery wishlist',
  ],
  ['review', 'rating ratings review reviews stars star testimonial testimonials'],
  ['content', 'content article entry story body text richtext rich prose markdown rte wysiwyg copy articlebody'],
  ['main', 'main primary maincontent'],
  ['title', 'title headline heading subtitle subheading hed dek'],
  ['card', 'card cards grid item items tile tiles list listing listings result results collection'],
  [
    'product',
    'product products description desc detail details spec specs specification specifications feature features pdp',
  ],
  ['forum', 'message messages thread post posts answer answers question questions reply replies cooked discussion bbs'],
  ['docs', 'doc docs documentation toc tableofcontents code highlight api reference sphinx rst'],
  ['open', 'faq faqs accordion collapse collapsible toggle tab tabs panel tabpanel expander'],
  ['hidden', 'hidden sr only screen visually offscreen visuallyhidden hide skip'],
  ['hero', 'hero section cta button btn block banner jumbotron'],
  ['feedback', 'feedback helpful survey rate vote votes voting like likes'],
  ['person', 'user username profile avatar bio signature member about'],
]

const ROLES: Readonly<Record<string, string>> = {
  navigation: 'nav',
  banner: 'header',
  contentinfo: 'footer',
  complementary: 'side',
  search: 'form',
  dialog: 'overlay',
  alertdialog: 'overlay',
  menu: 'nav',
  menubar: 'nav',
  main: 'main',
  article: 'content',
  tabpanel: 'open',
}

export const GROUP_COUNT = GROUPS.length
const BITS = new Map<string, number>()
const NAMES = new Map<string, number>()
GROUPS.forEach(([name, tokens], index) => {
  NAMES.set(name, 1 << index)
  for (const token of tokens.split(' ')) BITS.set(token, (BITS.get(token) ?? 0) | (1 << index))
})

const LONGEST_TOKEN = Math.max(...[...BITS.keys()].map((token) => token.length))

export function groupBit(name: string): number {
  return NAMES.get(name) ?? 0
}

/** The words of class names that stand for a group. */
export function groupWords(name: string): string[] {
  return GROUPS.find(([group]) => group === name)?.[1].split(' ') ?? []
}

const DIALOG = groupBit('overlay')
const DETAILS = groupBit('open')

/** The groups one element declares, as bits. */
export function groupsOf(element: Element): number {
  if (element.groups < 0) element.groups = readGroups(element)
  return element.groups
}

function readGroups(element: Element): number {
  const { attributes } = element
  const own = element.tag === 'dialog' ? DIALOG : element.tag === 'details' ? DETAILS : 0
  if (attributes.size === 0) return own
  attributes.groups ??= readAttributes(element)
  return own | attributes.groups
}

function readAttributes(element: Element): number {
  let bits = 0
  const role = attribute(element, 'role')
  if (role !== null) bits |= groupBit(ROLES[role] ?? '')
  const marks = marksOf(element)
  if (marks === '') return bits
  let start = 0
  for (let at = 0; at <= marks.length; at += 1) {
    if (isSmallLetter(marks.charCodeAt(at))) continue
    if (at - start > 1 && at - start <= LONGEST_TOKEN) bits |= BITS.get(marks.slice(start, at)) ?? 0
    start = at + 1
  }
  return bits
}

function isSmallLetter(code: number): boolean {
  return code >= 97 && code <= 122
}

const SHAPES: readonly string[] = (
  'nav header footer aside main article section form table ul ol li figure blockquote button label details a ' +
  'dl p td'
).split(' ')
export const SHAPE_COUNT = SHAPES.length
const SHAPE_BITS = new Map(SHAPES.map((tag, index) => [tag, 1 << index]))

export function shapeBit(tag: string): number {
  return SHAPE_BITS.get(tag) ?? 0
}
