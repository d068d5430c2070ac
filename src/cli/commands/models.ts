import { takePositionals } from '../arguments.ts'
import type { Command } from '../command.ts'
import { findModels } from '../model-list.ts'
import { settingsOf } from '../session.ts'
import { humanBytes, table } from '../text.ts'

export const modelsCommand: Command = {
  name: 'models',
  summary: 'List the models on this machine and which are in use',
  usage: '',
  details: [
    'Looks in models/ of the program and in LYRA_HOME/models. To use another model, put its folder (model.onnx, tokenizer.json, config.json) there and name it in the settings models.embedding or models.nli.',
  ],
  flags: {},
  examples: [
    { line: 'lyra models', about: 'name, task, size, where' },
    { line: 'lyra models --json', about: 'the same as one document' },
  ],
  run: async (call) => {
    takePositionals(call.positionals, [], 'models')
    const settings = await settingsOf(call)
    const models = await findModels(call.world.root, settings)
    const rows = models.map((model) => [
      model.name,
      model.task,
      humanBytes(model.bytes),
      model.used_for ?? '',
      model.problem ?? '',
      model.folder,
    ])
    return {
      document: { ok: true, models },
      text: table(rows, { columns: ['name', 'task', 'size', 'in use for', 'problem', 'where'], widest: 100 }),
    }
  },
}
