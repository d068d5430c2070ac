import type { StatusAnswer } from '../api/get-status.ts'
import { renderReport } from '../report/markdown.ts'
import { gatherMaterial } from '../report/material.ts'
import { statusOfTask } from './task-status.ts'
import type { Rooms } from './wire-rooms.ts'

/** The report as Markdown; `limitChars` bounds what an MCP resource carries. */
export function reportOfTask(rooms: Pick<Rooms, 'research' | 'human'>, taskId: string, limitChars?: number): string {
  const { blocked_domains: blocked, background } = statusOfTask(rooms, taskId)
  const text = noteUnfinished(renderReport(gatherMaterial(rooms.research, taskId), blocked), background)
  if (limitChars === undefined || text.length <= limitChars) return text
  return `${text.slice(0, limitChars)}\n\n(cut here; the whole report: lyra report ${taskId})\n`
}

/** A report that is written while citations are still followed says so, under its title. */
export function noteUnfinished(report: string, { citations_pending: pending }: StatusAnswer['background']): string {
  if (pending === 0) return report
  const whose = pending === 1 ? 'one search are' : `${pending} searches are`
  const change = 'claims and confidences may change.'
  const note = `**Not complete yet:** the citations of ${whose} still being followed; ${change}`
  return report.replace('\n\n', () => `\n\n${note}\n\n`)
}
