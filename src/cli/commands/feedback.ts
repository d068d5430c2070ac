import { resolve } from 'node:path'
import type { UseCase } from '../../api/define-use-case.ts'
import { exportCorrections } from '../../api/export-corrections.ts'
import { type FeedbackAction, type FeedbackAnswer, type FeedbackListAnswer, feedback } from '../../api/feedback.ts'
import { nearestName } from '../../domain/edit-distance.ts'
import { LyraError } from '../../domain/errors.ts'
import { takePositionals } from '../arguments.ts'
import type { Call, Command, ParsedFlags, Result } from '../command.ts'
import { namingFile, readText } from '../read-file.ts'
import { callLyra } from '../session.ts'
import { plural } from '../text.ts'

interface Action {
  readonly about: string
  /** What is corrected, and the one value every such correction has; none where the target says it all. */
  readonly target: string
  readonly value: string | null
  /** The payload; whether its values are right is for the contract to say. */
  readonly payload: (value: string, flags: ParsedFlags) => Readonly<Record<string, unknown>>
}

const ACTIONS: Readonly<Record<FeedbackAction, Action>> = {
  correct_nli: {
    about: 'supports, refutes or neutral: what the passage really says about the claim',
    target: 'edge_id',
    value: 'relation',
    payload: (value, flags) => ({
      correct_relation: value,
      original_relation: flags.text('original-relation'),
      confidence: flags.number('confidence'),
      reason: flags.text('reason'),
    }),
  },
  flag_irrelevant: {
    about: 'it is no evidence any more',
    target: 'fragment_id',
    value: null,
    payload: (_, flags) => ({ reason: flags.text('reason') }),
  },
  flag_missing: {
    about: 'a sentence of the page that Lyra left out; it must stand in the archived copy, and is judged at once',
    target: 'page_id',
    value: 'text',
    payload: (value, flags) => ({ missing_text: value, location_hint: flags.text('location-hint') }),
  },
  correct_citation: {
    about: 'one page cites the other, or does not (--remove)',
    target: 'id that cites',
    value: 'cited id',
    payload: (value, flags) => ({
      cited_fragment_id: value,
      correction_type: flags.on('remove') ? 'remove' : 'add',
      reason: flags.text('reason'),
    }),
  },
  rate_usefulness: {
    about: '1 to 5; later searches of the task rank by it',
    target: 'fragment_id or page_id',
    value: 'rating',
    payload: (value, flags) => ({ rating: Number(value), aspect: flags.text('aspect') }),
  },
  split_claim: {
    about: 'it says something else than the other claims of its finding',
    target: 'claim_id',
    value: null,
    payload: (_, flags) => ({ reason: flags.text('reason') }),
  },
  join_claims: {
    about: 'the two claims, and all of their findings, say the same',
    target: 'claim_id',
    value: 'claim_id that says the same',
    payload: (value, flags) => ({ same_as: value, reason: flags.text('reason') }),
  },
  add_note: {
    about: 'shown wherever the claim is shown',
    target: 'id',
    value: 'note',
    payload: (value) => ({ note: value }),
  },
  undo: {
    about: 'takes a correction back, with what it reached; the record of both stays',
    target: 'feedback_id',
    value: null,
    payload: (_, flags) => ({ reason: flags.text('reason') }),
  },
}

export const feedbackCommand: Command = {
  name: 'feedback',
  summary: feedback.title,
  usage: '<task_id> <action> <id> [value] | <task_id> --file <file> | export [<task_id>]',
  details: [
    'Applies your correction to the graph at once and says what the claims are worth now. Ids stand in ' +
      '`lyra claim`, `lyra query` and every answer.',
    ...Object.entries(ACTIONS).map(
      ([name, { target, value, about }]) => `\`${name} <${target}>${value === null ? '' : ` <${value}>`}\`: ${about}`,
    ),
    '`export` writes the corrected pairs as a training set, a line of JSON each, with the page and the archive ' +
      'record that each passage stands in.',
  ],
  flags: {
    confidence: { type: 'string', value: '<0..1>', about: 'correct_nli: how sure you are (default 0.9)' },
    'original-relation': {
      type: 'string',
      value: '<relation>',
      about: 'correct_nli: only if the edge still says this',
    },
    reason: { type: 'string', value: '<text>', about: 'why, for the record' },
    'location-hint': { type: 'string', value: '<text>', about: 'flag_missing: where on the page, e.g. its heading' },
    remove: { type: 'boolean', about: 'correct_citation: take the citation out instead of adding it' },
    file: {
      type: 'string',
      value: '<file>',
      about: 'up to 100 corrections, a line of JSON each: {"action", "target_id", "payload"}',
    },
    all: { type: 'boolean', about: '--file: all of them or none' },
    aspect: { type: 'string', value: 'relevance|clarity|credibility', about: 'rate_usefulness: what is rated' },
  },
  examples: [
    {
      line: 'lyra feedback task_0123456789abcdef correct_nli edge_0123456789abcdef refutes',
      about: 'the passage refutes the claim',
    },
    {
      line: 'lyra feedback task_0123456789abcdef flag_missing page_0123456789abcdef "Blood pressure did not change."',
      about: 'the page says this, too',
    },
    {
      line: 'lyra feedback task_0123456789abcdef add_note claim_0123456789abcdef "Ask the authors"',
      about: 'shown beside the claim from now on',
    },
  ],
  run: async (call) => {
    if (call.positionals[0] === 'export') return exportSamples(call)
    const given = call.flags.text('file')
    const file = given === undefined ? null : resolve(call.world.cwd, given)
    const answer =
      file === null
        ? await callLyra(call, contract, requestOf(call))
        : await namingFile(file, ['payload.items:'], () => callLyra(call, contract, listOf(call, file)))
    return { document: answer, text: answerText(answer as FeedbackAnswer | FeedbackListAnswer) }
  },
}

