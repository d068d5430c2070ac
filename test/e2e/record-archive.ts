import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { openArchiveWriter } from '../../src/archive/writer.ts'
import { systemClock } from '../../src/domain/clock.ts'
import { readTree } from '../../src/sources/records/answer-tree.ts'
import { plainDate } from '../../src/sources/records/value-forms.ts'
import { DESCRIPTIONS } from '../sources/record-doubles.ts'
import { ROOT } from './demo-client.ts'

export type Row = Readonly<Record<string, unknown>>

/** `lyra mcp` in a home of its own, on an archive made of these parts: nothing else can be reached. */
export async function openReplay(
  t: { after(end: () => Promise<void>): void },
  parts: (home: string) => Promise<readonly Uint8Array[]>,
) {
  const home = mkdtempSync(join(tmpdir(), 'lyra-records-'))
  const archive = join(home, 'records.warc.gz')
  writeFileSync(archive, Buffer.concat(await parts(home)))
  const client = new Client({ name: 'records-test', version: '1.0.0' })
  const args = [join(ROOT, 'bin', 'lyra'), 'mcp', '--home', home, '--replay', archive]
  await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }))
  t.after(async () => {
    await client.close()
    rmSync(home, { recursive: true, force: true })
  })
  return { client, home }
}

/** Every value that the task's records have, walked back to the bytes of the archived answer. */
export async function walkBack(t: TestContext, home: string, told: readonly Row[]): Promise<void> {
  const reader = openArchiveWriter({ folder: join(home, 'archive'), clock: systemClock, software: 'test' })
  t.after(() => reader.close())
  for (const { source, name, value, path, warc_file, warc_record_id } of told) {
    const kept = await reader.read(String(warc_file), String(warc_record_id))
    assert.ok(kept, `${source}.${name} has no record in the archive`)
    const answers = Object.values(DESCRIPTIONS.find((one) => one.name === source)?.answers ?? {})
    let at: unknown = await readTree(new TextDecoder().decode(kept.body), answers[0]?.format ?? 'json')
    for (const step of String(path).split('/').slice(1)) at = (at as Row)[step]
    assert.ok(
      isToldBy(at, String(source), String(name), String(value)),
      `${source}.${name}: ${value} is not at ${path}`,
    )
  }
}

/** As it stands in the answer, as a date, as the end of an address, by the word for a code, or the first of a list. */
function isToldBy(at: unknown, source: string, name: string, value: string): boolean {
  const words = DESCRIPTIONS.find((one) => one.name === source)?.answers
  const codes = Object.values(words ?? {}).flatMap(({ attributes }) => Object.entries(attributes[name]?.words ?? {}))
  const first = value.split(', ')[0] ?? ''
  if (
    plainDate(String(at)) === value ||
    String(at)
      .replace(/^https?:\/\//, '')
      .replace(/\/$/, '') === value
  )
    return true
  return (
    codes.some(([code, word]) => at === code && word === value) ||
    (/^https?:/.test(String(at)) && String(at).split('/').at(-1) === value) ||
    String(at).split(/\s+/)[0] === first ||
    String(at) === value
  )
}
