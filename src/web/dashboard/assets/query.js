/** Ctrl+Enter (or Cmd+Enter) in the text runs the query. */
const field = document.getElementById('sql')
field?.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  field.closest('form')?.requestSubmit()
})
