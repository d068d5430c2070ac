import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseArguments } from '../../src/cli/arguments.ts'
import { COMMANDS } from '../../src/cli/command-table.ts'
import { editDistance, nearestName } from '../../src/domain/edit-distance.ts'
import { LyraError } from '../../src/domain/errors.ts'

const parse = (...argv: string[]) => parseArguments(argv, COMMANDS)

function failure(...argv: string[]): LyraError {
  try {
    parse(...argv)
  } catch (error) {
    assert.ok(error instanceof LyraError)
    return error
  }
  throw new Error(`${argv.join(' ')} was accepted`)
}

test('CLI: global flags may stand before or after the command', () => {
  const before = parse('--home', '/tmp/a', 'query', 'SELECT 1', '--json')
  const after = parse('query', 'SELECT 1', '--json', '--home=/tmp/a')
  for (const parsed of [before, after]) {
    assert.equal(parsed.command?.name, 'query')
    assert.deepEqual(parsed.positionals, ['SELECT 1'])
    assert.equal(parsed.flags.text('home'), '/tmp/a')
    assert.equal(parsed.flags.on('json'), true)
  }
})

test('CLI: a flag value that is also a command name is not taken for the command', () => {
  const parsed = parse('--home', 'demo', 'status', 'task_1')
  assert.equal(parsed.command?.name, 'status')
  assert.equal(parsed.flags.text('home'), 'demo')
})

test('CLI: --set collects path=value pairs, and the value may contain =', () => {
  const parsed = parse('doctor', '--set', 'task.max_pages=30', '--set', 'net.user_agent=a=b')
  assert.deepEqual(parsed.settings, { 'task.max_pages': '30', 'net.user_agent': 'a=b' })
})

test('CLI: --set without = is INVALID_PARAMS', () => {
  const error = failure('doctor', '--set', 'task.max_pages')
  assert.equal(error.code, 'INVALID_PARAMS')
  assert.equal(error.message, '--set wants path=value, not "task.max_pages"')
})

test('CLI: an unknown command names the nearest one', () => {
  const error = failure('serach', 'task_1', 'silverleaf tea')
  assert.equal(error.code, 'INVALID_PARAMS')
  assert.equal(error.hint, 'Did you mean `lyra search`?')
})

test('CLI: an unknown command far from all points to the help', () => {
  assert.equal(failure('frobnicate').hint, 'Run `lyra --help` for the list')
})

test('CLI: an unknown flag names the nearest one of its command', () => {
  const error = failure('search', 'task_1', '血圧', '--max-page', '3')
  assert.equal(error.message, 'There is no flag "--max-page" for search')
  assert.equal(error.hint, 'Did you mean `--max-pages`?')
})

test('CLI: a flag of another command is refused', () => {
  assert.equal(failure('status', 'task_1', '--refute').code, 'INVALID_PARAMS')
})

test('CLI: a missing value, a value too many and a repeated flag are INVALID_PARAMS', () => {
  assert.equal(failure('report', 'task_1', '--out').message, '--out needs a value: <file>')
  assert.equal(failure('status', 'task_1', '--json=yes').message, '--json takes no value')
  assert.equal(failure('status', 'task_1', '--home', 'a', '--home', 'b').message, '--home was given twice')
})

test('CLI: numbers are parsed or refused, never NaN', () => {
  const { flags } = parse('vector', 'tea', '--top-k', '2.5', '--min-similarity', '0.4')
  assert.equal(flags.number('min-similarity'), 0.4)
  assert.throws(() => flags.integer('top-k'), {
    code: 'INVALID_PARAMS',
    message: '--top-k wants a whole number, not "2.5"',
  })
  assert.throws(() => parse('query', 'x', '--limit', 'ten').flags.integer('limit'), { code: 'INVALID_PARAMS' })
  assert.throws(() => parse('query', 'x', '--limit', '').flags.integer('limit'), { code: 'INVALID_PARAMS' })
})

test('CLI: after -- everything is a positional', () => {
  assert.deepEqual(parse('vector', '--', '--not-a-flag').positionals, ['--not-a-flag'])
})

test('nearest name: a swap of neighbours is one mistake', () => {
  assert.equal(editDistance('serach', 'search'), 1)
  assert.equal(editDistance('', 'mcp'), 3)
  assert.equal(nearestName('modles', ['models', 'mcp']), 'models')
  assert.equal(nearestName('xyzxyz', ['models', 'mcp']), null)
})
