import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Task } from '../../src/domain/task.ts'
import { connect } from './connect.ts'
import { CLAIM_ANSWER, fakeLyra, TASK_ID } from './fake-lyra.ts'

const TASK: Task = {
  id: TASK_ID,
  query: '鎮静下内視鏡の安全性',
  status: 'completed',
  budget: { max_pages: 120, max_seconds: 1200 },
  priority_domains: [],
  scope: {},
  language: 'ja',
  seconds_used: 30,
  created_at: '2025-01-15T10:00:00.000Z',
  updated_at: '2025-01-15T10:00:00.000Z',
  stopped_at: null,
  stop_reason: null,
  final_status: null,
  cause_id: 'cause_1',
}

function textOf(result: { contents: readonly object[] }): string {
  return (result.contents[0] as { text: string }).text
}

function promptOf(messages: readonly { readonly content: unknown }[]): string {
  return messages.map((message) => (message.content as { text: string }).text).join('\n')
}

test('LYRA 3.3: resources and templates are listed without loading Lyra', async (t) => {
  let loaded = 0
  const { client } = await connect(t, async () => {
    loaded += 1
    return fakeLyra()
  })

  const { resources } = await client.listResources()
  const { resourceTemplates } = await client.listResourceTemplates()

  assert.deepEqual(
    resources.map((resource) => resource.uri),
    ['lyra://tasks', 'lyra://views', 'lyra://lenses', 'lyra://sources', 'lyra://schema'],
  )
  assert.deepEqual(
    resourceTemplates.map((template) => template.uriTemplate),
    [
      'lyra://tasks/{id}/report',
      'lyra://tasks/{id}/report/{section}',
      'lyra://tasks/{id}/report/{section}/{from}',
      'lyra://tasks/{id}/graph',
      'lyra://tasks/{id}/graph/{from}',
      'lyra://tasks/{id}/review',
      'lyra://tasks/{id}/review/{from}',
      'lyra://tasks/{id}/citations',
      'lyra://tasks/{id}/citations/{from}',
      'lyra://tasks/{id}/entities',
      'lyra://tasks/{id}/entities/{from}',
      'lyra://tasks/{id}/timeline',
      'lyra://tasks/{id}/timeline/from/{from}',
      'lyra://tasks/{id}/timeline/{text}',
      'lyra://tasks/{id}/timeline/{text}/{from}',
      'lyra://tasks/{id}/languages',
      'lyra://tasks/{id}/languages/{from}',
      'lyra://tasks/{id}/updates',
      'lyra://tasks/{id}/updates/{from}',
      'lyra://tasks/{id}/check/{text}',
      'lyra://tasks/from/{from}',
      'lyra://claims/{id}',
      'lyra://passages/{id}',
    ],
  )
  assert.equal(loaded, 0)
})

test('LYRA 3.3: tasks, views, schema, report and graph can be read', async (t) => {
  const { client } = await connect(t, async () => fakeLyra({ listTasks: () => ({ ok: true, tasks: [TASK] }) }))
  const read = async (uri: string) => textOf(await client.readResource({ uri }))

  assert.deepEqual(JSON.parse(await read('lyra://tasks')).items[0].query, '鎮静下内視鏡の安全性')
  assert.deepEqual(JSON.parse(await read('lyra://views')), {
    items: [{ name: 'v_contradictions', purpose: 'Claims in dispute', columns: ['task_id', 'claim_id'] }],
    total: 1,
    truncated: false,
  })
  assert.deepEqual(JSON.parse(await read('lyra://schema')).items, [{ name: 'claims', columns: ['id', 'task_id'] }])
  assert.equal(await read(`lyra://tasks/${TASK_ID}/report`), `# 報告\n\ntask ${TASK_ID}: outline`)
  assert.match(await read(`lyra://tasks/${TASK_ID}/report/timeline`), /: timeline 0$/u)
  assert.match(await read(`lyra://tasks/${TASK_ID}/report/timeline/20`), /: timeline 20$/u)
  assert.match(
    await read(`lyra://claims/${CLAIM_ANSWER.claim_id}`),
    /^Confidence 0\.7109 \(log odds 0\.9\), verified$/mu,
  )
  assert.equal(await read(`lyra://tasks/${TASK_ID}/graph`), '{"nodes":[],"edges":[]}')
})

