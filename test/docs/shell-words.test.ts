import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

const WORDS = join(import.meta.dirname, '..', '..', 'scripts', 'docs-check', 'shell-words.sh')
const unix = process.platform === 'win32' ? { skip: 'needs bash' } : {}

test('docs-check: what would change this machine is told and never run, by a page or by a child of Lyra', unix, (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'lyra-words-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const told = join(folder, 'told')
  // Stands for programs that this machine has: each would leave a file.
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  for (const name of ['docker', 'systemctl'])
    writeFileSync(join(bin, name), `#!/bin/sh\ntouch '${folder}/was-run'\n`, { mode: 0o755 })
  const page = [
    `. '${WORDS}'`,
    'docker compose up -d --build',
    'journalctl --user -u lyra -f',
    'sh -c "systemctl --user enable --now lyra"',
    'lyra models pull mdeberta-xnli',
  ].join('\n')

  const { status, stderr } = spawnSync('bash', ['-c', page], {
    encoding: 'utf8',
    env: { PATH: `${bin}:${process.env.PATH}`, HOME: join(folder, 'user'), TOLD: told },
  })

  assert.equal(status, 0, stderr)
  assert.equal(existsSync(join(folder, 'was-run')), false)
  assert.deepEqual(
    readFileSync(told, 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split('\t')[0]),
    ['docker', 'journalctl', 'systemctl', 'lyra models pull'],
  )
})
