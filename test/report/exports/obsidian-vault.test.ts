import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { z } from 'zod'
import { type Note, obsidianNotes } from '../../../src/report/exports/obsidian.ts'
import { exported } from './exported.ts'
import { hostileWorld, TITLE } from './hostile-world.ts'
import { readNote, withoutNotes } from './outside-parsers.ts'

/** What Obsidian can show as a property: a word, a number, yes or no, nothing, or a list of words. */
const properties = z.record(
  z.string().regex(/^[a-z_]+$/u),
  z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())]),
)

function read({ name, text }: Note) {
  const note = readNote?.(text)
  const tokens = note?.tokens ?? []
  const of = (type: string) => tokens.filter((token) => token.type === type)
  return { name, properties: properties.parse(note?.properties), of }
}

const told = (notes: readonly Note[]) => notes.map(read)

test('ADR 0029: every link of the notes is a link to a Markdown parser, and leads to a note', {
  skip: withoutNotes,
}, () => {
  using made = hostileWorld()

  const notes = told(obsidianNotes(made.data))

  const names = notes.map(({ name }) => name.replace(/\.md$/u, ''))
  const targets = notes.flatMap(({ of }) => of('wikilink').map((token) => String(token.target)))
  assert.equal(new Set(names).size, 5)
  assert.equal(targets.length, 9)
  assert.deepEqual(
    targets.filter((target) => !names.includes(target)),
    [],
  )
  // Names that Obsidian and Windows can hold.
  for (const name of names) assert.match(name, /^(?:[A-Za-z0-9_-]+\/)?[A-Za-z0-9_-]+$/u)
})

test('ADR 0029: words of the web stay words in the notes: no markup, picture, tag or link of theirs', {
  skip: withoutNotes,
}, () => {
  using made = hostileWorld()

  const notes = told(obsidianNotes(made.data))

  for (const { name, of } of notes) {
    assert.deepEqual([of('html'), of('image'), of('code'), of('table'), of('em')].flat(), [], name)
    assert.deepEqual(
      of('link').map((token) => String(token.href)),
      name.startsWith('sources/') ? of('link').map(({ text }) => String(text)) : [],
      name,
    )
    assert.equal(of('heading').filter((token) => token.depth === 1).length, 1, name)
  }
})

test('ADR 0029: the properties of a note are read by another YAML parser as they were meant', {
  skip: withoutNotes,
}, () => {
  using made = hostileWorld()

  const notes = told(obsidianNotes(made.data))

  assert.deepEqual(notes.find(({ name }) => name === 'sources/jds2015_paper1.md')?.properties, {
    title: TITLE,
    url: 'https://jds.example/p1',
    authors: ['山田 太郎', 'Green, Jennifer B.', 'WHO'],
    year: 2015,
    doi: '10.1000/xyz123',
    retracted: false,
    archive: null,
    tags: ['lyra/source'],
  })
  const finding = notes.find(({ of }) => of('heading').some(({ raw }) => raw.startsWith('# HbA1cは')))
  assert.deepEqual(
    [finding?.properties.status, typeof finding?.properties.confidence, finding?.properties.refuting_sources],
    ['pending', 'number', 1],
  )
})

test('ADR 0029: an exported vault has its notes on disk, and its links lead from file to file', {
  skip: withoutNotes,
}, async (t) => {
  const { out, files } = await exported(t, 'obsidian')

  const written = globSync('**/*.md', { cwd: out }).map((name) => name.replaceAll('\\', '/'))
  const notes = written.map((name) => read({ name, text: readFileSync(join(out, name), 'utf8') }))
  const targets = notes.flatMap(({ of }) => of('wikilink').map((token) => String(token.target)))

  assert.deepEqual([...written].sort(), [...files].sort())
  assert.equal(notes.length, 7)
  assert.ok(targets.some((target) => basename(target).startsWith('find_')))
  assert.deepEqual(
    targets.filter((target) => !existsSync(join(out, `${target}.md`))),
    [],
  )
})
