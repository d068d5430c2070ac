import { resolve } from 'node:path'
import { LyraError } from '../../domain/errors.ts'
import type { BundleStore } from '../../hub/bundles/bundle-store.ts'
import type { HubConnection } from '../../hub/connection.ts'
import { takePositionals } from '../arguments.ts'
import type { Call, Command, Result } from '../command.ts'
import { namingFile, requireFile } from '../read-file.ts'
import { plural, printable, shorten, table } from '../text.ts'

type Act = (call: Call, words: readonly string[], hub: HubConnection) => Promise<Result>

export const hubCommand: Command = {
  name: 'hub',
  summary: 'One body of evidence for a team: tasks and searches in PostgreSQL, worked off by `lyra worker`',
  usage:
    'init | task <question> | search <task_id> <query> | status [<task_id>] | query <sql> | cancel <search> | ' +
    'share <task_id> | delete <task_id> | push <bundle> | pull <task_id> <file> | find <words> | record <page_id> | ' +
    'export --parquet <folder> | monitor | fingerprint | sweep | ' +
    'quota [<user>] | user add <name> | user revoke <name> | user list',
  details: [
    'A hub is a PostgreSQL database (15 or newer) and a folder that every worker sees, or a bucket of S3-compatible ' +
      'object storage (s3://bucket/prefix?endpoint=https://storage.example&region=eu-west-1; the keys are ' +
      'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY of each machine). `init` makes the tables and views, or brings ' +
      'them up to date; it is run by the owner of the database. Needs `npm install -g pg pg-boss node-pg-migrate`.',
    'Whoever is a user gets a token once (`user add`), which is in the address of the hub: ' +
      'postgres://ana:TOKEN@host/lyra. Put it into LYRA_HUB rather than on the command line. Roles: reader, ' +
      'researcher (asks), admin (sees all tasks and the audit), worker (a machine). A task is private to who made it ' +
      'until it is shared.',
    '`find` looks for words in all texts that you may see. `record` reads one archived page out of the bundle of its ' +
      'task, by range requests. `quota` tells what users may ask for and have used; the owner sets it.',
    '`export` writes every view as Parquet by task or month. `monitor` answers probes and Prometheus until it is ' +
      'stopped. `fingerprint` tells what the hub holds as one hash, before a backup and after its restore. ' +
      '`sweep` tells of bundles that no task names (their worker died before it could publish them); with --yes it ' +
      'removes them.',
    'docs/hub.md says what a hub cannot do yet.',
  ],
  flags: {
    hub: { type: 'string', value: '<url>', about: 'postgres://user:token@host/database (LYRA_HUB)' },
    bundles: {
      type: 'string',
      value: '<place>',
      about: 'Folder or s3://bucket/prefix. init: where the bundles lie; else: where they lie for this machine',
    },
    lease: {
      type: 'string',
      value: '<seconds>',
      about: 'init: a worker that is not heard of for so long has lost its search (60; at least 10)',
    },
    role: { type: 'string', value: '<role>', about: 'user add: reader, researcher, admin, worker or gate' },
    'sign-in': {
      type: 'string',
      value: '<issuer#subject>',
      about: 'user add: who comes by OAuth; no token is shown (LYRA_HUB_GATE_KEY)',
    },
    out: { type: 'string', value: '<file>', about: 'record: where the bytes of the page go' },
    task: { type: 'string', value: '<task_id>', about: 'find: only this task' },
    target: { type: 'string', value: '<kind>', about: 'find: claims (default) or fragments' },
    'searches-per-day': { type: 'string', value: '<n>', about: 'quota: searches in 24 hours; "none" lifts it' },
    'at-once': { type: 'string', value: '<n>', about: 'quota: searches queued or running; "none" lifts it' },
    'stored-mb': { type: 'string', value: '<n>', about: 'quota: megabytes of bundles; "none" lifts it' },
    owner: { type: 'string', value: '<user>', about: 'push: whose task it becomes' },
    shared: { type: 'boolean', about: 'task: everybody on the hub may see it and search in it' },
    private: { type: 'boolean', about: 'share: take it back' },
    parquet: { type: 'string', value: '<folder>', about: 'export: a new folder for the files' },
    by: { type: 'string', value: '<partition>', about: 'export: task (default) or month' },
    snapshot: { type: 'string', value: '<id>', about: 'fingerprint: of a snapshot that pg_export_snapshot() named' },
    'older-than': { type: 'string', value: '<hours>', about: 'sweep: only what was written before (24)' },
    yes: { type: 'boolean', about: 'sweep: remove what is told' },
    health: { type: 'string', value: '<port>', about: 'monitor: where it answers (127.0.0.1:9464)' },
    options: { type: 'string', value: '<json>', about: 'search: targets and options as the tool search takes them' },
  },
  examples: [
    { line: 'lyra hub init --bundles /srv/lyra/bundles', about: 'make the hub, as the owner of the database' },
    { line: 'lyra hub user add ana --role researcher', about: 'prints the token, once' },
    { line: 'lyra hub task "Does walking lower blood pressure?" --shared', about: 'a task of the team' },
    { line: 'lyra hub search task_0123456789abcdef "walking blood pressure trial"', about: 'queue a search' },
    { line: 'lyra hub export --parquet evidence --by month', about: 'for DuckDB: docs/hub-analysis.md' },
    { line: 'lyra hub find "blood pressure" --target fragments', about: 'texts of all tasks by their words' },
    { line: 'lyra hub quota ana --searches-per-day 50', about: 'as the owner; without a limit it only tells' },
    { line: 'lyra hub sweep', about: 'what --yes would remove from the folder or bucket' },
    { line: 'lyra hub query "SELECT finding_text, confidence FROM v_findings"', about: 'what was found' },
  ],
  run: async (call) => {
    const [verb = '', ...rest] = call.positionals
    const act = ACTS[verb]
    if (act === undefined)
      throw new LyraError(
        'INVALID_PARAMS',
        verb === '' ? 'hub needs a word' : `hub does not know "${shorten(verb, 40)}"`,
        {
          hint: `One of ${Object.keys(ACTS).join(', ')}`,
        },
      )
    const { connectHub } = await import('../../hub/connection.ts')
    const hub = await connectHub(hubUrl(call))
    try {
      if (verb !== 'init') await (await import('../../hub/migrate.ts')).requireHubVersion(hub)
      return await act(call, rest, hub)
    } finally {
      await hub.close()
    }
  },
}

