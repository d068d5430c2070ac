import type { SearchRow, Task } from '../../src/domain/task.ts'

export const AT = '2025-01-15T10:00:00.000Z'

export function aTask(id = 'task_1'): Task {
  return {
    id,
    query: '鎮静下内視鏡の安全性',
    status: 'created',
    budget: { max_pages: 120, max_seconds: 1200 },
    priority_domains: [],
    scope: {},
    language: 'ja',
    seconds_used: 0,
    created_at: AT,
    updated_at: AT,
    stopped_at: null,
    stop_reason: null,
    final_status: null,
    cause_id: 'cause_0',
  }
}

export function searchRow(changes: Partial<SearchRow> = {}): SearchRow {
  return {
    id: 's_1',
    task_id: 'task_1',
    query: '鎮静 内視鏡 偶発症',
    options: {},
    status: 'running',
    pages_fetched: 0,
    useful_fragments: 0,
    harvest_rate: 0,
    satisfaction_score: 0,
    novelty_score: 0,
    independent_sources: 0,
    has_primary_source: false,
    warnings: [],
    error: null,
    started_at: AT,
    finished_at: null,
    cause_id: 'cause_1',
    ...changes,
  }
}
