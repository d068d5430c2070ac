import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { z } from 'zod'
import { PAGES, readUnit, scheduleOf } from './schedule-lines.ts'

const TASK = 'task_0123456789abcdef'

interface Times {
  next(): { toISOString(): string | null }
}
/** The parser of crontab lines that pg-boss brings. */
const cron = z.object({
  CronExpressionParser: z.custom<{ parse(when: string, options: Readonly<Record<string, string>>): Times }>(
    (value) => typeof value === 'function',
  ),
})
const { CronExpressionParser } = cron.parse(createRequire(import.meta.resolve('pg-boss'))('cron-parser'))

const systemd = spawnSync('systemd-analyze', ['--version']).status === 0
const withoutSystemd = systemd ? false : 'systemd-analyze is not here'

for (const page of PAGES) {
  test(`${page}: the cron line is one to another parser, and means every Monday at six`, () => {
    const { when, command } = scheduleOf(page).cron

    const times = CronExpressionParser.parse(when, { currentDate: '2026-11-19T12:00:00Z', tz: 'UTC' })

    assert.deepEqual(
      [times.next().toISOString(), times.next().toISOString()],
      ['2026-11-23T06:00:00.000Z', '2026-11-30T06:00:00.000Z'],
    )
    assert.equal(command, `lyra update ${TASK} --feed $HOME/feeds/tea.xml`)
    // cron ends a command at an unescaped percent sign.
    assert.equal(command.includes('%'), false)
  })

  test(`${page}: the service runs what the cron line runs, and takes a change for no failure`, () => {
    const { cron: line, files } = scheduleOf(page)
    const service = readUnit(files.get('lyra-update@.service') ?? '').Service
    const timer = readUnit(files.get('lyra-update@.timer') ?? '')

    const started = service?.ExecStart?.replaceAll('%i', TASK).replaceAll('%h', '$HOME')

    assert.equal(started, line.command.replace('tea.xml', `${TASK}.xml`))
    assert.deepEqual([service?.Type, service?.SuccessExitStatus], ['oneshot', '1'])
    assert.deepEqual(timer.Timer, { OnCalendar: 'weekly', RandomizedDelaySec: '1h', Persistent: 'true' })
    assert.deepEqual(timer.Install, { WantedBy: 'timers.target' })
  })

  test(`${page}: systemd finds nothing wrong with the service and the timer`, { skip: withoutSystemd }, (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'lyra-units-'))
    t.after(() => rmSync(folder, { recursive: true }))
    // As the page says for a service manager that does not find it.
    const program = join(import.meta.dirname, '..', '..', 'bin', 'lyra')
    for (const [name, text] of scheduleOf(page).files)
      writeFileSync(join(folder, name), text.replace('ExecStart=lyra', `ExecStart=${program}`))
    const units = ['service', 'timer'].map((kind) => join(folder, `lyra-update@${TASK}.${kind}`))

    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--user', '--man=no', ...units], {
      encoding: 'utf8',
      env: { ...process.env, HOME: folder, XDG_RUNTIME_DIR: folder },
    })
    const calendar = spawnSync('systemd-analyze', ['calendar', 'weekly'], { encoding: 'utf8' })

    assert.deepEqual([status, stderr.split('\n').filter((line) => line.includes('lyra-update'))], [0, []])
    assert.match(calendar.stdout, /Normalized form: Mon \*-\*-\* 00:00:00/)
  })
}
