import type { Report } from '../api/get-report.ts'
import type { RenderedReport, ReportFormat } from '../api/render-report.ts'
import { primaryLanguage } from '../domain/language-tag.ts'
import type { ReportLanguage } from '../domain/report-language.ts'
import { sharedSettings } from '../report/bundle/shared-settings.ts'
import type { ProgramFacts } from '../report/data/methods.ts'
import { buildDocument } from '../report/document/build-document.ts'
import type { ReportDocument } from '../report/document/document.ts'
import { countedText, findingParts, standing } from '../report/document/finding-parts.ts'
import { docxReport } from '../report/docx/docx.ts'
import { htmlReport } from '../report/html/html.ts'
import { markdownParts, markdownReport } from '../report/markdown.ts'
import { collectReportData, type ReportData } from '../report/report-data.ts'
import { outlinePage, type ReportPage, sectionPage } from '../report/report-pages.ts'
import { wordsOf } from '../report/words/words.ts'
import { catchUpWithOverrides } from './catch-up-with-overrides.ts'
import { statusAsItStands } from './task-status.ts'
import { VERSION } from './version.ts'
import type { Rooms } from './wire-rooms.ts'

type ReportRooms = Pick<Rooms, 'research' | 'human'>

/** The whole report as Markdown, and its findings as it counts them. */
export function reportOfTask(rooms: ReportRooms, taskId: string, language?: ReportLanguage): Omit<Report, 'task_id'> {
  const { data, document } = told(rooms, taskId, language)
  const words = wordsOf(document.language)
  return {
    ok: true,
    markdown: markdownReport(document),
    counted: countedText(data, words),
    parts: findingParts(data, words).map(({ name, title, findings }) => ({
      ...{ name, title },
      findings: findings.map((one) => ({ finding_id: one.finding.id, standing: standing(one, words) })),
    })),
  }
}

const RENDERERS: Readonly<
  Record<ReportFormat, { readonly mediaType: string; readonly render: (document: ReportDocument) => string | Buffer }>
> = {
  md: { mediaType: 'text/markdown; charset=utf-8', render: markdownReport },
  html: { mediaType: 'text/html; charset=utf-8', render: htmlReport },
  docx: {
    mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    render: docxReport,
  },
}

export function renderedReport(
  rooms: ReportRooms,
  taskId: string,
  format: ReportFormat,
  language?: ReportLanguage,
): RenderedReport {
  const { mediaType, render } = RENDERERS[format]
  const base64 = Buffer.from(render(documentOf(rooms, taskId, language))).toString('base64')
  return { ok: true, task_id: taskId, format, media_type: mediaType, base64 }
}

/** A page of it: the outline, or entries of one section. */
export function reportPageOfTask(
  rooms: ReportRooms,
  taskId: string,
  place: { readonly section?: string | undefined; readonly from: number },
): ReportPage {
  const parts = markdownParts(documentOf(rooms, taskId))
  if (place.section !== undefined) return sectionPage(taskId, parts, { name: place.section, from: place.from })
  return outlinePage(taskId, parts)
}

function dataOf(research: ReportRooms['research'], taskId: string): ReportData {
  return collectReportData(research, taskId, research.settings.report, programFacts(research.settings))
}

function languageOf({ task }: ReportData): ReportLanguage {
  return primaryLanguage(task.language) === 'ja' ? 'ja' : 'en'
}

function documentOf(rooms: ReportRooms, taskId: string, language?: ReportLanguage): ReportDocument {
  return told(rooms, taskId, language).document
}

/** In the language that was asked for, else in that of the task where there is a report in it. */
function told(rooms: ReportRooms, taskId: string, language?: ReportLanguage) {
  const { research } = rooms
  catchUpWithOverrides(research)
  // One moment: a search that goes on meanwhile must not take away what the report is just about to tell.
  return research.store.read(() => {
    const { blocked_domains: blocked, background } = statusAsItStands(rooms, taskId)
    const data = dataOf(research, taskId)
    const pending = background.citations_pending
    return { data, document: buildDocument(data, { blocked, language: language ?? languageOf(data), pending }) }
  })
}

export function programFacts(settings: Rooms['research']['settings']): ProgramFacts {
  const { judgement, sources } = settings
  return { version: VERSION, settings: sharedSettings(settings), weighing: { judgement, sources } }
}
