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
    if (next === null || part.contains(document.activeElement) || part.innerHTML === next.innerHTML) continue
    part.replaceChildren(...next.childNodes)
  }
}

if (parts().length > 0) {
  const task = document.querySelector('[data-task]')?.getAttribute('data-task')
  const events = new EventSource(task ? `/events?task=${encodeURIComponent(task)}` : '/events')
  events.addEventListener('change', () => void refresh())
}
