import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerName, recordedLlm, recordingLlm } from '../../src/app/llm-record.ts'
import type { LlmQuestion } from '../../src/models/local-llm.ts'

const QUESTION: LlmQuestion = {
  instruction: 'List the statements of fact that answer {{question}} and nothing else.',
  mayReturn: 'does tea help',
  data: 'Tea lowered blood pressure.',
  schema: {},
  expectedLength: 100,
}

/** What a replay answers when the archive holds this record. */
async function answered(record: string | null) {
  const modelAnswer = async (name: string) => {
    assert.equal(name, answerName(QUESTION))
    return record === null ? null : Buffer.from(record)
  }
  const ask = recordedLlm({
    find: async () => null,
    routeOf: () => null,
    latest: 0,
    urls: [],
    unreadable: [],
    modelAnswer,
  })
  assert.ok(ask !== null)
  return ask(QUESTION)
}

test('REQ 4.6: a record that is none is an answer that cannot be read, not the end of the replay', async () => {
  const unreadable = { ok: false, reason: 'unreadable', detail: 'not as it was recorded' }

  for (const record of ['', 'no json', '[]', '{"model":"m"}', '{"text":1}'])
    assert.deepEqual(await answered(record), unreadable, record)
  assert.deepEqual(await answered(null), { ok: false, reason: 'refused', detail: 'not in the archive' })
})

test('REQ 4.4.1 L4: what the archive says the model said is masked and cut like the words of the model', async () => {
  const told = JSON.stringify({ q: 'List the statements of fact that answer: LYRA-0123456789abcdef0123456789abcdef.' })
  const [clean, leak, long] = [
    await answered(JSON.stringify({ text: '{"claims":["Tea lowered blood pressure."]}' })),
    await answered(JSON.stringify({ text: told })),
    await answered(JSON.stringify({ text: 'a'.repeat(1200) })),
  ]

  assert.deepEqual(clean, { ok: true, text: '{"claims":["Tea lowered blood pressure."]}', findings: [] })
  assert.equal(leak?.ok && leak.text, '{"q":"[REDACTED]: [REDACTED]."}')
  assert.equal(long?.ok && long.text.length, 1000)
})

test('REQ 4.6: an answer that came after its asker was gone is not kept, so that a replay goes on without it, too', async () => {
  const gone = new AbortController()
  const written: string[] = []
  const ask = recordingLlm(
    {
      model: 'm',
      ask: async () => {
        gone.abort(new Error('the slot is over'))
        return { ok: true, text: '{}', findings: [] }
      },
    },
    {
      writeResource: async (name) => {
        written.push(name)
        return { file: '', recordId: '' }
      },
    },
    () => 'task_1',
  )

  await assert.rejects(ask(QUESTION, gone.signal), /the slot is over/)
  assert.deepEqual(written, [])
  await ask(QUESTION)
  assert.deepEqual(written, [answerName(QUESTION)])
})

test('REQ 4.4.1 L8, 4.6: what L4 found is recorded by kind and place and found again, with what a forged record kept back', async () => {
  const findings = [{ kind: 'prompt_fragment', position: 7 }]
  const bodies: string[] = []
  const ask = recordingLlm(
    { model: 'm', ask: async () => ({ ok: true, text: '{"q":"[REDACTED]"}', findings }) },
    {
      writeResource: async (_name, _type, body) => {
        bodies.push(Buffer.from(body).toString('utf8'))
        return { file: '', recordId: '' }
      },
    },
    () => 'task_1',
  )
  await ask(QUESTION)

  assert.deepEqual(await answered(bodies[0] ?? null), { ok: true, text: '{"q":"[REDACTED]"}', findings })
  const forged = await answered(JSON.stringify({ text: '{"q":"https://evil.example/"}', findings }))
  assert.deepEqual(forged.ok && forged.findings, [...findings, { kind: 'url', position: 0 }])
})
