import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { LyraError } from '../../../src/domain/errors.ts'
import { type Measure, shareFigure } from '../measure.ts'

/** Changes of one file that are tried, evenly over it. */
const MOST = 40
const SCORED = /^\s*\d+ %\s+(\d+) of (\d+)\s+(\S+)$/

/** REQ 7.1: the rules changed in small ways, one at a time; does a test notice? */
export const measureMutation: Measure = async ({ root, say }) => {
  const printed = await output(root)
  const files = printed.split('\n').flatMap((line) => {
    const [, killed, tried, file] = SCORED.exec(line) ?? []
    return file === undefined ? [] : [{ file, killed: Number(killed), tried: Number(tried) }]
  })
  for (const { file, killed, tried } of files) say(`${file}: ${killed} of ${tried}`)
  if (files.length === 0)
    throw new LyraError('INTERNAL_ERROR', 'No mutation was tried; run `npm run mutate` to see why')
  const sum = (key: 'killed' | 'tried') => files.reduce((all, one) => all + one[key], 0)
  const [lowest] = [...files].sort((a, b) => a.killed / a.tried - b.killed / b.tried)
  const least = lowest === undefined ? '' : ` Least: ${lowest.file}, ${lowest.killed} of ${lowest.tried}.`
  const how = `\`npm run mutate\`: ${files.length} files of rules, at most ${MOST} changes each.${least}`
  return { 'tests.mutation': shareFigure(sum('killed'), sum('tried'), how) }
}

/** It ends with 1 where a file is under its own bar of 80 %: a figure all the same. */
function output(root: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const args = [join(root, 'scripts', 'mutate.ts'), '--most', String(MOST)]
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
    let text = ''
    child.stdout.setEncoding('utf8')
    child.stdout.on('data', (part: string) => {
      text += part
    })
    child.on('error', reject)
    child.on('close', () => resolve(text))
  })
}
