import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { openClaimExtractor } from '../../src/app/open-claim-extractor.ts'
import type { LocalLlmParts, SharedLlm } from '../../src/app/open-local-llm.ts'
import { trustNotes } from '../../src/app/trust-notes.ts'
import { openReplay } from '../../src/archive/replay.ts'
import { openArchiveWriter } from '../../src/archive/writer.ts'
import { isoTime, systemClock } from '../../src/domain/clock.ts'
import { splitSentences } from '../../src/domain/sentences.ts'
import { type Settings, settingsSchema } from '../../src/domain/settings.ts'
import { Conductor } from '../../src/research/conductor.ts'
import { createTask } from '../../src/research/tasks.ts'
import { sharedLlm } from '../app/shared-llm.ts'
import { readerSaying, reader as shipped } from '../judge/shipped-reader.ts'
import { openSmallWeb } from './small-web.ts'

/** Ollama on loopback: honest, but after the page of clinic.example it tells how it was asked. */
async function ollama(t: TestContext): Promise<Settings> {
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      const { messages } = JSON.parse(body) as { messages: { content: string }[] }
      const prompt = messages[0]?.content ?? ''
      const data = prompt.split(/<\/LYRA-\w+>\n\n/).at(-1) ?? ''
      const honest = splitSentences(data).map(({ text }) => ({ text, quote: text }))
      const told = data.includes('clinic.example') ? [{ text: prompt.slice(0, 300), quote: data.slice(0, 40) }] : []
      const claims = [...honest, ...told].map((claim) => ({ ...claim, type: 'fact', polarity: 'affirm' }))
      response.end(JSON.stringify({ message: { role: 'assistant', content: JSON.stringify({ claims }) } }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return settingsSchema.parse({ llm: { endpoint, model: 'qwen2.5:3b' } })
}

async function research(t: TestContext, folder: string, settings: Settings, over: Partial<LocalLlmParts>) {
  const web = openSmallWeb({ path: join(folder, 'lyra.db') })
  const audited: string[] = []
  const llm = sharedLlm(settings, {
    ...over,
    scheduler: web.parts.scheduler,
    audit: ({ layer, pattern, position, subjectType }) =>
      audited.push(`${layer} ${pattern} ${position} ${subjectType}`),
  }) as SharedLlm
  const parts = {
    ...web.parts,
    claims: openClaimExtractor(
      settings,
      { embedder: web.parts.embedder, reader: { ...shipped, ...readerSaying('claim') } },
      llm,
    ),
    holdModel: llm.hold,
  }
  const conductor = new Conductor(parts)
  t.after(async () => {
    await conductor.close()
    web.store.close()
  })
  const taskId = createTask(parts, { query: 'Does silverleaf tea help?' }).task_id
  const { warnings } = await conductor.search(taskId, 'silverleaf tea blood pressure', {}, {})
  await llm.close()
  const { store } = web
  return {
    taskId,
    seen: {
      audited,
      warnings: warnings.filter((warning) => warning.endsWith('(L4)')),
      flags: store.pages.ofTask(taskId).map(({ domain, quality_flags: flags }) => [domain, ...flags]),
      levels: store.domains.blocked().map((row) => [row.domain, row.blocked_reason]),
      claims: store.claims.ofTask(taskId).map((claim) => [claim.claim_text, claim.verification_status, claim.adopted]),
      notes: trustNotes(parts, taskId).security_warnings,
    },
  }
}

test('REQ 4.4.1 L4, L6, L8: a page after which the model tells its prompt is flagged, audited and warned of, its claims are rejected and its domain is not blocked, live and in a replay', async (t) => {
  const settings = await ollama(t)
  const [home, other] = [1, 2].map(() => mkdtempSync(join(tmpdir(), 'lyra-misled-'))) as [string, string]
  t.after(() => {
    for (const folder of [home, other]) rmSync(folder, { recursive: true })
  })
  const archive = openArchiveWriter({ folder: home, clock: systemClock, software: 'test' })
  const live = await research(t, home, settings, { archive })
  const page = { url: 'https://clinic.example/', method: 'GET', requestHeaders: {}, status: 200, statusText: 'OK' }
  const kept = { ...page, responseHeaders: {}, body: Buffer.from('a page'), time: isoTime(systemClock) }
  await archive.write(kept, live.taskId)
  await archive.close()

  const { audited, warnings, flags, levels, claims, notes } = live.seen
  assert.deepEqual([...new Set(audited.map((row) => row.replace(/ \d+/, '')))].sort(), [
    'L4 prompt_fragment task',
    'L4 tag_name task',
  ])
  assert.deepEqual(warnings, [
    'page https://clinic.example/silverleaf-tea-blood-pressure: the local model told more than statements after reading it (L4)',
  ])
  assert.deepEqual(flags.toSorted(), [
    ['clinic.example', 'misled_the_model'],
    ['journal.example'],
    ['registry.example'],
  ])
  assert.deepEqual(levels, [])
  assert.deepEqual(notes, ['L4: misled the local model on clinic.example'])
  const ofClinic = claims.filter(([text]) => String(text).includes('clinic.example'))
  assert.deepEqual(
    ofClinic.map(([, status, adopted]) => [status, adopted]),
    [['rejected', false]],
  )
  assert.doesNotMatch(JSON.stringify(claims), /REDACTED|LYRA-/)

  const replay = await openReplay(join(home, live.taskId))
  const again = await research(t, other, settings, { replay })
  assert.deepEqual(again.seen, live.seen)
})
