import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { addText } from '../../src/cli/commands/add.ts'
import { runCli } from '../../src/cli/run-cli.ts'
import { TASK_ID } from '../mcp/fake-lyra.ts'
import { folderOf } from '../report/bundle/bundle-world.ts'
import { fakeWorld } from './fake-world.ts'

const FILES: Readonly<Record<string, Buffer | null>> = {
  'missing.md': null,
  'empty.md': Buffer.from(''),
  'blank.md': Buffer.from(' \n\n'),
  'picture.md': Buffer.from('\x89PNG\r\n\x1a\n\0\0\0', 'latin1'),
  'older.md': Buffer.from('The tea.\nThe caf\xe9 opened.', 'latin1'),
  'wide.md': Buffer.from('\ufeffThe tea.', 'utf16le'),
  'paper.pdf': Buffer.from('%PDF-1.7 ...'),
  'paper.docx': Buffer.from('PK\x03\x04...'),
}

/** What is wrong with each of them; `adir` is a folder. */
const SAID: Readonly<Record<string, string>> = {
  'missing.md': 'There is no file FILE',
  adir: 'FILE is a folder, not a file',
  'empty.md': 'The file FILE is empty',
  'blank.md': 'The file FILE is empty',
  'picture.md': 'The file FILE is no text file; text in UTF-8 is read here',
  'older.md': 'The file FILE is not in UTF-8 (line 2)',
  'wide.md': 'The file FILE is text in UTF-16; text in UTF-8 is read here',
  'paper.pdf': 'The file FILE is a PDF; text in UTF-8 is read here',
  'paper.docx': 'The file FILE is a packed file (Word, zip or another); text in UTF-8 is read here',
}

/** Commands that read the text of a file, up to its name. */
const TEXTS: readonly (readonly string[])[] = [
  ['check'],
  ['bibliography'],
  ['feedback', TASK_ID, '--file'],
  ['auth', 'done', 'shop.example', '--cookies'],
  ['verify', 'models', '--list'],
]

function files(t: Parameters<typeof folderOf>[0]): string {
  const folder = folderOf(t)
  for (const [name, bytes] of Object.entries(FILES)) if (bytes !== null) writeFileSync(join(folder, name), bytes)
  mkdirSync(join(folder, 'adir'))
  return folder
}

async function told(folder: string, ...args: readonly string[]): Promise<readonly [string, string]> {
  const world = fakeWorld({}, { cwd: folder })
  await runCli([...args, '--json'], world)
  const { error } = JSON.parse(world.out()) as { error: { code: string; message: string } }
  return [error.code, error.message]
}

for (const command of TEXTS)
  test(`CLI: \`lyra ${command.join(' ')}\` names the file that it cannot read, and what is wrong with it`, async (t) => {
    const folder = files(t)
    for (const [name, said] of Object.entries(SAID)) {
      const code = name === 'missing.md' ? 'NOT_FOUND' : 'INVALID_PARAMS'
      assert.deepEqual(await told(folder, ...command, name), [code, said.replace('FILE', join(folder, name))])
    }
  })

test('CLI: `lyra report --check` reads Word and says which files it does not', async (t) => {
  const folder = files(t)
  const said: Readonly<Record<string, string>> = {
    ...SAID,
    'paper.pdf': 'The file FILE is a PDF, whose citations are not read',
  }
  for (const [name, message] of Object.entries(said)) {
    if (name === 'paper.docx') continue
    const [, found] = await told(folder, 'report', TASK_ID, '--check', name)
    assert.equal(found, message.replace('FILE', join(folder, name)))
  }
})

test('CLI: a bundle or a backup that is missing, empty, a folder or another file is told by its name', async (t) => {
  const folder = files(t)
  const at = (name: string) => join(folder, name)
  for (const command of [['open'], ['import'], ['restore', '--check']]) {
    assert.deepEqual(await told(folder, ...command, 'missing.md'), [
      'NOT_FOUND',
      `There is no file ${at('missing.md')}`,
    ])
    assert.deepEqual(await told(folder, ...command, 'empty.md'), [
      'INVALID_PARAMS',
      `The file ${at('empty.md')} is empty`,
    ])
    assert.deepEqual(await told(folder, ...command, 'adir'), [
      'INVALID_PARAMS',
      `${at('adir')} is a folder, not a file`,
    ])
  }
  assert.deepEqual(await told(folder, 'open', 'older.md'), [
    'BUNDLE_REJECTED',
    `${at('older.md')} is not let in: it is no zip file, or it is cut off`,
  ])
  assert.deepEqual(await told(folder, 'restore', '--check', 'older.md'), [
    'ARCHIVE_UNREADABLE',
    `${at('older.md')} cannot be read: it ends too early`,
  ])
})

test('CLI: a file that holds no key is named, and not the field that it would fill', async (t) => {
  const folder = files(t)
  writeFileSync(join(folder, 'long.pem'), 'x'.repeat(5000))
  writeFileSync(join(folder, 'tea.zip'), 'x')
  const said = ['INVALID_PARAMS', `The file ${join(folder, 'long.pem')} holds no key in PEM form`]

  assert.deepEqual(await told(folder, 'export', TASK_ID, '--bundle', 'b.zip', '--sign', 'long.pem'), said)
  assert.deepEqual(await told(folder, 'open', 'tea.zip', '--key', 'long.pem'), said)
  assert.deepEqual(await told(folder, 'import', 'tea.zip', '--key', 'long.pem'), said)
})

test('CLI: what is too long is told of the file, in the words of the contract', async (t) => {
  const folder = files(t)
  writeFileSync(join(folder, 'long.md'), 'The tea helps. '.repeat(200_000))

  const [code, message] = await told(folder, 'check', 'long.md')

  assert.equal(code, 'INVALID_PARAMS')
  assert.match(message, new RegExp(`^${join(folder, 'long.md')} must be at most \\d+ characters long$`))
})

test('CLI: a file with the mark of Windows before its text is read without it', async (t) => {
  const folder = files(t)
  writeFileSync(join(folder, 'marked.md'), '\ufeffThe tea helps.')
  let text = ''
  const answers = {
    checkText: (input: { readonly text: string }) => {
      text = input.text
      throw new Error('seen')
    },
  }

  await runCli(['check', 'marked.md'], fakeWorld(answers as never, { cwd: folder }))

  assert.equal(text, 'The tea helps.')
})

test('CLI: a folder without a file is told as such', () => {
  assert.equal(addText({ ok: true, files: [], search: null }, 100), 'No file was found in what was named.')
})
