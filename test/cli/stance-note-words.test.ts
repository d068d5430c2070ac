import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { stanceNoteWords } from '../../src/domain/stance-note-words.ts'
import { ROOT } from './fake-world.ts'

/** The places where `judge` names a rule: a pushed note, a row of its table, a note put on a verdict. */
const WRITTEN = /(?:fired\.push\(|\bnote: |\bnotes: \[|withNote\([^,]+, |by\([^)']+, )'(\w+)'/gu

test('REQ 3.3.1: every rule of stance that is written into an edge has words for a reader', () => {
  const files = globSync('src/judge/stance-*.ts', { cwd: ROOT }).map((file) => readFileSync(join(ROOT, file), 'utf8'))
  const notes = [...new Set(files.flatMap((text) => [...text.matchAll(WRITTEN)].map((match) => match[1] ?? '')))]
  for (const known of ['figure_differs', 'date_agrees', 'denied_plainly', 'promoted'])
    assert.equal(notes.includes(known), true, known)
  assert.deepEqual(
    notes.filter((note) => stanceNoteWords(note) === note),
    [],
  )
})

test('REQ 3.3.1: a note of an older version keeps its name', () => {
  assert.equal(stanceNoteWords('number_mismatch'), 'its figures differ')
  assert.equal(stanceNoteWords('refute_unconfirmed'), 'refute_unconfirmed')
})
