import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Browser, chromium } from 'playwright-core'
import { findProgram } from '../../src/browser/find-browser.ts'
import { unpackBundled } from '../../src/browser/unpack-chromium.ts'
import { defaultSettings } from '../../src/domain/settings.ts'

/**
 * `npx node scripts/site/pictures.ts [<home of a demo run>]`: the pictures of docs/img, from real output of `lyra`.
 * Without a home the demo is run first. Nothing is drawn by hand: what a command printed is put on a page and shot.
 */
const root = join(import.meta.dirname, '..', '..')
const run = promisify(execFile)
const work = mkdtempSync(join(tmpdir(), 'lyra-pictures-'))
const lyra = join(root, 'bin', 'lyra')
const MOST_BYTES = 150_000
const env = { ...process.env, LYRA_HUMAN__NOTIFY: 'false', LYRA_REPLAY: join(root, 'demo', 'demo-web.warc.gz') }

async function printed(...args: readonly string[]): Promise<string> {
  const { stdout } = await run(process.execPath, [lyra, ...args], { cwd: work, env, maxBuffer: 50_000_000 })
  return stdout.trimEnd()
}

/** Lines as they stand, the long ones cut where a terminal of this width would end. */
function lines(text: string, from: number, to: number, width = 118): string {
  const cut = (line: string) => (line.length > width ? `${line.slice(0, width - 1)}…` : line)
  return text.split('\n').slice(from, to).map(cut).join('\n')
}

const escaped = (text: string) => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)

function terminalPage(parts: readonly (readonly [command: string, output: string])[]): string {
  const body = parts.map(([command, output]) => `<b>$ ${escaped(command)}</b>\n${escaped(output)}`).join('\n\n')
  return `<!doctype html><meta charset="utf-8"><style>
body{margin:0;background:#fff} pre{display:inline-block;margin:0;padding:14px 18px;background:#15181e;color:#d7dae0;
font:13px/1.45 "DejaVu Sans Mono",monospace} b{color:#8fd18f;font-weight:600}</style><pre>${body}</pre>`
}

async function shootTerminal(browser: Browser, name: string, ...parts: readonly (readonly [string, string])[]) {
  const page = await browser.newPage({ viewport: { width: 1200, height: 800 } })
  await page.setContent(terminalPage(parts))
  await page.locator('pre').screenshot({ path: join(root, 'docs', 'img', name) })
  await page.close()
}

async function shootAll(browser: Browser, home: string): Promise<void> {
  const demo = readFileSync(join(home, 'demo-output.txt'), 'utf8')
  const task = /task_[0-9a-f]{16}/.exec(demo)?.[0] ?? ''
  const search = demo.split('\n== ')[1] ?? ''
  const answer = search.slice(search.indexOf('\ns_') + 1)
  const command = `npx lyra search ${task} "silverleaf tea blood pressure trial" --seek-primary`
  await shootTerminal(browser, 'search.png', [command, lines(answer, 0, 22)])
  const summary = demo.slice(demo.indexOf('== Summary'))
  await shootTerminal(browser, 'demo-summary.png', ['npm run demo', `…\n\n${lines(summary, 0, 20)}`])
  const report = readFileSync(join(home, 'report.md'), 'utf8')
  // Up to the first line in Japanese: the bundled Chromium has no font for it.
  const first = report.split('\n').findIndex((line) => /[\p{sc=Han}\p{sc=Hiragana}]/u.test(line))
  await shootTerminal(browser, 'report.png', ['less .demo/report.md', lines(report, 0, Math.min(first, 28))])
  const { rows }: { rows: { id: string }[] } = JSON.parse(
    await printed(
      'query',
      "SELECT id FROM claims WHERE claim_text LIKE 'One trial of 240 adults%' ORDER BY id LIMIT 1",
      '--home',
      '.demo',
      '--json',
    ),
  )
  const id = rows[0]?.id ?? ''
  const claim = await printed('claim', id, '--home', '.demo')
  await shootTerminal(browser, 'claim.png', [`npx lyra claim ${id} --home .demo`, lines(claim, 0, 26)])
  const sql = 'SELECT finding_text, verification_status, confidence FROM v_findings ORDER BY rank_score DESC LIMIT 8'
  const findings = await printed('query', sql, '--home', '.demo')
  await shootTerminal(browser, 'findings.png', [`npx lyra query "${sql}" --home .demo`, findings])
}

async function demoHome(): Promise<string> {
  const home = join(work, '.demo')
  const given = process.argv[2]
  if (given === undefined) writeFileSync(join(work, 'out.txt'), await printed('demo', '--home', home))
  else cpSync(given, home, { recursive: true })
  if (given === undefined) cpSync(join(work, 'out.txt'), join(home, 'demo-output.txt'))
  return home
}

symlinkSync(join(root, 'demo'), join(work, 'demo'))
mkdirSync(join(root, 'docs', 'img'), { recursive: true })
const found = findProgram(defaultSettings.browser)
const executablePath = found.kind === 'bundled' ? await unpackBundled(found.path) : found.path
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
try {
  await shootAll(browser, await demoHome())
} finally {
  await browser.close()
  rmSync(work, { recursive: true, force: true })
}
for (const name of ['search', 'demo-summary', 'report', 'claim', 'findings']) {
  const { size } = statSync(join(root, 'docs', 'img', `${name}.png`))
  process.stdout.write(`docs/img/${name}.png ${Math.round(size / 1000)} KB\n`)
  if (size > MOST_BYTES) throw new Error(`docs/img/${name}.png is larger than ${MOST_BYTES} bytes`)
}