test('REQ 4.4.1 L5: the notes stand beside the text of every resource', async (t) => {
  const asked: (string | null)[] = []
  const lyra = fakeLyra()
  const noting = fakeLyra({
    meta: (taskId) => {
      asked.push(taskId)
      return lyra.meta(taskId)
    },
  })
  const { client } = await connect(t, async () => noting)
  const uris = ['lyra://tasks', 'lyra://views', 'lyra://schema']

  for (const uri of [...uris, `lyra://tasks/${TASK_ID}/report`, `lyra://tasks/${TASK_ID}/graph`]) {
    const [content] = (await client.readResource({ uri })).contents
    const { unverified_domains, security_warnings } = lyra.meta(null)
    assert.deepEqual(content?._meta, { _lyra_meta: { unverified_domains, security_warnings } }, uri)
  }
  assert.deepEqual(asked, [null, null, null, TASK_ID, TASK_ID])
})

test('LYRA 3.8: a long list comes in pages that stay JSON, each task once', async (t) => {
  const many = Array.from({ length: 200 }, (_, n) => ({ ...TASK, id: `task_${n}`, query: '長い問い'.repeat(200) }))
  const { client } = await connect(t, async () => fakeLyra({ listTasks: () => ({ ok: true, tasks: many }) }))
  const ids: string[] = []
  const lengths: number[] = []

  for (let uri: string | undefined = 'lyra://tasks'; uri !== undefined; ) {
    const text = textOf(await client.readResource({ uri }))
    const page = JSON.parse(text) as { items: { id: string }[]; total: number; truncated: boolean; next?: string }
    assert.deepEqual([page.total, page.truncated], [200, page.next !== undefined])
    ids.push(...page.items.map((task) => task.id))
    lengths.push(text.length)
    uri = page.next
  }

  assert.deepEqual(
    ids,
    many.map((task) => task.id),
  )
  assert.ok(Math.max(...lengths) < 12_000, String(lengths))
})

test('ADR 0033: what the updates of a task found is JSON, page by page', async (t) => {
  const source = {
    change: 'new',
    page_id: 'page_1',
    url: 'https://a.example/',
    title: '題'.repeat(600),
    finding_ids: [],
  }
  const delta = {
    ...{ new_findings: [], changed_findings: [], pages_asked: 3, pages_unchanged: 2 },
    sources: [source as { change: 'new' } & typeof source],
  }
  const updates = Array.from({ length: 40 }, (_, at) => ({
    ...{ update_id: `upd_${at}`, started_at: '2026-01-01T00:00:00Z', finished_at: '2026-01-01T00:01:00Z', changes: 1 },
    delta,
  }))
  const { client } = await connect(t, async () =>
    fakeLyra({ listUpdates: ({ task_id }) => ({ ok: true, task_id, updates }) }),
  )
  const ids: string[] = []
  const [first] = [`lyra://tasks/${TASK_ID}/updates`]

  for (let uri: string | undefined = first; uri !== undefined; ) {
    const page = JSON.parse(textOf(await client.readResource({ uri }))) as {
      items: { update_id: string; delta: { sources: { change: string }[] } }[]
      next?: string
    }
    assert.deepEqual(page.items[0]?.delta.sources[0]?.change, 'new')
    ids.push(...page.items.map(({ update_id: id }) => id))
    uri = page.next
  }

  assert.deepEqual(
    ids,
    updates.map(({ update_id: id }) => id),
  )
})

test('LYRA 3.8: an address with a wrong number is refused by name', async (t) => {
  const { client } = await connect(t, async () => fakeLyra())

  await assert.rejects(client.readResource({ uri: `lyra://tasks/${TASK_ID}/graph/last` }), {
    message: /"last" is not the number of an entry/u,
  })
})

