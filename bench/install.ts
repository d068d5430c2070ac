import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drive } from '../scripts/pack/drive.ts'
import { folderBytes, openSandbox } from '../scripts/pack/sandbox.ts'
import { pack, stage } from '../scripts/pack/stage.ts'
import { type Bench, type BenchOptions, median } from './bench.ts'

/** The server everybody knows, measured the same way; its browser comes later and is not counted. */
const OTHER = { name: '@playwright/mcp', spec: '@playwright/mcp@0.0.83' }

/** One installation by npx with an empty cache, then the same command again. */
export const install: Bench = {
  about: 'size of the package and of its installation, time of npx with an empty cache to the list of tools',
  run: async (options) => {
    const scratch = mkdtempSync(join(tmpdir(), 'lyra-bench-install-'))
    try {
      const folder = join(options.root, 'dist', 'package')
      stage(options.root, folder)
      const { filename, size, files } = pack(folder, scratch)
      const lyra = await measure(options, { name: 'lyra', tarball: join(scratch, filename), args: ['mcp'] })
      const other = await measure(options, { name: 'playwright_mcp', spec: OTHER.spec, args: ['--headless'] })
      const figures = { lyra, playwright_mcp: other }
      return {
        numbers: {
          bench: 'install',
          runs: runsOf(options),
          tarball_mb: megabytes(size),
          tarball_files: files.length,
          playwright_mcp_spec: OTHER.spec,
          ...flat(figures),
        },
        rows: [
          { what: 'tarball', measured: `${megabytes(size)} MB`, baseline: '', target: 'at most 65 MB' },
          row('installed by npx', `MB`, lyra.installed_mb, other.installed_mb),
          row('loaded from the registry', `MB`, lyra.loaded_mb, other.loaded_mb),
          row('npx with an empty cache to the list of tools', `s`, lyra.first_seconds, other.first_seconds),
          row('npx again to the list of tools', `s`, lyra.again_seconds, other.again_seconds),
        ],
      }
    } finally {
      rmSync(scratch, { recursive: true, force: true })
    }
  },
}

interface Measured {
  readonly tools: number
  readonly installed_mb: number
  readonly loaded_mb: number
  readonly first_seconds: number
  readonly again_seconds: number
}

interface Subject {
  readonly name: string
  readonly args: readonly string[]
  readonly tarball?: string
  readonly spec?: string
}

/** Each loads half a gigabyte: more runs would measure the registry. */
function runsOf({ runs }: BenchOptions): number {
  return Math.min(runs, 3)
}

async function measure(options: BenchOptions, subject: Subject): Promise<Measured> {
  const found: Measured[] = []
  for (let run = 0; run < runsOf(options); run++) found.push(await installOnce(subject))
  const middle = (pick: (one: Measured) => number) => round(median(found.map(pick)))
  const result = {
    tools: middle((one) => one.tools),
    installed_mb: middle((one) => one.installed_mb),
    loaded_mb: middle((one) => one.loaded_mb),
    first_seconds: middle((one) => one.first_seconds),
    again_seconds: middle((one) => one.again_seconds),
  }
  options.say(
    `${subject.name}: ${result.installed_mb} MB installed, ${result.loaded_mb} MB loaded; ` +
      `${result.tools} tools after ${result.first_seconds} s, again after ${result.again_seconds} s`,
  )
  return result
}

async function installOnce({ args, tarball, spec = '' }: Subject): Promise<Measured> {
  const sandbox = openSandbox(process.execPath)
  try {
    const copied = join(sandbox.folder, 'package.tgz')
    if (tarball !== undefined) copyFileSync(tarball, copied)
    const wanted = tarball === undefined ? spec : `file:${copied}`
    const first = await drive(sandbox, wanted, args)
    await first.close()
    const again = await drive(sandbox, wanted, args)
    await again.close()
    return {
      tools: first.tools.length,
      installed_mb: megabytes(folderBytes(join(sandbox.cache, '_npx'))),
      loaded_mb: megabytes(folderBytes(join(sandbox.cache, '_cacache'))),
      first_seconds: first.seconds,
      again_seconds: again.seconds,
    }
  } finally {
    sandbox.remove()
  }
}

function row(what: string, unit: string, own: number, other: number) {
  return { what, measured: `${own} ${unit}`, baseline: `${other} ${unit} (${OTHER.spec})`, target: '' }
}

function flat(figures: Readonly<Record<string, Measured>>): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(figures).flatMap(([name, found]) =>
      Object.entries(found).map(([key, value]) => [`${name}_${key}`, value] as const),
    ),
  )
}

function megabytes(bytes: number): number {
  return round(bytes / 1e6)
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