export function hubUrl({ flags, world }: Call): string {
  const url = flags.text('hub') ?? world.env.LYRA_HUB
  if (url !== undefined && url !== '') return url
  throw new LyraError('INVALID_PARAMS', 'Which hub? Name it with --hub <url> or in LYRA_HUB', {
    hint: 'docs/hub.md shows how an address is made of user, token, host and database',
  })
}

const ACTS: Readonly<Record<string, Act>> = {
  init: async (call, words, hub) => {
    takePositionals(words, [], 'hub init')
    const [{ migrateHub }, { setBundleFolder }] = await Promise.all([
      import('../../hub/migrate.ts'),
      import('../../hub/hub-settings.ts'),
    ])
    const leaseSeconds = call.flags.number('lease')
    const made = await migrateHub(hub, resolve(call.world.root, 'config', 'views'), { leaseSeconds })
    const folder = call.flags.text('bundles')
    if (folder !== undefined)
      await setBundleFolder(hub, folder.startsWith('s3://') ? folder : resolve(call.world.cwd, folder))
    const indexed = await (await import('../hub-search.ts')).indexHub(hub)
    return {
      document: { ok: true, ...made, indexed },
      text: `The hub is of version ${made.version}, ${plural(made.views, 'view')}`,
    }
  },
  task: async (call, words, hub) => {
    const [question] = takePositionals(words, ['question'], 'hub task')
    const { addTask } = await import('../../hub/hub-tasks.ts')
    const id = await addTask(hub, { question, config: {}, shared: call.flags.on('shared') })
    return { document: { ok: true, task_id: id }, text: id }
  },
  search: async (call, words, hub) => {
    const { taskId, query, options } = await readSearch(call, words)
    const { addSearch } = await import('../../hub/hub-tasks.ts')
    const id = await addSearch(hub, { taskId, query, options })
    return { document: { ok: true, search: id, task_id: taskId }, text: `Search ${id} of ${taskId} is queued` }
  },
  status: async (_call, words, hub) => {
    const [taskId = null] = words.length === 0 ? [] : takePositionals(words, ['task_id'], 'hub status')
    const [{ hubStatus }, { hubHealth }] = await Promise.all([
      import('../../hub/hub-tasks.ts'),
      import('../../hub/hub-health.ts'),
    ])
    const [status, health] = [await hubStatus(hub, taskId), await hubHealth(hub)]
    const { ready, oldest_ready_seconds: oldest, workers_busy: busy } = health
    const line = `${plural(busy, 'worker')} at work; ${ready} waiting for one, the first for ${Math.round(oldest)} s`
    return { document: { ok: true, health, ...status }, text: `${statusText(status)}\n\n${line}` }
  },
  query: async (_call, words, hub) => {
    const [sql] = takePositionals(words, ['sql'], 'hub query')
    const [{ queryHub }, { noteRead }] = await Promise.all([
      import('../../hub/hub-query.ts'),
      import('../../hub/note-read.ts'),
    ])
    await noteRead(hub, 'hub_query', '')
    const { rows, isCut } = await queryHub(hub, sql)
    const columns = Object.keys(rows[0] ?? {})
    const cells = rows.map((row) => columns.map((column) => cellText(row[column])))
    const text = rows.length === 0 ? 'No rows.' : table(cells, { columns, widest: 80 })
    const aside = isCut ? `Only the first ${rows.length} rows; narrow the question` : undefined
    return { document: { ok: true, rows, cut: isCut }, text, ...(aside === undefined ? {} : { aside }) }
  },
  cancel: async (_call, words, hub) => {
    const [given] = takePositionals(words, ['search'], 'hub cancel')
    if (!/^\d{1,15}$/u.test(given)) throw new LyraError('INVALID_PARAMS', 'A search of the hub has a number')
    const { cancelSearch } = await import('../../hub/hub-tasks.ts')
    const state = await cancelSearch(hub, Number(given))
    const text = state === 'running' ? 'Its worker will stop it' : 'Cancelled'
    return { document: { ok: true, search: Number(given), state }, text }
  },
  share: async (call, words, hub) => {
    const [taskId] = takePositionals(words, ['task_id'], 'hub share')
    const shared = !call.flags.on('private')
    await (await import('../../hub/hub-tasks.ts')).shareTask(hub, taskId, shared)
    return { document: { ok: true, task_id: taskId, shared }, text: `${taskId} is ${shared ? 'shared' : 'private'}` }
  },
  delete: async (call, words, hub) => {
    const [taskId] = takePositionals(words, ['task_id'], 'hub delete')
    const { deleteTask } = await import('../../hub/delete-task.ts')
    await withBundles(call, hub, (bundles) => deleteTask(hub, bundles, taskId))
    return { document: { ok: true, task_id: taskId }, text: `${taskId} is gone from the hub` }
  },
  push: async (call, words, hub) => {
    const [file] = takePositionals(words, ['bundle'], 'hub push')
    const owner = call.flags.text('owner')
    if (owner === undefined) throw new LyraError('INVALID_PARAMS', 'Whose task does it become? --owner <user>')
    const [{ publishBundle }, { openTerms }] = await Promise.all([
      import('../../hub/publish.ts'),
      import('../../app/text-terms.ts'),
    ])
    const path = resolve(call.world.cwd, file)
    requireFile(path)
    const terms = await openTerms()
    const { taskId, generation, merge } = await namingFile(path, ['The file'], () =>
      withBundles(call, hub, (bundles) => publishBundle(hub, bundles, path, owner, { terms })),
    )
    const added = Object.values(merge.added).reduce((sum, count) => sum + count, 0)
    const text = `${taskId}: bundle ${generation}, ${plural(added, 'row')} added`
    return { document: { ok: true, task_id: taskId, generation, ...merge }, text }
  },
  pull: async (call, words, hub) => {
    const [taskId, given] = takePositionals(words, ['task_id', 'file'], 'hub pull')
    const file = resolve(call.world.cwd, given)
    const { pullBundle } = await import('../../hub/pull-bundle.ts')
    await withBundles(call, hub, (bundles) => pullBundle(hub, bundles, taskId, file))
    return { document: { ok: true, task_id: taskId, file }, text: `${file}: look into it with \`lyra open ${given}\`` }
  },
  export: async (call, words, hub) => (await import('../hub-export.ts')).exportHub(call, words, hub),
  fingerprint: async (call, words, hub) => (await import('../hub-export.ts')).showFingerprint(call, words, hub),
  monitor: async (call, words, hub) => (await import('../hub-monitor.ts')).monitorHub(call, words, hub),
  find: async (call, words, hub) => (await import('../hub-search.ts')).hubFind(call, words, hub),
  record: async (call, words, hub) =>
    withBundles(call, hub, async (bundles) =>
      (await import('../hub-record.ts')).hubRecord(call, words, { hub, bundles }),
    ),
  sweep: async (call, words, hub) =>
    withBundles(call, hub, async (bundles) =>
      (await import('../hub-sweep.ts')).hubSweep(call, words, { hub, bundles }),
    ),
  quota: async (call, words, hub) => (await import('../hub-quota.ts')).hubQuota(call, words, hub),
  user: async (call, words, hub) => (await import('../hub-users.ts')).hubUsers(call, words, hub),
}

