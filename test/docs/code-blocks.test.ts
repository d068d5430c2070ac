import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { codeBlocks, placeOf, readPages, treat } from '../../scripts/docs-check/code-blocks.ts'
import { withDemoIds } from '../../scripts/docs-check/demo-ids.ts'
import { parseData } from '../../scripts/docs-check/parse-data.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const blocks = [...readPages(ROOT)].flatMap(([file, markdown]) => codeBlocks(file, markdown))

test('docs: every block of code is of a kind that is checked, or says why it is not', () => {
  const refused = blocks.flatMap((block) => {
    const treatment = treat(block)
    return treatment.kind === 'refused' ? [`${placeOf(block)}: ${treatment.problem}`] : []
  })

  assert.deepEqual(refused, [])
  assert.ok(blocks.length > 80, `only ${blocks.length} blocks were found`)
})

test('docs: every block of JSON, YAML and TOML can be read', () => {
  const parsed = blocks.filter((block) => treat(block).kind === 'parse')

  for (const block of parsed) assert.doesNotThrow(() => parseData(block), `${placeOf(block)} is no ${block.language}`)
  assert.ok(parsed.length > 10, `only ${parsed.length} blocks were found`)
})

test('docs: settings in TOML are read line by line, and a slip in one is found', () => {
  const good = '# Codex\n[mcp_servers.lyra]\ncommand = "/path/to/lyra"\nargs = ["mcp"]\nenv = { LYRA_HOME = "/x" }\n'

  assert.doesNotThrow(() => parseData({ language: 'toml', text: good }))
  assert.throws(() => parseData({ language: 'toml', text: 'args = ["mcp"' }), SyntaxError)
  assert.throws(() => parseData({ language: 'toml', text: 'command: lyra' }), { message: 'no TOML: command: lyra' })
})

test('docs: a block without its reason, of another language or with an unknown word is refused', () => {
  const problemOf = (fence: string) => {
    const [block] = codeBlocks('page.md', `text\n\n\`\`\`${fence}\nls\n\`\`\`\n`)
    const treatment = block === undefined ? null : treat(block)
    return treatment?.kind === 'refused' ? treatment.problem : null
  }

  assert.deepEqual(
    ['sh', 'sh skip="needs a person"', 'sh skip=""', 'python', 'sh skipp="needs a person"'].map(problemOf),
    [
      null,
      null,
      'skip needs a reason',
      'nothing here can run python: use sh, sql, json, yaml, toml or text',
      'unknown attribute skipp',
    ],
  )
})

test('docs: a block in a list is read without its indent, and names the line it begins on', () => {
  const [block] = codeBlocks('page.md', '- a\n\n  ```yaml\n  a:\n    - 1\n  ```\n')

  assert.equal(block?.text, 'a:\n  - 1\n')
  assert.equal(block?.line, 3)
})

test('docs: ids that stand for the reader’s own are those of the demo, the rest of the line stays', () => {
  const ids = { task: 'task_1', claim: 'claim_2', edge: 'edge_3', page: 'page_4', fragment: 'frag_5' }

  assert.equal(
    withDemoIds('lyra feedback <task_id> correct_nli edge_0123456789abcdef refutes', ids),
    'lyra feedback task_1 correct_nli edge_3 refutes',
  )
})
