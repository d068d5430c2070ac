/** Theme, menu and search of the documentation site. No request leaves the folder the page lies in. */
const script = document.currentScript
const root = script.dataset.root
const page = document.documentElement

const chosen = readChoice()
if (chosen !== null) page.dataset.theme = chosen
document.querySelector('.theme').addEventListener('click', () => {
  const dark = page.dataset.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')
  page.dataset.theme = dark === 'dark' ? 'light' : 'dark'
  try {
    localStorage.setItem('lyra-theme', page.dataset.theme)
  } catch {
    // Without storage the choice lasts for this page.
  }
})

function readChoice() {
  try {
    return localStorage.getItem('lyra-theme')
  } catch {
    return null
  }
}

/** On a wide window the menu is always there; on a narrow one it opens by a tap. */
const wide = matchMedia('(min-width: 801px)')
const menu = document.querySelector('.menu')
const fit = () => {
  menu.open = wide.matches
}
wide.addEventListener('change', fit)
fit()

const form = document.querySelector('.search')
const input = form.querySelector('input')
const hits = form.querySelector('.hits')
const fold = (text) => text.normalize('NFKC').toLowerCase()
const MOST_HITS = 12

/** The index is a script, not a fetched file, so that search works on pages opened from a folder, too. */
let index = null
function loadIndex() {
  index ??= new Promise((resolve) => {
    const tag = document.createElement('script')
    tag.src = `${root}search-index.js`
    tag.onload = () =>
      resolve(window.lyraIndex.map((entry) => ({ ...entry, folded: fold(`${entry.t} ${entry.h} ${entry.x}`) })))
    document.head.append(tag)
  })
  return index
}

/** Every word of the query is in the section or in the title of its page; a word in its heading weighs more, pages in the reader's language first. */
function find(entries, query) {
  const words = fold(query).split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  return entries
    .filter((entry) => words.every((word) => entry.folded.includes(word)))
    .map((entry) => ({ entry, weight: weightOf(entry, words) }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MOST_HITS)
    .map(({ entry }) => entry)
}

function weightOf(entry, words) {
  const heading = fold(entry.h)
  const title = fold(entry.t)
  const inHeading = words.filter((word) => heading.includes(word)).length
  const inTitle = words.filter((word) => title.includes(word)).length
  return inHeading * 3 + inTitle * 2 + (entry.l === page.lang ? 2 : 0) + entry.w
}

function excerpt({ x }, query) {
  const [word = ''] = fold(query).split(/\s+/)
  const at = Math.max(0, fold(x).indexOf(word) - 40)
  return `${at > 0 ? '…' : ''}${x.slice(at, at + 120)}…`
}

async function show() {
  const query = input.value
  const entries = await loadIndex()
  if (query !== input.value) return
  const found = find(entries, query)
  hits.replaceChildren(...found.map((entry) => hitOf(entry, query)))
  if (found.length === 0)
    hits.append(Object.assign(document.createElement('li'), { className: 'hit', textContent: hits.dataset.none }))
  hits.hidden = query.trim() === ''
}

function hitOf(entry, query) {
  const link = Object.assign(document.createElement('a'), { href: root + entry.u, textContent: entry.h })
  const about = Object.assign(document.createElement('small'), { textContent: `${entry.t} · ${excerpt(entry, query)}` })
  const item = Object.assign(document.createElement('li'), { className: 'hit' })
  item.append(link, about)
  return item
}

input.addEventListener('focus', loadIndex, { once: true })
input.addEventListener('input', show)
form.addEventListener('submit', (event) => {
  event.preventDefault()
  hits.querySelector('a')?.click()
})
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') hits.hidden = true
  if (event.key === '/' && !(event.target instanceof HTMLInputElement)) {
    event.preventDefault()
    input.focus()
  }
})
document.addEventListener('click', (event) => {
  if (!form.contains(event.target)) hits.hidden = true
})
