/**
 * The little Markdown the demo pages use: headings, paragraphs, lists, tables, quotes, links, emphasis, raw HTML
 * blocks.
 */
export function markdownToHtml(text: string): string {
  return text
    .split(/\n{2,}/)
    .filter((block) => block.trim() !== '')
    .map((block) => blockToHtml(block.trim()))
    .join('\n')
}

function blockToHtml(block: string): string {
  const lines = block.split('\n')
  const heading = /^(#{1,4}) (.+)$/.exec(block)
  if (heading !== null && lines.length === 1) {
    const level = heading[1]?.length ?? 2
    return `<h${level} id="${slug(heading[2] ?? '')}">${inline(heading[2] ?? '')}</h${level}>`
  }
  if (/^<(?!(sup|sub|ruby|code|b|i|a|strong|em)\b)/.test(block)) return block
  if (lines.every((line) => line.startsWith('- '))) return list('ul', lines, 2)
  if (lines.every((line) => /^\d+\. /.test(line))) return list('ol', lines, 3)
  if (lines.every((line) => line.startsWith('> ')))
    return `<blockquote><p>${inline(lines.map((line) => line.slice(2)).join(' '))}</p></blockquote>`
  if (lines.length > 2 && lines.every((line) => line.startsWith('|'))) return table(lines)
  return `<p>${inline(lines.join('\n'))}</p>`
}

function list(tag: 'ul' | 'ol', lines: readonly string[], markLength: number): string {
  const items = lines.map((line) => `<li>${inline(line.slice(markLength).trimStart())}</li>`)
  return `<${tag}>\n${items.join('\n')}\n</${tag}>`
}

function table(lines: readonly string[]): string {
  const rows = lines.filter((line) => !/^\|[-|: ]+\|$/.test(line)).map((line) => line.slice(1, -1).split('|'))
  const row = (cells: readonly string[], tag: 'th' | 'td') =>
    `<tr>${cells.map((cell) => `<${tag}>${inline(cell.trim())}</${tag}>`).join('')}</tr>`
  const [head = [], ...body] = rows
  return `<table>\n<thead>${row(head, 'th')}</thead>\n<tbody>${body.map((cells) => row(cells, 'td')).join('\n')}</tbody>\n</table>`
}

export function inline(text: string): string {
  return text
    .replace(/&(?!#?\w+;)/g, '&amp;')
    .replace(/<(?=[\s\d])/g, '&lt;')
    .replace(/\[([^\]]+)\]\(([^)\s]+)\)/g, (_, label: string, url: string) => `<a href="${url}">${label}</a>`)
    .replace(/\*\*\*([^*]+)\*\*\*/g, '<strong><em>$1</em></strong>')
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replace(/(?<![\w*])\*([^*\n]+)\*(?![\w*])/g, '<em>$1</em>')
    .replace(/`([^`]+)`/g, '<code>$1</code>')
}

export function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')
}

function slug(text: string): string {
  return text
    .replace(/<rt>.*?<\/rt>|<rp>.*?<\/rp>|<[^>]+>/g, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
}
