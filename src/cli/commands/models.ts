import { findModels } from '../../app/model-list.ts'
import { takePositionals } from '../arguments.ts'
import type { Call, Command, Result } from '../command.ts'
import { figuresTable, verdictText } from '../model-figures.ts'
import { modelHistory } from '../model-history.ts'
import { pullModel } from '../model-pull.ts'
import { settingsOf } from '../session.ts'
import { humanBytes, table } from '../text.ts'

export const modelsCommand: Command = {
  name: 'models',
  summary: 'List the models on this machine and which are in use, fetch a better one, or measure one',
  usage: '[pull [<choice>] | test [<model>] | history | learn | rollback]',
  details: [
    'Looks in models/ of the program and in LYRA_HOME/models.',
    '`pull` alone lists choices with size and licence. With one of them, or hf:owner/name[@revision], ollama:name, ' +
      'openai:name or a ./folder, it fetches the model into LYRA_HOME/models (an interrupted pull goes on where it ' +
      'was), checks every file by its hash, measures it beside the embedded model and the one in use and, if it is ' +
      'no worse than either, writes the setting into LYRA_HOME/config.yaml; otherwise it is kept aside (exit 13). ' +
      'Nothing is ever fetched without this command.',
    '`test` measures a model, or the embedded ones, on the built-in check set: English, Japanese and both.',
    '`history` shows what this machine has learned from corrections, version by version, with what was taken and ' +
      'why. From 30 corrections on a search learns before it begins; `learn` does it now, `rollback` goes back ' +
      '(--version 0: the model as it ships).',
  ],
  flags: {
    anyway: { type: 'boolean', about: 'pull: take the model even if it does worse than the one in use' },
    kind: {
      type: 'string',
      value: 'stance|claims',
      about: 'learn, rollback: verdicts on pairs, or which sentences are claims',
    },
    version: { type: 'string', value: '<n>', about: 'rollback: to this version; the one before when left out' },
    reason: { type: 'string', value: '<text>', about: 'rollback: why, for the record' },
    'fetch-only': { type: 'boolean', about: 'pull: fetch and measure, leave the settings as they are' },
  },
  examples: [
    { line: 'lyra models', about: 'name, task, size, where' },
    { line: 'lyra models pull', about: 'choices, with size, licence and what they bring' },
    { line: 'lyra models pull mdeberta-xnli', about: 'fetched, measured, and used if it is no worse' },
    { line: 'lyra models pull hf:intfloat/multilingual-e5-small', about: 'any ONNX encoder or pair classifier' },
    { line: 'lyra models history', about: 'what was learned from corrections' },
    { line: 'lyra models test', about: 'what the embedded models do on the check set' },
  ],
  run: (call) => {
    if (call.positionals[0] === 'pull') return pullModel(call)
    if (call.positionals[0] === 'test') return testModel(call)
    if (['history', 'learn', 'rollback'].includes(call.positionals[0] ?? '')) return modelHistory(call)
    return listModels(call)
  },
}

async function listModels(call: Call): Promise<Result> {
  takePositionals(call.positionals, [], 'models')
  const settings = await settingsOf(call)
  const models = await findModels(call.world.root, settings)
  const rows = models.map((model) => [
    ...[model.name, model.task, humanBytes(model.bytes), model.measured?.toFixed(2) ?? ''],
    ...[model.used_for ?? '', model.problem ?? '', model.folder],
  ])
  return {
    document: { ok: true, models },
    text: table(rows, {
      columns: ['name', 'task', 'size', 'measured', 'in use for', 'problem', 'where'],
      widest: 100,
      fit: call.world.width,
    }),
  }
}

async function testModel(call: Call): Promise<Result> {
  const given = call.positionals.slice(1)
  const name = given.length === 0 ? null : takePositionals(given, ['model'], 'models test')[0]
  const [settings, { testModels }] = await Promise.all([settingsOf(call), import('../../app/pulling/test-model.ts')])
  const tested = await testModels({ settings, name, now: () => performance.now(), signal: call.world.signal })
  const figures = figuresTable(tested.measured, call.world.width)
  const closing = tested.verdict === null ? [] : ['', verdictText(tested.verdict)]
  return { document: { ok: true, ...tested }, text: [figures, ...closing].join('\n') }
}
