import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram } from '../../../src/browser/find-browser.ts'
import { BLACKHOLE_PROXY, openBrowser } from '../../../src/browser/launch.ts'
import type { AuditReport } from '../../../src/browser/profile-audit.ts'
import { unpackBundled } from '../../../src/browser/unpack-chromium.ts'
import { silentLogger } from '../../../src/domain/log.ts'
import { defaultSettings } from '../../../src/domain/settings.ts'
import { type Measure, shareFigure } from '../measure.ts'

/** What is wrong with the browser or with its past before a start; `none` is a healthy one. */
const CASES = [
  'none',
  'time zone',
  'none',
  'time zone and fonts of before',
  'fonts of before',
  'none',
  'picture of before',
  'none',
  'unreadable past',
] as const
type Fault = (typeof CASES)[number]
const HEALTHY: readonly Fault[] = ['none', 'unreadable past']
const ROUNDS = 3
const ZONES = ['Pacific/Auckland', 'America/Lima', 'Asia/Tokyo']

/** REQ 7 (31): starts of the real browser, some of which do not look like this machine or like the time before. */
export const measureProfile: Measure = async (context) => {
  const found = findProgram(defaultSettings.browser)
  const program = found.kind === 'bundled' ? await unpackBundled(found.path) : found.path
  let starts = 0
  let audited = 0
  const deviating: { readonly fault: Fault; readonly repaired: boolean }[] = []
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [at, fault] of CASES.entries()) {
      const folder = join(context.folder, `${round}-${at}`)
      const wrong = wrapper(folder, program, fault, round)
      // A healthy start first, so that there is a past to deviate from.
      await start(folder, program)
      spoilPast(folder, fault)
      const reports = await start(folder, wrong)
      const after = await start(folder, wrong)
      starts += 1
      audited += Number(reports.length > 0)
      const first = reports[0]?.deviations ?? []
      if (first.length === 0) {
        if (!HEALTHY.includes(fault)) context.say(`${fault}: no deviation seen`)
        continue
      }
      const last = [...reports, ...after].at(-1)
      deviating.push({ fault, repaired: (last?.deviations ?? first).length === 0 })
    }
  const failed = [...new Set(deviating.filter(({ repaired }) => !repaired).map(({ fault }) => fault))]
  const how =
    `${starts} starts of the bundled Chromium; healthy ones, ones in another time zone than the ` +
    'machine (the language is given at every start), and ones with a past that had other fonts or another picture.'
  return {
    'profile.audits': shareFigure(audited, starts, `${how} Starts with an audit in the log.`),
    'profile.repairs': shareFigure(
      deviating.filter(({ repaired }) => repaired).length,
      deviating.length,
      `${how} Deviating starts after which the browser agrees, at the latest at the next ` +
        `start${failed.length === 0 ? '' : `; not: ${failed.join(', ')}`}. ` +
        'What no restart can change becomes what is expected.',
    ),
  }
}

/** A program that starts the browser in another time zone; the browser itself where that is right. */
function wrapper(folder: string, program: string, fault: Fault, round: number): string {
  const zone = fault.startsWith('time zone') ? `TZ=${ZONES[round]} ` : ''
  if (zone === '') return program
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'chromium')
  writeFileSync(file, `#!/bin/sh\n${zone}exec '${program}' "$@"\n`)
  chmodSync(file, 0o755)
  return file
}

function spoilPast(folder: string, fault: Fault): void {
  const file = join(folder, 'profile', 'profile-audit.json')
  const past = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
  if (fault.endsWith('fonts of before')) past.fonts = ['Meiryo', 'Segoe UI']
  if (fault === 'picture of before') past.canvas = '1'
  writeFileSync(file, fault === 'unreadable past' ? 'not json' : JSON.stringify(past))
}

async function start(folder: string, executable: string): Promise<readonly AuditReport[]> {
  const reports: AuditReport[] = []
  const { context } = await openBrowser({
    settings: { ...defaultSettings.browser, executable },
    log: silentLogger,
    replaying: false,
    mode: 'browser',
    proxy: BLACKHOLE_PROXY,
    stateFile: null,
    profileFolder: join(folder, 'profile'),
    note: (report) => reports.push(report),
  })
  await context.browser()?.close()
  return reports
}
