import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { defineUseCase } from '../../src/api/define-use-case.ts'
import { typedFlags } from '../../src/cli/arguments.ts'
import { contractFlags } from '../../src/cli/contract-flags.ts'

const brew = defineUseCase({
  name: 'brew_tea',
  title: 'Brew tea',
  description: 'Brews one pot',
  input: z.strictObject({
    leaf: z.string().describe('What to brew'),
    pot_id: z.string().optional().describe('Which pot'),
    options: z
      .strictObject({
        steep_seconds: z.int().min(10).max(600).optional().describe('How long'),
        kind: z.enum(['green', 'black']).optional().describe('Which kind'),
        with_milk: z.boolean().optional().describe('Add milk'),
        herbs: z.array(z.string()).optional().describe('What goes in'),
        taste: z.strictObject({ strength: z.number().min(0).max(1).optional().describe('0 is water') }).optional(),
      })
      .optional(),
  }),
  output: z.object({ ok: z.literal(true) }),
})

const flags = contractFlags(brew, { names: { 'options.with_milk': 'milk' }, without: ['options.kind'] })

test('CLI: flags are read from the contract: names, value hints with limits, descriptions', () => {
  assert.deepEqual(flags.table, {
    'pot-id': { type: 'string', value: '<pot_id>', about: 'Which pot' },
    'steep-seconds': { type: 'string', value: '<10..600>', about: 'How long' },
    milk: { type: 'boolean', about: 'Add milk' },
    herbs: { type: 'string', value: '<a,b>', multiple: true, about: 'What goes in' },
    strength: { type: 'string', value: '<0..1>', about: '0 is water' },
  })
  assert.deepEqual(contractFlags(brew, { action: 'new' }).table.kind, {
    type: 'string',
    value: 'green|black',
    about: 'new: Which kind',
  })
})

test('CLI: flags become the nested input of the use case; a list may be written with commas and repeated', () => {
  const given = typedFlags(
    new Map<string, readonly string[] | true>([
      ['steep-seconds', ['90']],
      ['milk', true],
      ['herbs', ['mint,lemon', 'sage']],
      ['strength', ['0.5']],
    ]),
  )
  assert.deepEqual(flags.read(given), {
    options: { steep_seconds: 90, with_milk: true, herbs: ['mint', 'lemon', 'sage'], taste: { strength: 0.5 } },
  })
  assert.deepEqual(flags.read(typedFlags(new Map())), {})
})

test('CLI: what is no number is refused by the name of the flag', () => {
  assert.throws(() => flags.read(typedFlags(new Map([['strength', ['strong']]]))), {
    code: 'INVALID_PARAMS',
    message: '--strength wants a number, not "strong"',
  })
})