/** The bundles of the hub as this machine reaches them. */
export async function withBundles<T>(
  { flags, world }: Call,
  hub: HubConnection,
  work: (bundles: BundleStore) => Promise<T>,
): Promise<T> {
  const { openBundles } = await import('../../hub/hub-settings.ts')
  const bundles = await openBundles(hub, { env: world.env, cwd: world.cwd, place: flags.text('bundles') })
  try {
    return await work(bundles)
  } finally {
    await bundles.close()
  }
}

function cellText(value: unknown): string {
  return printable(typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? ''))
}

async function readSearch(call: Call, words: readonly string[]) {
  const given = call.flags.text('options')
  const [taskId, query = ''] =
    given !== undefined && words.length === 1
      ? takePositionals(words, ['task_id'], 'hub search')
      : takePositionals(words, ['task_id', 'query'], 'hub search')
  const { readHubOptions } = await import('../hub-options.ts')
  return { taskId, query, options: readHubOptions(taskId, query, given) }
}

function statusText({
  tasks,
  searches,
}: Awaited<ReturnType<typeof import('../../hub/hub-tasks.ts').hubStatus>>): string {
  if (tasks.length === 0) return 'No task that you may see.'
  const lines = tasks.map(({ id, question, owner, visibility, generation }) => [
    ...[id, visibility, printable(owner), plural(generation, 'bundle'), printable(question)],
  ])
  const rows = searches.map(({ id, task_id, state, attempts, query, error }) => [
    ...[String(id), task_id, state, String(attempts), printable(query), printable(error ?? '')],
  ])
  return [
    table(lines, { columns: ['task', 'who sees it', 'owner', 'done', 'question'], widest: 60 }),
    '',
    rows.length === 0
      ? 'No search.'
      : table(rows, { columns: ['search', 'task', 'state', 'tries', 'query', 'error'], widest: 60 }),
  ].join('\n')
}
