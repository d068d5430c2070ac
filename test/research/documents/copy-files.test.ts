import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { sha256 } from '../../../src/domain/ids.ts'
import { defaultSettings } from '../../../src/domain/settings.ts'
import { type CopyOrder, copyFiles } from '../../../src/research/documents/copy-files.ts'

function folderOf(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'lyra-own-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Copies into memory; tells what came of each file, and whose bytes were read. */
async function copy(paths: readonly string[], over: Partial<CopyOrder> = {}, settings = {}) {
  const saved: string[] = []
  const copies = {
    save: async (
      _: string,
      document: { url: string; name: string; content_type: string; bytes: number },
      body: Uint8Array,
    ) => {
      saved.push(`${document.name}: ${Buffer.from(body).toString('latin1').slice(0, 40)}`)
      return { ...document, warc_file: null, warc_record_id: null }
    },
  }
  const deps = { copies, settings: { ...defaultSettings.documents, ...settings } }
  const { files, documents } = await copyFiles(deps, { taskId: 'task_1', paths, by: 'person', ...over })
  return { saved, documents, files, told: files.map(({ shown, outcome }) => `${shown}: ${outcome}`) }
}

test('a file is copied under the hash of its bytes and its name; where it lay is not kept', async (t) => {
  const folder = folderOf(t)
  writeFileSync(join(folder, 'a note.txt'), 'Pressure fell.')
  const { documents } = await copy([join(folder, 'a note.txt')])
  assert.deepEqual(documents, [
    {
      url: `file-copy:${sha256('Pressure fell.')}/a%20note.txt`,
      name: 'a note.txt',
      content_type: 'text/plain',
      bytes: 14,
      warc_file: null,
      warc_record_id: null,
    },
  ])
  assert.ok(!JSON.stringify(documents).includes(folder))
})

test('a folder is read in the order of its names; hidden files, and links that stay inside, are not read twice', async (t) => {
  const folder = folderOf(t)
  mkdirSync(join(folder, 'sub'))
  writeFileSync(join(folder, 'sub', 'b.md'), '# B')
  writeFileSync(join(folder, 'a.txt'), 'A')
  writeFileSync(join(folder, 'copy of a.txt'), 'A')
  writeFileSync(join(folder, '.secret.txt'), 'hidden')
  writeFileSync(join(folder, 'tool.exe'), Buffer.from([0x4d, 0x5a, 0, 0]))
  symlinkSync(join(folder, 'a.txt'), join(folder, 'link.txt'))
  symlinkSync(folder, join(folder, 'sub', 'loop'))
  const { told, saved } = await copy([folder])
  const name = folder.split('/').at(-1)
  assert.deepEqual(told, [
    `${name}/a.txt: copied`,
    `${name}/copy of a.txt: same_bytes`,
    `${name}/sub/b.md: copied`,
    `${name}/tool.exe: unsupported_type`,
  ])
  assert.deepEqual(saved, ['a.txt: A', 'b.md: # B'])
})

test('nothing outside of the folder is opened: links out, devices and pipes are named and left alone', async (t) => {
  const folder = folderOf(t)
  const outside = folderOf(t)
  writeFileSync(join(outside, 'private.txt'), 'another person')
  mkdirSync(join(folder, 'in'))
  symlinkSync(join(outside, 'private.txt'), join(folder, 'in', 'a.txt'))
  symlinkSync(outside, join(folder, 'in', 'b'))
  symlinkSync('/nowhere/at/all', join(folder, 'in', 'c.txt'))
  symlinkSync('/dev/zero', join(folder, 'in', 'd.txt'))
  execFileSync('mkfifo', [join(folder, 'in', 'e.txt')])
  const { told, saved } = await copy([join(folder, 'in')])
  assert.deepEqual(told, [
    'in/a.txt: outside_folder',
    'in/b: outside_folder',
    'in/c.txt: not_found',
    'in/d.txt: outside_folder',
    'in/e.txt: not_a_file',
  ])
  assert.deepEqual(saved, [])
  assert.deepEqual((await copy(['/dev/zero', join(folder, 'absent.pdf')])).told, [
    'zero: not_a_file',
    'absent.pdf: not_found',
  ])
})

test('a file above documents.max_bytes is not read, an empty one has nothing to read', async (t) => {
  const folder = folderOf(t)
  writeFileSync(join(folder, 'huge.pdf'), '%PDF-1.4')
  truncateSync(join(folder, 'huge.pdf'), 5_000_000_000)
  writeFileSync(join(folder, 'none.txt'), '')
  const { files } = await copy([join(folder, 'huge.pdf'), join(folder, 'none.txt')])
  assert.deepEqual(
    files.map(({ outcome, reason }) => [outcome, reason]),
    [
      ['too_large', '5000000000 bytes; documents.max_bytes is 100000000'],
      ['empty', 'The file has no bytes'],
    ],
  )
})

test('of a folder of ten thousand files documents.max_files are read, and that the rest is not is said once', async (t) => {
  const folder = folderOf(t)
  execFileSync('sh', ['-c', 'seq 10000 | split -l 1 -a 4 --additional-suffix=.txt - n'], { cwd: folder })
  const { files, saved } = await copy([folder], {}, { max_files: 40 })
  assert.equal(saved.length, 40)
  assert.deepEqual(
    files.filter(({ outcome }) => outcome !== 'copied').map(({ outcome, reason }) => [outcome, reason]),
    [['too_many', 'The rest is left out: more files than documents.max_files']],
  )
})

test('an assistant names files in documents.folders only, whatever way it writes them', async (t) => {
  const folder = folderOf(t)
  mkdirSync(join(folder, 'shared'))
  writeFileSync(join(folder, 'shared', 'a.txt'), 'shared')
  writeFileSync(join(folder, 'key.txt'), 'secret')
  symlinkSync(join(folder, 'key.txt'), join(folder, 'shared', 'link.txt'))
  const by = 'assistant' as const
  const paths = ['shared/a.txt', 'key.txt', 'shared/../key.txt', 'shared/link.txt'].map((path) => `${folder}/${path}`)
  const { told, saved } = await copy(paths, { by }, { folders: [join(folder, 'shared')] })
  assert.deepEqual(told, [
    'a.txt: copied',
    'key.txt: outside_folder',
    'key.txt: outside_folder',
    'link.txt: outside_folder',
  ])
  assert.deepEqual(saved, ['a.txt: shared'])
  assert.deepEqual((await copy(paths.slice(0, 1), { by })).told, ['a.txt: outside_folder'])
})
