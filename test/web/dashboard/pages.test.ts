import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { PATHS } from './paths.ts'
import { dashboard, HOSTILE, seededWorld, TASK } from './seeded-home.ts'

describe('the pages of the dashboard', () => {
  const world = seededWorld()
  const ends: (() => unknown)[] = []
  let shown: ReturnType<typeof dashboard>
  let finding = ''

  before(() => {
    shown = dashboard({ after: (end: () => unknown) => ends.push(end) } as never, world)
    finding = world.store.findings.byClaim(TASK).get('claim_0') ?? ''
  })
  after(async () => {
    for (const end of ends) await end()
  })

  const read = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await shown.get(path.replace(':finding', finding), headers)
    return { answer, text: await answer.text() }
  }

  for (const path of PATHS)
    test(`${path} is shown in both languages, under the strict policy, with web text inert`, async () => {
      const { answer, text } = await read(path)
      const japanese = await read(path, { 'accept-language': 'ja' })

      assert.equal(answer.status, 200)
      assert.match(text, /<html lang="en">/)
      assert.match(japanese.text, /<html lang="ja">/)
      assert.match(japanese.text, /本文へ/)
      const policy = answer.headers.get('content-security-policy') ?? ''
      assert.ok(policy.startsWith("default-src 'none'") && !policy.includes('unsafe'), policy)
      assert.ok(!text.includes(HOSTILE) && !/<img|onerror=(?!alert)|<script>/.test(text))
      assert.ok(!/ style="| onclick=/.test(text))
      assert.equal((text.match(/<h1/g) ?? []).length, 1)
    })

  test('a hostile title and sentence are shown as the text they are', async () => {
    const { text } = await read(`/tasks/${TASK}/sources`)
    assert.ok(text.includes('Tea &lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;'))
  })

  test('a task shows each finding with both sides, its status with the reason, and where the passage is archived', async () => {
    const { text } = await read(`/tasks/${TASK}?status=contested`)

    assert.match(text, /lowered systolic blood pressure by 6\.2 mmHg in the trial\./)
    assert.match(text, /did not lower systolic blood pressure in the trial\./)
    assert.match(text, /in dispute between sources of comparable trust/)
    assert.match(text, /\/archive\/page\/page_1\?fragment=f_page_1&amp;edge=edge_f_page_1_claim_0&amp;claim=claim_0/)
    assert.ok(!text.includes('Two cups of silverleaf tea'), 'other statuses are left out')
  })

  test('the reasons of a confidence sum up to the confidence that the finding has', async () => {
    const { text } = await read(`/tasks/${TASK}/findings/:finding`)
    const weights = [...text.matchAll(/<td class="number">([+−][\d.]+)<\/td>/g)].map(([, weight = '']) =>
      Number(weight.replace('−', '-')),
    )
    const odds = weights.reduce((sum, weight) => sum + weight, 0)
    const stored = world.store.findings.get(finding)?.confidence ?? 0

    assert.ok(weights.length >= 3, text)
    assert.ok(Math.abs(1 / (1 + Math.exp(-odds)) - stored) < 0.01, `${odds} against ${stored}`)
  })

  test('the matrix has a mark for each site that says or denies a finding, and a link behind it', async () => {
    const { text } = await read(`/tasks/${TASK}/disputes`)

    assert.match(text, /clinic\.example denies it<\/span>/)
    assert.match(text, /heart\.example says it<\/span>/)
  })

  test('the counts of the flow add up, box by box', async () => {
    const { text } = await read(`/tasks/${TASK}/flow`)
    const line = (name: string) => Number(new RegExp(`[=−] ${name}: (\\d+)`).exec(text)?.[1] ?? Number.NaN)
    const found = Number(/Hits found: (\d+)/.exec(text)?.[1])

    // Eight hits: three results, and six addresses of the search, of which one was among the results.
    assert.equal(found, 8)
    assert.equal(found - line('Known already'), line('Addresses screened'))
    assert.equal(line('Addresses screened') - line('Not asked for \\(rank or budget\\)'), line('Asked for'))
    assert.equal(
      line('Asked for') - line('Could not be read') - line('Led to a page known already'),
      line('Pages read'),
    )
    assert.equal(line('Pages read') - line('Read, and not used'), line('Pages used'))
    assert.deepEqual(
      [line('Not asked for \\(rank or budget\\)'), line('Could not be read'), line('Pages read')],
      [1, 1, 5],
    )
  })

  test('what could not be read is told with the reason, the ways tried, and what a person can do', async () => {
    const { text } = await read(`/tasks/${TASK}/unread`)

    assert.match(text, /behind a login/)
    assert.match(text, /plain HTTP: behind a login → browser: behind a login/)
    assert.match(text, /Only a person can open these: <a href="\/waiting">|Only a person can open these:/)
  })

  test('a verdict is corrected with one key, as a person, and taken back', async () => {
    const review = await read(`/tasks/${TASK}/review`)
    const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(review.text)?.[1] ?? ''
    const given = { kind: field('kind'), target_id: field('target_id'), claim_id: field('claim_id'), from: '0' }
    assert.match(review.text, /data-key="s"[^>]*>|data-key="n"/)

    const done = await shown.post(`/tasks/${TASK}/review`, {
      ...given,
      verdict: given.kind === 'merge' ? 'apart' : 'refutes',
    })
    const [row] = world.store.people.feedback.ofTask(TASK)
    const after = await read(`/tasks/${TASK}/review`)
    const undone = await shown.post(`/tasks/${TASK}/review/undo`, { feedback_id: row?.id ?? '', from: '0' })

    assert.deepEqual([done.status, done.headers.get('location')], [303, `/tasks/${TASK}/review`])
    assert.deepEqual([row?.actor, row?.target_id], ['person', given.target_id])
    assert.match(after.text, /data-key="u"/)
    assert.equal(undone.status, 303)
    assert.notEqual(world.store.people.feedback.get(row?.id ?? '')?.undone_at ?? null, null)
  })

  test('a wrong verdict is put right where it is seen, and the finding follows', async () => {
    const page = await read(`/tasks/${TASK}/findings/:finding`)
    const confidence = () => world.store.findings.get(finding)?.confidence ?? 0
    const before = confidence()
    const given = { kind: 'pair', target_id: 'edge_f_page_1_claim_0', back: `/tasks/${TASK}/findings/${finding}` }

    const done = await shown.post(`/tasks/${TASK}/review`, { ...given, verdict: 'neutral' })
    const after = confidence()
    const elsewhere = await shown.post(`/tasks/${TASK}/review`, {
      ...given,
      back: '//evil.example',
      verdict: 'refutes',
    })

    assert.match(page.text, /name="target_id" value="edge_f_page_1_claim_0"/)
    assert.deepEqual([done.status, done.headers.get('location')], [303, given.back])
    assert.equal(elsewhere.headers.get('location'), '/tasks')
    assert.ok(after > before, `${after} after ${before}: nothing speaks against it any more`)
  })

  test('a question is answered on the page; a hostile one stays text', async () => {
    const { text } = await read('/waiting')
    const sent = await shown.post('/waiting/answer', { question_id: 'ask_1', answer: 'the second' })

    assert.match(text, /Which trial\? &lt;\/script&gt;/)
    assert.match(text, /<button name="answer" value="the second">the second<\/button>/)
    assert.equal(sent.headers.get('location'), '/waiting')
    assert.equal(world.store.people.questions.get('ask_1')?.answer, 'the second')
    assert.equal(world.store.people.questions.get('ask_1')?.channel, 'dashboard')
  })

  test('SQL is answered with links behind ids, as CSV, kept under a name and deleted again', async () => {
    const sql = "SELECT id, '=1+1' AS formula FROM claims ORDER BY id LIMIT 2"
    const csv = await read(`/query.csv?${new URLSearchParams({ sql })}`)
    await shown.post('/query/save', { name: 'Two claims', sql })
    const saved = await read('/query')
    await shown.post('/query/delete', { name: 'Two claims' })
    const gone = await read('/query')
    const wrong = await read('/query?sql=SELECT+nothing+FROM+nowhere')

    // The mark that tells spreadsheets of UTF-8 is dropped where a text is read.
    assert.equal(csv.text, "id,formula\r\nclaim_0,'=1+1\r\nclaim_1,'=1+1\r\n")
    assert.match(csv.answer.headers.get('content-disposition') ?? '', /attachment; filename="lyra-query\.csv"/)
    assert.match(saved.text, />Two claims<\/a>/)
    assert.ok(!gone.text.includes('>Two claims</a>'))
    assert.match(wrong.text, /role="alert"[\s\S]*Tables and columns are listed at the foot/)
  })

  test('a hundred tasks come in pages that lead to one another, and are found by words of the question', async () => {
    const first = await read('/tasks')
    const last = await read('/tasks?from=100')
    const found = await read('/tasks?words=Question+42')

    assert.match(first.text, /1–25 of 101/)
    assert.match(first.text, /rel="next" href="\/tasks\?from=25"/)
    assert.match(last.text, /101–101 of 101/)
    assert.match(found.text, /Question 42</)
    assert.ok(!found.text.includes('Question 41<'))
  })

  test('empty and unknown things say what to do next', async () => {
    const empty = await read('/tasks/task_2')
    const none = await read('/tasks?words=nothing+like+it')
    const unknown = await read('/tasks/task_none')
    const nowhere = await read('/no/such/page')

    assert.match(empty.text, /Findings appear here while the searches of your assistant run/)
    assert.match(none.text, /<a href="\/tasks">All tasks<\/a>/)
    assert.equal(unknown.answer.status, 404)
    assert.match(unknown.text, /role="alert">There is no task task_none<[\s\S]*To the list of tasks/)
    assert.equal(nowhere.answer.status, 404)
    assert.match(nowhere.text, /No page has this address/)
  })

  test('secrets are told as being set, never as what they are', async () => {
    const { text } = await read('/settings')
    assert.match(text, /server\.token/)
    assert.ok(!text.includes('a-token-of-28'))
  })

  test('a change in the home reaches an open page as a server-sent event', async () => {
    const answer = await shown.get(`/events?task=${TASK}`)
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader()
    const next = async () => new TextDecoder().decode((await reader.read()).value)

    const begun = await next()
    world.store.events.append({ kind: 'search_asked', taskId: TASK, causeId: 'cause_test' })
    const told = await next()
    await reader.cancel()

    assert.equal(answer.headers.get('content-type'), 'text/event-stream')
    assert.equal(begun, 'retry: 3000\n\n')
    assert.match(told, /^event: change\ndata: /)
  })
})
