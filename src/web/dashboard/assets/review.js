/** One key each: a button or link that names a key is pressed by it, unless the person is writing. */
addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
  if (event.target instanceof Element && event.target.closest('input, textarea, select')) return
  const target = document.querySelector(`[data-key="${CSS.escape(event.key.toLowerCase())}"]`)
  if (!(target instanceof HTMLElement)) return
  event.preventDefault()
  target.click()
})
