import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { parse } from 'yaml'
import { TOOLS } from '../../../src/app/use-cases.ts'
import { skillFile } from '../../../src/cli/install/skill.ts'
import { ROOT } from '../fake-world.ts'

const [, head = '', body = ''] = readFileSync(skillFile(ROOT), 'utf8').split('---\n')

test('LYRA 8.2: the skill has the front matter that clients read, within their lengths', () => {
  const matter = parse(head) as { name: string; description: string }
  assert.deepEqual(Object.keys(matter), ['name', 'description'])
  assert.equal(matter.name, 'lyra-research')
  assert.ok(matter.description.length <= 1024, `${matter.description.length} characters`)
})

test('REQ 2.1.2: the skill teaches the loop by the tools that are there, in their order, and names no other', () => {
  const known = new Set(TOOLS.map(({ name }) => name))
  const words = [...body.matchAll(/`([a-z]+(?:_[a-z]+)+)`/g)].map((match) => match[1] ?? '')
  const notTools = ['task_id', 'v_findings', 'v_contradictions']
  assert.deepEqual(
    words.filter((word) => !known.has(word)),
    ['task_id', 'v_contradictions'],
  )
  assert.deepEqual(
    words.filter((word) => !notTools.includes(word)),
    [
      'create_task',
      'get_status',
      'get_auth_queue',
      'wait_for_user',
      'resolve_auth',
      'notify_user',
      'stop_task',
      'query_graph',
      'vector_search',
      'get_claim',
    ],
  )
  assert.match(body, /`search` with `refute: true`/)
  assert.ok(body.length < 2500, `${body.length} characters`)
})
