import {
  correctEntities,
  type EntitiesAnswer,
  type EntityAnswer,
  type EntityCorrection,
  type EntityEntry,
  getEntities,
  getEntity,
} from '../../api/entities.ts'
import { LyraError } from '../../domain/errors.ts'
import { takePositionals } from '../arguments.ts'
import type { Call, Command, Result } from '../command.ts'
import { contractFlags } from '../contract-flags.ts'
import { callLyra } from '../session.ts'
import { plural, printable, shorten, table } from '../text.ts'

const flags = contractFlags(getEntities)

export const entitiesCommand: Command = {
  name: 'entities',
  summary: 'Organisations, people, places, products and laws of a task: list, show, merge, split',
  usage: '<task_id> [show <entity_id> | merge <entity_id> <entity_id> | split <name_id> | undo <feedback_id>]',
  details: [
    'Lists what the evidence names, most named first; `--kind` and `--words` choose. `show` tells the spellings of ' +
      'one entity and why they are one, what public records say of it with the archived answer of each value, and ' +
      'the passages that name it.',
    '`merge` says that two entities are one, `split` that a spelling (`name_...` of `show`) is another; both tell ' +
      'an id (`fb_...`) by which `undo` takes them back. They stay with the task and hold for what it finds later.',
  ],
  flags: flags.table,
  examples: [
    { line: 'lyra entities task_0123456789abcdef --kind organisation', about: 'the organisations' },
    { line: 'lyra entities task_0123456789abcdef show ent_0123456789abcdef', about: 'where each value comes from' },
    {
      line: 'lyra entities task_0123456789abcdef merge ent_0123456789abcdef ent_fedcba9876543210',
      about: 'they are one',
    },
    { line: 'lyra entities task_0123456789abcdef undo fb_0123456789abcdef', about: 'take it back' },
  ],
  run: async (call) => {
    const [taskId = '', act, ...rest] = call.positionals
    if (act === undefined) return list(call)
    const own = { ...call, positionals: rest }
    if (act === 'show') return show(own, taskId)
    const ids = { task_id: taskId }
    if (act === 'merge') {
      const [entity_id, other] = takePositionals(rest, ['entity_id', 'entity_id'], 'entities')
      return corrected(await callLyra(call, correctEntities, { action: 'merge', ...ids, entity_id, with: other }))
    }
    if (act === 'split') {
      const [name_id] = takePositionals(rest, ['name_id'], 'entities')
      return corrected(await callLyra(call, correctEntities, { action: 'split', ...ids, name_id }))
    }
    if (act === 'undo') {
      const [feedback_id] = takePositionals(rest, ['feedback_id'], 'entities')
      return corrected(await callLyra(call, correctEntities, { action: 'undo', ...ids, feedback_id }))
    }
    throw new LyraError('INVALID_PARAMS', `entities has no action ${printable(act)}`, {
      hint: 'One of show, merge, split, undo',
    })
  },
}

async function list(call: Call): Promise<Result> {
  const [task_id] = takePositionals(call.positionals, ['task_id'], 'entities')
  const answer = await callLyra(call, getEntities, { ...flags.read(call.flags), task_id })
  return { document: answer, text: listText(answer, call.world.width) }
}

async function show(call: Call, task_id: string): Promise<Result> {
  const [entity_id] = takePositionals(call.positionals, ['entity_id'], 'entities')
  const answer = await callLyra(call, getEntity, { task_id, entity_id })
  return { document: answer, text: showText(answer, call.world.width) }
}

function row({ entity_id, kind, name, also, wikidata_id, mentions, pages }: EntityEntry): readonly string[] {
  const named = also.length === 0 ? name : `${name} (${also.join('; ')})`
  return [entity_id, kind, shorten(named, 90), wikidata_id ?? '', String(mentions), String(pages)]
}

const COLUMNS = ['id', 'kind', 'name', 'wikidata', 'named', 'pages']

function listText({ total, items, next }: EntitiesAnswer, fit: number): string {
  if (total === 0) return 'No entities: the evidence of this task names none.'
  return [
    plural(total, 'entity', 'entities'),
    table(items.map(row), { columns: COLUMNS, widest: 90, fit }),
    ...(next === null ? [] : [`more: --from ${next.split('/').at(-1)}`]),
  ].join('\n')
}

function showText({ entity, names, attributes, passages, total_passages: total }: EntityAnswer, fit: number): string {
  const told = attributes.map(({ name, value, source, url, warc_record_id: record }) => [
    name,
    shorten(value, 60),
    source,
    url,
    record ?? '',
  ])
  return [
    table([row(entity)], { columns: COLUMNS, widest: 90, fit }),
    '',
    table(
      names.map(({ name_id, name, joined_by }) => [name_id, name, joined_by]),
      { columns: ['spelling', 'name', 'joined by'], widest: 80, fit },
    ),
    ...(told.length === 0
      ? []
      : ['', table(told, { columns: ['attribute', 'value', 'source', 'url', 'archive'], widest: 60, fit })]),
    '',
    `${plural(passages.length, 'passage')} of ${total}`,
    ...passages.map(passageLine),
  ].join('\n')
}

function passageLine(passage: EntityAnswer['passages'][number]): string {
  const { words, name, role, url, fragment_id: fragment, record_id: record } = passage
  const told = words === null ? `${name} (${role})` : `...${words.replace(/\s+/gu, ' ')}...`
  return printable(`- ${told}  ${fragment ?? record}  ${url}`)
}

function corrected(answer: EntityCorrection): Result {
  const now = answer.entities.map((one) => printable(`  ${row(one).join('  ')}`))
  return { document: answer, text: [`${answer.feedback_id}: ${answer.action}`, ...now].join('\n') }
}
