/** What an MCP client reads without a tool call (LYRA 3.3); long things come in pages that name the next one. */
export const TASKS_URI = 'lyra://tasks'

export function tasksUri(from: number): string {
  return from === 0 ? TASKS_URI : `${TASKS_URI}/from/${from}`
}

/** Without a section: its outline. */
export function reportUri(taskId: string, section?: string, from = 0): string {
  const report = `${TASKS_URI}/${taskId}/report`
  if (section === undefined) return report
  return from === 0 ? `${report}/${section}` : `${report}/${section}/${from}`
}

export function graphUri(taskId: string, from = 0): string {
  const graph = `${TASKS_URI}/${taskId}/graph`
  return from === 0 ? graph : `${graph}/${from}`
}

export function reviewUri(taskId: string, from = 0): string {
  const review = `${TASKS_URI}/${taskId}/review`
  return from === 0 ? review : `${review}/${from}`
}

export function citationsUri(taskId: string, from = 0): string {
  const citations = `${TASKS_URI}/${taskId}/citations`
  return from === 0 ? citations : `${citations}/${from}`
}

export function entitiesUri(taskId: string, from = 0): string {
  const entities = `${TASKS_URI}/${taskId}/entities`
  return from === 0 ? entities : `${entities}/${from}`
}

/** Without a subject: what has dates. */
export function timelineUri(taskId: string, subject?: string, from = 0): string {
  const timeline = `${TASKS_URI}/${taskId}/timeline`
  if (subject === undefined) return from === 0 ? timeline : `${timeline}/from/${from}`
  const one = `${timeline}/${encodeURIComponent(subject)}`
  return from === 0 ? one : `${one}/${from}`
}

export function languageGapsUri(taskId: string, from = 0): string {
  const gaps = `${TASKS_URI}/${taskId}/languages`
  return from === 0 ? gaps : `${gaps}/${from}`
}

export function claimUri(claimId: string): string {
  return `lyra://claims/${claimId}`
}
