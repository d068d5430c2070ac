/**
 * Live updates: where a page marks parts with `data-live`, the server tells by server-sent events that something has
 * changed, and those parts are taken anew from the same address. Without a script the page is as it was loaded.
 */
const parts = () => document.querySelectorAll('[data-live][id]')

async function refresh() {
  const answer = await fetch(location.href, { headers: { accept: 'text/html' } })
  if (!answer.ok) return
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html')
  for (const part of parts()) {
    const next = fresh.getElementById(part.id)
    // What a person is writing in, or has opened, stays as it is.
    const isInUse = part.contains(document.activeElement) || part.querySelector('details[open]') !== null
    if (next === null || isInUse || part.innerHTML === next.innerHTML) continue
    part.replaceChildren(...next.childNodes)
  }
}

/** A browser keeps six connections to a server open at most: only the page that is looked at has one. */
let events = null

function follow(isAgain) {
  if (document.hidden) {
    events?.close()
    events = null
    return
  }
  if (events !== null) return
  const task = document.querySelector('[data-task]')?.getAttribute('data-task')
  events = new EventSource(task ? `/events?task=${encodeURIComponent(task)}` : '/events')
  events.addEventListener('change', () => void refresh())
  if (isAgain) void refresh()
}

if (parts().length > 0) {
  follow(false)
  document.addEventListener('visibilitychange', () => follow(true))
}
