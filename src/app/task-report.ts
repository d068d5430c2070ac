import type { StatusAnswer } from '../api/get-status.ts'
import { type ReportParts, renderReport, reportParts } from '../report/markdown.ts'
import { collectReportData } from '../report/report-data.ts'
import { outlinePage, type ReportPage, sectionPage } from '../report/report-pages.ts'
import { statusOfTask } from './task-status.ts'
import type { Rooms } from './wire-rooms.ts'

type ReportRooms = Pick<Rooms, 'research' | 'human'>

/** The whole report as Markdown. */
export function reportOfTask(rooms: ReportRooms, taskId: string): string {
  const { blocked_domains: blocked, background } = statusOfTask(rooms, taskId)
  return markReportUnfinished(renderReport(dataOf(rooms, taskId), blocked), background)
}

/** A page of it: the outline, or entries of one section. */
export function reportPageOfTask(
  rooms: ReportRooms,
  taskId: string,
  place: { readonly section?: string | undefined; readonly from: number },
): ReportPage {
  const { blocked_domains: blocked, background } = statusOfTask(rooms, taskId)
  const parts = reportParts(dataOf(rooms, taskId), blocked)
  if (place.section !== undefined) return sectionPage(taskId, parts, { name: place.section, from: place.from })
  const head: ReportParts['head'] = markReportUnfinished(parts.head, background)
  return outlinePage(taskId, { ...parts, head })
}

function dataOf({ research }: ReportRooms, taskId: string) {
  return collectReportData(research, taskId, research.settings.report)
}

/** A report that is written while citations are still followed says so, under its title. */
export function markReportUnfinished(
  report: string,
  { citations_pending: pending }: StatusAnswer['background'],
): string {
  if (pending === 0) return report
  const whose = pending === 1 ? 'one search are' : `${pending} searches are`
  const change = 'claims and confidences may change.'
  const note = `**Not complete yet:** the citations of ${whose} still being followed; ${change}`
  return report.replace('\n\n', () => `\n\n${note}\n\n`)
}