async function exportSamples(call: Call): Promise<Result> {
  const [, task_id] = call.positionals
  const answer = await callLyra(call, exportCorrections, task_id === undefined ? {} : { task_id })
  return { document: answer, text: answer.samples.map((sample) => JSON.stringify(sample)).join('\n') }
}

/** What was typed is for the contract to check, as what an MCP client sends is. */
const contract: UseCase = feedback

function requestOf({ positionals, flags }: Call): Readonly<Record<string, unknown>> {
  const [, name = ''] = positionals
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name as FeedbackAction] : undefined
  if (action === undefined && positionals.length > 1) throw unknownAction(name)
  const wanted = ['task_id', 'action', action?.target ?? 'id', ...(action?.value == null ? [] : [action.value])]
  const [task_id, , target_id, value = ''] = takePositionals(positionals, wanted, 'feedback')
  const payload = Object.entries(action?.payload(value, flags) ?? {}).filter(([, given]) => given !== undefined)
  return { task_id, action: name, target_id, payload: Object.fromEntries(payload) }
}

/** Every line is for the contract to check, and one that is no JSON is named by its number. */
function listOf({ positionals, flags }: Call, file: string): Readonly<Record<string, unknown>> {
  const [task_id] = takePositionals(positionals, ['task_id'], 'feedback --file')
  const items = linesOf(file).map((line, index): unknown => {
    try {
      return JSON.parse(line)
    } catch (error) {
      throw new LyraError('INVALID_PARAMS', `Line ${index + 1} of ${file} is no JSON`, { cause: error })
    }
  })
  return { task_id, action: 'list', payload: { items, mode: flags.on('all') ? 'all' : 'each' } }
}

function linesOf(file: string): readonly string[] {
  return readText(file)
    .split('\n')
    .filter((line) => line.trim() !== '')
}

function unknownAction(name: string): LyraError {
  const near = nearestName(name, Object.keys(ACTIONS))
  return new LyraError('INVALID_PARAMS', `There is no feedback ${name}`, {
    hint: near === null ? `One of ${Object.keys(ACTIONS).join(', ')}` : `Did you mean ${near}?`,
  })
}

function answerText(answer: FeedbackAnswer | FeedbackListAnswer): string {
  const { training_due, pending_training_samples: samples } = answer
  return [
    ...('results' in answer ? resultLines(answer) : oneResult(answer)),
    ...answer.findings.map(
      ({ finding_id: id, confidence_before: before, confidence: now, status_before: was, status }) =>
        `finding ${id}: ${was ?? 'new'} ${before.toFixed(3)} -> ${status} ${now.toFixed(3)}`,
    ),
    ...(training_due ? [`${plural(samples, 'corrected stance')} wait for a training`] : []),
  ].join('\n')
}

function oneResult({ feedback_id: id, applied, claims }: FeedbackAnswer): readonly string[] {
  return [
    ...applied,
    ...claims.map(
      ({ claim_id, confidence_before: before, confidence: now, verification_status: status }) =>
        `claim ${claim_id}: confidence ${before.toFixed(3)} -> ${now.toFixed(3)}, ${status}`,
    ),
    `kept as ${id}`,
  ]
}

function resultLines({ results }: FeedbackListAnswer): readonly string[] {
  return results.flatMap(({ feedback_id: id, applied, error }, index) =>
    error === undefined
      ? applied.map((line, place) => (place === 0 ? `${index + 1}. ${line} (${id ?? ''})` : `   ${line}`))
      : [`${index + 1}. not applied: ${error}`],
  )
}
