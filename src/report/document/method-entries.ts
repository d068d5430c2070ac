import type { Methods } from '../data/methods.ts'
import type { ReportData } from '../report-data.ts'
import type { Words } from '../words/words.ts'
import { cut, type Entry, type Line } from './document.ts'

/** By what it was found and judged, so that another can weigh it or do it again. */
export function methodEntries({ methods, pages }: ReportData, { method }: Words): readonly Entry[] {
  const { program, corrections, budget } = methods
  const { assistant, person, rule, undone } = corrections
  const own = Object.entries(program.settings).filter(([path]) => path.startsWith('report.'))
  const archived = pages.filter((page) => page.warc_record_id !== null).length
  const isCorrected = assistant + person + rule + undone > 0
  return [
    ...(program.version === null ? [] : [told(method.program(program.version))]),
    told(method.weighed),
    { head: [method.models], lines: modelLines(methods, method) },
    told(isCorrected ? method.corrections(assistant, person, rule, undone) : method.uncorrected),
    ...judgeEntries(methods, method),
    ...(own.length === 0 ? [] : [{ head: [method.settings], lines: settingLines(Object.fromEntries(own)) }]),
    told(method.budget(budget.pages_used, budget.pages_limit, budget.time_used_seconds)),
    told(method.archive(archived, pages.length)),
  ]
}

const told = (text: string): Entry => ({ head: [text], lines: [] })
const shown = (value: unknown) => cut(Array.isArray(value) ? value.join(', ') : String(value), 200)

/** The versions and settings of what found and judged, not of what writes this. */
function judgeEntries({ judgedBy, unknown, searches }: Methods, method: Words['method']): readonly Entry[] {
  return [
    ...judgedBy.map(({ version, settings, models, searches: count }): Entry => {
      const lines = settingLines(settings)
      const isDefault = lines.length === 0
      const head = isDefault ? method.judgedBy(version, count, searches) : method.judgedWith(version, count, searches)
      return { head: [head], lines: [...lines, ...fileLines(models)] }
    }),
    ...(unknown === 0 ? [] : [told(method.judgedUnknown(unknown, searches))]),
  ]
}

function settingLines(settings: Readonly<Record<string, unknown>>): readonly Line[] {
  return Object.entries(settings)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, value]): Line => ({ text: [{ code: path }, ` ${shown(value)}`] }))
}

/** The files that a name stood for. */
function fileLines(models: Readonly<Record<string, string>>): readonly Line[] {
  return Object.entries(models).map(([name, hash]): Line => ({ text: [{ code: name }, ` sha256 ${shown(hash)}`] }))
}

function modelLines({ models, calibrations }: Methods, method: Words['method']): readonly Line[] {
  const line = (kind: 'claims' | 'stance' | 'embedding'): readonly Line[] =>
    models[kind].length === 0
      ? []
      : [{ text: [`${method[kind]} ${models[kind].map((name) => method.called[name] ?? name).join(', ')}`] }]
  return [
    ...line('claims'),
    ...line('stance'),
    ...line('embedding'),
    ...calibrations.map(({ name, passages }): Line => {
      return { text: [name === null ? method.uncalibrated(passages) : method.calibrated(name, passages)] }
    }),
  ]
}
