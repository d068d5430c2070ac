import type { RenderedReport, ReportFormat } from '../api/render-report.ts'
import { primaryLanguage } from '../domain/language-tag.ts'
import type { ReportLanguage } from '../domain/report-language.ts'
import { sharedSettings } from '../report/bundle/shared-settings.ts'
import type { ProgramFacts } from '../report/data/methods.ts'
import { buildDocument } from '../report/document/build-document.ts'
import type { ReportDocument } from '../report/document/document.ts'
import { docxReport } from '../report/docx/docx.ts'
import { htmlReport } from '../report/html/html.ts'
import { markdownParts, markdownReport } from '../report/markdown.ts'
import { collectReportData } from '../report/report-data.ts'
import { outlinePage, type ReportPage, sectionPage } from '../report/report-pages.ts'
import { statusOfTask } from './task-status.ts'
import { VERSION } from './version.ts'
import type { Rooms } from './wire-rooms.ts'

type ReportRooms = Pick<Rooms, 'research' | 'human'>

/** The whole report as Markdown. */
export function reportOfTask(rooms: ReportRooms, taskId: string, language?: ReportLanguage): string {
  return markdownReport(documentOf(rooms, taskId, language))
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

/** In the language that was asked for, else in that of the task where there is a report in it. */
function documentOf(rooms: ReportRooms, taskId: string, language?: ReportLanguage): ReportDocument {
  const { research } = rooms
  const { blocked_domains: blocked, background } = statusOfTask(rooms, taskId)
  const data = collectReportData(research, taskId, research.settings.report, programFacts(research.settings))
  const own = primaryLanguage(data.task.language) === 'ja' ? 'ja' : 'en'
  return buildDocument(data, { blocked, language: language ?? own, pending: background.citations_pending })
}

export function programFacts(settings: Rooms['research']['settings']): ProgramFacts {
  const { judgement, sources } = settings
  return { version: VERSION, settings: sharedSettings(settings), weighing: { judgement, sources } }
}
