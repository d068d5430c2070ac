import type { Assets } from './assets.ts'
import { type Html, html, NOTHING, path } from './html.ts'
import type { PageRequest, PageView } from './page.ts'
import type { WordKey } from './words/say.ts'

interface MenuEntry {
  readonly tab: string
  readonly path: string
  readonly word: WordKey
}

const MENU: readonly MenuEntry[] = [
  { tab: 'tasks', path: '/tasks', word: 'menu.tasks' },
  { tab: 'waiting', path: '/waiting', word: 'menu.waiting' },
  { tab: 'domains', path: '/domains', word: 'menu.domains' },
  { tab: 'query', path: '/query', word: 'menu.query' },
  { tab: 'calibration', path: '/calibration', word: 'menu.calibration' },
  { tab: 'engines', path: '/engines', word: 'menu.engines' },
  { tab: 'settings', path: '/settings', word: 'menu.settings' },
]

/** The tabs of a task; each is a page of its own at `/tasks/:id/<tab>`, the first at `/tasks/:id`. */
const TASK_TABS: readonly { readonly tab: string; readonly word: WordKey }[] = [
  { tab: 'findings', word: 'tab.findings' },
  { tab: 'disputes', word: 'tab.disputes' },
  { tab: 'graph', word: 'tab.graph' },
  { tab: 'sources', word: 'tab.sources' },
  { tab: 'flow', word: 'tab.flow' },
  { tab: 'unread', word: 'tab.unread' },
  { tab: 'searches', word: 'tab.searches' },
  { tab: 'review', word: 'tab.review' },
  { tab: 'timeline', word: 'tab.timeline' },
  { tab: 'check', word: 'tab.check' },
]

export function taskPath(taskId: string, tab = 'findings'): string {
  const task = `/tasks/${encodeURIComponent(taskId)}`
  return tab === 'findings' ? task : `${task}/${tab}`
}

export interface LayoutParts {
  readonly assets: Assets
  readonly tab: string
  /** False before the person has signed in: no menu. */
  readonly signedIn: boolean
}

export function layout(request: PageRequest, view: PageView, { assets, tab, signedIn }: LayoutParts): Html {
  const { say, language } = request
  const styles = ['dashboard.css', ...(view.styles ?? [])]
  const scripts = [...(signedIn ? ['live.js'] : []), ...(view.scripts ?? [])]
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${view.title} · Lyra</title>
<link rel="icon" href="${assets.url('icon.svg')}" type="image/svg+xml">
${styles.map((name) => html`<link rel="stylesheet" href="${assets.url(name)}">`)}
${scripts.map((name) => html`<script type="module" src="${assets.url(name)}"></script>`)}
</head>
<body>
<a class="skip" href="#main">${say('layout.skip')}</a>
<header class="top">
<a class="brand" href="/tasks">Lyra</a>
${signedIn ? menu(request, tab) : NOTHING}
${languages(request)}
</header>
${view.task === undefined ? NOTHING : taskHead(request, view.task, tab)}
<main id="main" tabindex="-1">
${view.main}
</main>
<footer class="bottom"><p>Lyra ${request.version} · ${say('layout.local')}</p></footer>
</body>
</html>`
}

const current = (is: boolean) => (is ? html` aria-current="page"` : NOTHING)

function menu({ say }: PageRequest, tab: string): Html {
  const isTask = TASK_TABS.some((one) => one.tab === tab)
  const isCurrent = (entry: MenuEntry) => entry.tab === tab || (isTask && entry.tab === 'tasks')
  const entries = MENU.map(
    (entry) => html`<li><a href="${entry.path}"${current(isCurrent(entry))}>${say(entry.word)}</a></li>`,
  )
  return html`<nav class="menu" aria-label="${say('layout.menu')}"><ul>${entries}</ul></nav>`
}

function taskHead({ say }: PageRequest, task: NonNullable<PageView['task']>, tab: string): Html {
  const tabs = TASK_TABS.map(
    (one) => html`<li><a href="${taskPath(task.id, one.tab)}"${current(one.tab === tab)}>${say(one.word)}</a></li>`,
  )
  return html`<div class="task-head"><p class="question">${task.query}</p>
<nav class="tabs" aria-label="${say('layout.task_menu')}"><ul>${tabs}</ul></nav></div>`
}

function languages({ language, say, url }: PageRequest): Html {
  const [other, name] = language === 'en' ? ['ja', '日本語'] : ['en', 'English']
  const { token: _, ...shown } = Object.fromEntries(url.searchParams)
  const query = { ...shown, lang: other }
  return html`<a class="language" hreflang="${other}" lang="${other}" href="${path(url.pathname, query)}"
 title="${say('layout.language')}">${name}</a>`
}
