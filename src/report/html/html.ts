import { createHash } from 'node:crypto'
import { escapeXml } from '../../domain/escape-xml.ts'
import type { Entry, Inline, Line, ReportDocument, Section, Text } from '../document/document.ts'
import { sourceAnchor } from '../document/finding-entry.ts'
import { addressText } from '../escape.ts'
import { wordsOf } from '../words/words.ts'
import { REPORT_CSS } from './html-style.ts'

/**
 * The report as one file that a browser shows and prints: no script, no request, every text escaped. The policy in its
 * head lets a browser load nothing but its own style.
 */
export function htmlReport(document: ReportDocument): string {
  const { language, title, lead, sections } = document
  const quotes = wordsOf(language).quotes
  const write = (text: Text) => text.map((part) => inline(part, quotes)).join('')
  const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(REPORT_CSS).digest('base64')}'`
  return [
    '<!doctype html>',
    `<html lang="${language}">`,
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${escapeXml(policy)}">`,
    '<meta name="referrer" content="no-referrer">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeXml(title)}</title>`,
    `<style>${REPORT_CSS}</style>`,
    '</head>',
    '<body>',
    '<header>',
    `<h1>${escapeXml(title)}</h1>`,
    ...lead.map((text) => `<p>${write(text)}</p>`),
    '</header>',
    outline(document),
    '<main>',
    ...sections.map((section) => sectionHtml(section, write)),
    '</main>',
    '</body>',
    '</html>',
    '',
  ].join('\n')
}

function outline({ outlineTitle, sections }: ReportDocument): string {
  const items = sections.map(
    ({ name, title, entries }) => `<li><a href="#${name}">${escapeXml(title)}</a>: ${entries.length}</li>`,
  )
  return ['<nav>', `<h2>${escapeXml(outlineTitle)}</h2>`, '<ol>', ...items, '</ol>', '</nav>'].join('\n')
}

function sectionHtml({ name, title, entries, empty }: Section, write: (text: Text) => string): string {
  const isPlain = entries.every(({ status }) => status === undefined)
  const body =
    entries.length === 0
      ? [`<p>${escapeXml(empty)}</p>`]
      : ['<ol>', ...entries.map((entry) => entryHtml(entry, write)), '</ol>']
  return [
    `<section id="${name}"${isPlain ? ' class="plain"' : ''}>`,
    `<h2>${escapeXml(title)}</h2>`,
    ...body,
    '</section>',
  ].join('\n')
}

function entryHtml({ head, lines, anchor, status }: Entry, write: (text: Text) => string): string {
  const id = anchor === undefined ? '' : ` id="${anchor}"`
  const looks = status === undefined ? '' : ` class="${status}"`
  return `<li${id}${looks}><p class="head">${write(head)}</p>${linesHtml(lines, write)}</li>`
}

function linesHtml(lines: readonly Line[], write: (text: Text) => string): string {
  if (lines.length === 0) return ''
  const items = lines.map(({ text, role, lines: below = [] }) => {
    const isSide = role === 'for' || role === 'against'
    const names = [...(role === undefined ? [] : [role]), ...(isSide && below.length === 0 ? ['brief'] : [])]
    const looks = names.length === 0 ? '' : ` class="${names.join(' ')}"`
    return `<li${looks}><span>${write(text)}</span>${linesHtml(below, write)}</li>`
  })
  return `<ul>${items.join('')}</ul>`
}

function inline(part: Inline, [open = '', close = '']: readonly string[]): string {
  if (typeof part === 'string') return escapeXml(part)
  if ('strong' in part) return `<strong>${escapeXml(part.strong)}</strong>`
  if ('code' in part) return `<code>${escapeXml(part.code)}</code>`
  if ('quote' in part) return `<q>${open}${escapeXml(part.quote)}${close}</q>`
  if ('cite' in part)
    return part.cite.map((number) => `<sup><a href="#${sourceAnchor(number)}">[${number}]</a></sup>`).join(' ')
  if ('address' in part) return addressHtml(part.address)
  return `<a href="#${part.see}">${escapeXml(part.words)}</a>`
}

/** Only what leads to the web is a link. */
function addressHtml(url: string): string {
  if (!/^https?:\/\//iu.test(url)) return escapeXml(url)
  const address = escapeXml(addressText(url))
  return `<a href="${address}" rel="noreferrer noopener">${address}</a>`
}
