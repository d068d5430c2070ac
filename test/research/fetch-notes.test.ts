import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Conductor } from '../../src/research/conductor.ts'
import { createTask } from '../../src/research/tasks.ts'
import { openSmallWeb } from './small-web.ts'

test('REQ 3.1.6: what the fetcher has to say of its archive and of a page’s past reaches the search and the log', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'lyra-fetch-notes-'))
  const web = openSmallWeb({ path: join(folder, 'lyra.db') })
  const damage = 'replay archive: 1 record (40 bytes) could not be read: task.warc.gz at byte 900, cut off'
  const history = {
    versions: ['2026-05-01T12:00:00Z', '2025-04-01T12:00:00Z'],
    changes: [
      {
        from: '2025-04-01T12:00:00Z',
        to: '2026-05-01T12:00:00Z',
        headings_added: ['費用'],
        headings_removed: [],
        dates_added: [],
        dates_removed: [],
      },
    ],
    stopped: null,
  }
  const { fetcher } = web.parts
  const fetchPage: typeof fetcher.fetchPage = async (request) => {
    const page = await fetcher.fetchPage(request)
    return request.url.includes('clinic.example') ? { ...page, history } : page
  }
  const conductor = new Conductor({ ...web.parts, fetcher: { warnings: [damage], fetchPage } })
  t.after(async () => {
    await conductor.close()
    await web.conductor.close()
    web.store.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const taskId = createTask(web.parts, { query: 'Does silverleaf tea lower blood pressure?', budget: {} }).task_id

  const answer = await conductor.search(taskId, 'silverleaf tea blood pressure', {}, {})

  assert.deepEqual(
    answer.warnings.filter((warning) => warning.startsWith('replay archive')),
    [damage],
  )
  const logged = web.store.events.ofTask(taskId, 1000).filter(({ kind }) => kind === 'page_history')
  assert.deepEqual(
    logged.map(({ data, subject_id: id }) => [data, web.store.pages.get(id ?? '')?.domain]),
    [[history, 'clinic.example']],
  )
})
