import { resolve } from 'node:path'
import { getReport, type Report } from '../../api/get-report.ts'
import { queryGraph } from '../../api/query-graph.ts'
import type { BundleHome } from '../../app/bundle-home.ts'
import type { Lyra } from '../../app/lyra.ts'
import { takePositionals } from '../arguments.ts'
import type { Call, Command, Result } from '../command.ts'
import { type Row, readAll, sqlId } from '../graph-reading.ts'
import { namingFile, readKey, requireFile } from '../read-file.ts'
import { withNewLyra } from '../session.ts'
import { plural, printable, shorten } from '../text.ts'
import { queryText } from './query.ts'

/** Entries of each list on a terminal; `--json` has all. */
const FINDINGS_SHOWN = 5
const SOURCES_SHOWN = 10

export const openCommand: Command = {
  name: 'open',
  summary: 'Look into a bundle without adding it: question, findings as its report counts them, sources',
  usage: '<bundle>',
  details: [
    'Checks every byte against the manifest first; a bundle that was altered is refused, and the place is named. ' +
      'It is unpacked into a temporary folder that is removed again: your home is neither read nor written.',
    '--sql reads its tables and views in the same sandbox as `lyra query`. `lyra replay <bundle>` runs its searches ' +
      'again from its archive.',
  ],
  flags: {
    sql: { type: 'string', value: '<select>', about: 'Read the bundle with SQL instead, e.g. its views' },
    report: { type: 'boolean', about: 'Print its report instead' },
    key: { type: 'string', value: '<public.pem>', about: 'Refuse the bundle unless this Ed25519 key signed it' },
  },
  examples: [
    { line: 'lyra open tea.lyra.zip', about: 'what it is about and what was found' },
    { line: 'lyra open tea.lyra.zip --sql "SELECT * FROM v_contradictions"', about: 'a view of it' },
    { line: 'lyra open tea.lyra.zip --report | less', about: 'its report, written anew from its rows' },
  ],
  run: async (call) => {
    const [given] = takePositionals(call.positionals, ['bundle'], 'open')
    const file = resolve(call.world.cwd, given)
    const key = call.flags.text('key')
    requireFile(file)
    const pem = key === undefined ? null : readKey(resolve(call.world.cwd, key))
    const { openBundleHome } = await import('../../app/bundle-home.ts')
    using bundle = await namingFile(file, ['The file'], () => openBundleHome(file, pem))
    const open = { flags: call.open.flags, home: bundle.folder }
    return await withNewLyra(call, (lyra) => show(call, lyra, bundle), open)
  },
}

async function show(call: Call, lyra: Lyra, bundle: BundleHome): Promise<Result> {
  const taskId = bundle.manifest.task.id
  const sql = call.flags.text('sql')
  if (sql !== undefined) {
    const answer = await lyra.call(queryGraph, { sql })
    return { document: answer, text: queryText(answer, call.world.width) }
  }
  if (call.flags.on('report')) {
    const answer = await lyra.call(getReport, { task_id: taskId })
    return { document: answer, text: printable(answer.markdown) }
  }
  const task = sqlId(taskId)
  const findings = await readAll(
    lyra,
    `SELECT finding_id, finding_text, verification_status, confidence, supporting_sources, refuting_sources,
       in_dispute_with FROM v_findings WHERE task_id = ${task} ORDER BY rank_score DESC, finding_id`,
  )
  const sources = await readAll(
    lyra,
    `SELECT p.domain, count(*) AS pages, sum(p.is_retracted) AS retracted FROM pages p
       GROUP BY p.domain ORDER BY pages DESC, p.domain`,
  )
  const report = await lyra.call(getReport, { task_id: taskId })
  const partOf = new Map(report.parts.flatMap(({ name, findings }) => findings.map((one) => [one.finding_id, name])))
  const { members: _members, ...manifest } = bundle.manifest
  const document = {
    ...{ ok: true, signed_by: bundle.signedBy, kept_out: bundle.keptOut, manifest },
    findings: findings.map((row) => ({ ...row, part: partOf.get(String(row.finding_id)) ?? null })),
    sources,
  }
  return { document, text: summaryText(bundle, report, findings, sources) }
}

/** Findings are counted and called as in the report of the same rows (`--report`). */
function summaryText(
  { manifest, signedBy, keptOut }: BundleHome,
  { counted, parts }: Report,
  findings: readonly Row[],
  sources: readonly Row[],
): string {
  const texts = new Map(findings.map((row) => [String(row.finding_id), shorten(String(row.finding_text), 140)]))
  const told = ({ finding_id: id, standing }: Report['parts'][number]['findings'][number]) =>
    `${texts.get(id) ?? id}\n    ${standing}`
  const outside = Object.values(keptOut).reduce((sum, count) => sum + count, 0)
  const { task, privacy, models } = manifest
  const list = (title: string, rows: readonly string[], shown: number) => [
    '',
    `${title} (${rows.length})`,
    ...rows.slice(0, shown).map((row) => `  ${row}`),
    ...(rows.length > shown ? [`  and ${rows.length - shown} more`] : []),
  ]
  return [
    `${shorten(task.question, 400)}`,
    `${task.id}, made ${manifest.created_at} by Lyra ${manifest.lyra_version}; ` +
      `${signedBy === null ? 'not signed' : `signed by the key ${signedBy}`}`,
    `Every byte is as the manifest says. Conclusions ${manifest.conclusions.sha256}`,
    `Models: ${[...models.claims, ...models.embedding, ...models.stance].map((name) => shorten(name, 60)).join(', ')}`,
    `Private pages: ${privacy.private_pages}${privacy.pages === 0 ? '' : ` (${privacy.pages})`}`,
    ...(outside === 0 ? [] : [`Not shown, because it gives orders to an AI (L2): ${plural(outside, 'row')}`]),
    counted,
    ...parts
      .filter(({ findings }) => findings.length > 0)
      .flatMap(({ title, findings }) => list(title, findings.map(told), FINDINGS_SHOWN)),
    ...list(
      'Sources',
      sources.map(
        (row) =>
          `${row.domain}: ${plural(Number(row.pages), 'page')}` +
          (Number(row.retracted) === 0 ? '' : `, ${row.retracted} retracted`),
      ),
      SOURCES_SHOWN,
    ),
  ].join('\n')
}