test('REQ 4.4.1 L7: an unknown task and a crash become protocol errors with our code and nothing inner', async (t) => {
  const lyra = fakeLyra({
    getGraph: () => {
      throw new Error('no such table: /srv/lyra/x.sqlite')
    },
  })
  const { client } = await connect(t, async () => lyra)

  await assert.rejects(client.readResource({ uri: 'lyra://tasks/task_none/report' }), {
    message: /No task has the id task_none/,
    data: {
      uri: 'lyra://tasks/task_none/report',
      code: 'TASK_NOT_FOUND',
      hint: 'Create one with create_task, or list them with `lyra task list`',
    },
  })
  await assert.rejects(client.readResource({ uri: `lyra://tasks/${TASK_ID}/graph` }), (error: Error) => {
    assert.match(error.message, /Internal processing error/)
    assert.doesNotMatch(JSON.stringify(error), /srv|sqlite/)
    return true
  })
})

const LOOP = ['create_task', 'search', 'get_status', 'refute: true', 'stop_task', 'query_graph', 'vector_search']

test('REQ 2.1.2: the research prompt teaches the loop in order, in English and in Japanese', async (t) => {
  const { client } = await connect(t, async () => fakeLyra())
  const promptText = async (args: Record<string, string>) => {
    const { messages } = await client.getPrompt({ name: 'research', arguments: args })
    return promptOf(messages)
  }

  const english = await promptText({ question: 'Is sedation in endoscopy safe?' })
  const japanese = await promptText({ question: '鎮静下内視鏡は安全か', language: 'ja' })

  for (const text of [english, japanese]) {
    const steps = text.slice(text.indexOf('1. '))
    const places = LOOP.map((word) => steps.indexOf(word))
    assert.equal(places.includes(-1), false)
    assert.deepEqual(
      places,
      [...places].sort((a, b) => a - b),
    )
  }
  assert.match(english, /Is sedation in endoscopy safe\?/)
  assert.match(english, /Cite the URL and title/)
  assert.match(japanese, /鎮静下内視鏡は安全か/)
  assert.match(japanese, /出典の URL とタイトル/)
})

test('LYRA 3.3: the report prompt names the task and its resource', async (t) => {
  const { client } = await connect(t, async () => fakeLyra())

  const { prompts } = await client.listPrompts()
  const { messages } = await client.getPrompt({ name: 'report', arguments: { task_id: TASK_ID } })

  assert.deepEqual(
    prompts.map((prompt) => prompt.name),
    ['research', 'report'],
  )
  assert.match(promptOf(messages), new RegExp(`lyra://tasks/${TASK_ID}/report`))
})

test('LYRA 3.3: the arguments of prompts are completed: tasks by id or question, questions asked before, languages', async (t) => {
  const { client } = await connect(t, async () => fakeLyra({ listTasks: () => ({ ok: true, tasks: [TASK] }) }))
  const complete = async (name: string, argument: string, value: string) => {
    const ref = { type: 'ref/prompt' as const, name }
    return (await client.complete({ ref, argument: { name: argument, value } })).completion.values
  }
  const { id, query } = TASK

  assert.deepEqual(await complete('report', 'task_id', id.slice(0, 6)), [id])
  assert.deepEqual(await complete('report', 'task_id', query.slice(1, 4)), [id])
  assert.deepEqual(await complete('report', 'task_id', 'nothing like it'), [])
  assert.deepEqual(await complete('research', 'question', query.slice(0, 3)), [query])
  assert.deepEqual(await complete('research', 'language', 'j'), ['ja'])
  assert.deepEqual(await complete('report', 'language', ''), ['en', 'ja'])
})

test('resources: a text in the address is checked against the evidence', async (t) => {
  const { client } = await connect(t, async () => fakeLyra())
  const uri = `lyra://tasks/${TASK_ID}/check/${encodeURIComponent('偶発症は99%だった。 50% / 2?')}`
  assert.match(
    textOf(await client.readResource({ uri })),
    /^number differs: 偶発症は99%だった。 50% \/ 2\?\n- "99": this figure/u,
  )
})
