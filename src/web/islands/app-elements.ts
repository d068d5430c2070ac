/** Elements with words in them; words of the web go in as text, never as markup. */
export function element(tag: string, words: string | readonly (string | Node)[] = '', marks = ''): HTMLElement {
  const made = document.createElement(tag)
  if (marks !== '') made.className = marks
  made.append(...(typeof words === 'string' ? [words] : words))
  return made
}

export function root(): HTMLElement {
  const found = document.getElementById('root')
  if (found === null) throw new Error('The view has no root')
  return found
}

export function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

export function share(value: unknown): string {
  return typeof value === 'number' ? `${Math.round(value * 100)}%` : ''
}

export function list(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? (value as readonly Readonly<Record<string, unknown>>[]) : []
}
