import { escapeXml } from '../../domain/escape-xml.ts'
import type { ReportLanguage } from '../../domain/report-language.ts'
import type { TaskDelta } from '../../domain/task-delta.ts'
import { cut } from '../document/document.ts'
import { deltaWords } from '../words/delta-words.ts'
import { type DeltaLine, deltaLines, deltaSummary } from './delta-lines.ts'

export interface FeedUpdate {
  readonly id: string
  readonly finished_at: string
  readonly delta: TaskDelta
}

export interface Feed {
  readonly taskId: string
  readonly question: string
  readonly createdAt: string
  readonly language: ReportLanguage
  readonly version: string
  /** Newest first. */
  readonly updates: readonly FeedUpdate[]
}

/** Atom (RFC 4287): an entry for each update that found a change. The same updates make the same bytes. */
export function atomFeed({ taskId, question, createdAt, language, version, updates }: Feed): string {
  const title = deltaWords(language).feedTitle(cut(question, 200))
  const head = [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">`,
    `<id>urn:lyra:${escapeXml(taskId)}</id>`,
    `<title>${escapeXml(title)}</title>`,
    `<updated>${escapeXml(updates[0]?.finished_at ?? createdAt)}</updated>`,
    '<author><name>Lyra</name></author>',
    `<generator version="${escapeXml(version)}">Lyra</generator>`,
  ]
  return `${[...head, ...updates.map((update) => entry(update, taskId, language)), '</feed>'].join('\n')}\n`
}

function entry({ id, finished_at: at, delta }: FeedUpdate, taskId: string, language: ReportLanguage): string {
  const body = `<ul>${deltaLines(delta, language).map(lineHtml).join('')}</ul>`
  return [
    '<entry>',
    `<id>urn:lyra:${escapeXml(taskId)}:${escapeXml(id)}</id>`,
    `<title>${escapeXml(deltaSummary(delta, language))}</title>`,
    `<updated>${escapeXml(at)}</updated>`,
    // A feed reader shows it as HTML after taking the outer escapes off: words of the web are escaped once more.
    `<content type="html">${escapeXml(body)}</content>`,
    '</entry>',
  ].join('\n')
}

function lineHtml({ text, url, details }: DeltaLine): string {
  const isWeb = /^https?:\/\//iu.test(url)
  const told = isWeb ? `<a href="${escapeXml(url)}">${escapeXml(text)}</a>` : escapeXml(text)
  const below = details.map((one) => `<li>${escapeXml(one)}</li>`).join('')
  return `<li>${told}${below === '' ? '' : `<ul>${below}</ul>`}</li>`
}
