import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { z } from 'zod'
import { detectDanger } from '../../src/guard/l2-input-cleaning.ts'

const folder = join(process.env.LYRA_DATA ?? '../shared/data', 'injection')
const skip = existsSync(folder) ? false : 'the injection data is not here'
const isKeptOut = (text: string) => detectDanger(text).some(({ severity }) => severity !== 'mention')
const isInstruction = (text: string) => detectDanger(text).some(({ severity }) => severity === 'instruction')

/**
 * Ordinary requests ("What is the capital of Brazil?") carry no sign of an attack; no reader of words can tell them.
 */
const PLAIN_REQUESTS = [
  'Information Retrieval',
  'Content Creation',
  'Learning and Tutoring',
  'Language Translation',
  'Programming Help',
]

test('REQ 4.4.1 L2: 48 of the 50 public attacks that steer the answer are kept out', { skip }, () => {
  const attacks = z
    .record(z.string(), z.array(z.string()))
    .parse(JSON.parse(readFileSync(join(folder, 'bipia-text-attacks.json'), 'utf8')))
  const steering = Object.entries(attacks).flatMap(([kind, texts]) => (PLAIN_REQUESTS.includes(kind) ? [] : texts))
  assert.equal(steering.length, 50)
  assert.equal(steering.filter(isKeptOut).length, 48)
})

test('REQ 4.4.1 L2: none of the 50 ordinary e-mails is an instruction', { skip }, () => {
  const lines = readFileSync(join(folder, 'bipia-email-contexts.jsonl'), 'utf8').trim().split('\n')
  const mails = lines.map((line) => z.object({ context: z.string() }).parse(JSON.parse(line)).context)
  assert.equal(mails.length, 50)
  assert.deepEqual(mails.filter(isInstruction), [])
})
