import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { dashboard, HOSTILE, seededWorld, TASK } from './seeded-home.ts'

const DRAFT = `Silverleaf tea lowered systolic blood pressure by 6.2 mmHg in the trial. https://heart.example/page_0

Silverleaf tea lowered systolic blood pressure by 9.8 mmHg in the trial. https://heart.example/page_0

Silverleaf tea cures gout. ${HOSTILE} https://nowhere.example/gout`

describe('the page that checks a draft', () => {
  const world = seededWorld()
  const ends: (() => unknown)[] = []
  let shown: ReturnType<typeof dashboard>

  before(() => {
    shown = dashboard({ after: (end: () => unknown) => ends.push(end) } as never, world)
  })
  after(async () => {
    for (const end of ends) await end()
  })

  test('a pasted draft comes back with a verdict for each statement, its reason and the archived passage', async () => {
    const address = world.store.pages.ofTask(TASK).find(({ id }) => id === 'page_0')?.url ?? ''
    const answer = await shown.post(`/tasks/${TASK}/check`, {
      text: DRAFT.replaceAll('https://heart.example/page_0', address),
    })
    const text = await answer.text()

    assert.equal(answer.status, 200)
    const verdicts = [...text.matchAll(/<td><span class="badge status-\w+">([^<]+)<\/span>/g)].map(([, one]) => one)
    assert.deepEqual(verdicts, ['supported', 'a number differs', 'not in the evidence', 'source unknown'])
    assert.match(text, /“9\.8 mmHg”: this figure is not in the source/)
    assert.match(text, /\/archive\/page\/page_0\?fragment=f_page_0/)
    assert.ok(!text.includes(HOSTILE) && !/<script>|<img/.test(text), 'what is pasted is text')
    assert.match(answer.headers.get('content-security-policy') ?? '', /^default-src 'none'/)
  })

  test('a form without the token of this server is refused, and so is a draft that is a book', async () => {
    const forged = await shown.post(`/tasks/${TASK}/check`, { text: DRAFT, form_token: 'guessed' })
    const book = await shown.post(`/tasks/${TASK}/check`, { text: 'The tea is green. '.repeat(12_000) })

    assert.equal(forged.status, 400)
    assert.ok(!(await forged.text()).includes('6.2 mmHg'))
    assert.equal(book.status, 400)
    assert.match(await book.text(), /200,000 characters at most/)
  })

  test('an empty draft is told so, and a task that is not there is not found', async () => {
    const empty = await shown.post(`/tasks/${TASK}/check`, { text: '  ' })
    const missing = await shown.post('/tasks/task_none/check', { text: DRAFT })

    assert.match(await empty.text(), /There is no text to check/)
    assert.equal(missing.status, 404)
  })
})
