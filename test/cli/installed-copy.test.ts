import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { commandFormOf, isOurs, npxLaunch, stdioLaunch } from '../../src/cli/install/launch.ts'
import { copyWords, installedCopy } from '../../src/cli/installed-copy.ts'

/** An installation as npm leaves it: the package.json beside node_modules names what was asked for. */
function installation(t: TestContext, place: string, manifest: object | null) {
  const folder = mkdtempSync(join(tmpdir(), 'lyra-copy-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const home = join(folder, place)
  mkdirSync(join(home, 'node_modules', 'lyra-research'), { recursive: true })
  if (manifest !== null) writeFileSync(join(home, 'package.json'), JSON.stringify(manifest))
  return { folder, home, copy: installedCopy(join(home, 'node_modules', 'lyra-research', '/'), '0.1.0') }
}

test('LYRA 8.2: what npx fetched from a file is started from that file again, by its whole path', (t) => {
  const manifest = { dependencies: { 'lyra-research': 'file:../../../試験 1/lyra-research-0.1.0.tgz' } }
  const { folder, copy } = installation(t, '.npm/_npx/1f2e', manifest)
  const spec = `file:${join(folder, '試験 1', 'lyra-research-0.1.0.tgz')}`

  assert.ok(copy.kind === 'npx')
  const launch = stdioLaunch({ root: '/r', node: '/n', platform: 'linux', spec: copy.spec }, commandFormOf(copy))

  assert.deepEqual(launch, { kind: 'stdio', command: 'npx', args: ['-y', '--prefer-offline', spec, 'mcp'] })
  assert.equal(copyWords(copy).lyra, `npx -y '${spec}'`)
  assert.equal(isOurs({ command: launch.command, args: launch.args }, { url: '', token: null }), true)
})

test('LYRA 8.2: what npx fetched from the registry is started as the version that runs', (t) => {
  for (const wanted of ['^0.1.0', '0.1.0', 'latest']) {
    const { copy } = installation(t, '_npx/1f2e', { dependencies: { 'lyra-research': wanted } })
    assert.ok(copy.kind === 'npx')
    assert.equal(copy.spec, 'lyra-research@0.1.0')
    assert.equal(commandFormOf(copy), 'npx')
  }
  const unknown = installation(t, '_npx/1f2e', null)
  assert.ok(unknown.copy.kind === 'npx')
  assert.equal(unknown.copy.spec, 'lyra-research@0.1.0')
  assert.deepEqual(npxLaunch('win32', [], 'lyra-research@0.1.0').args, [
    ...['/c', 'npx', '-y', '--prefer-offline', 'lyra-research@0.1.0', 'mcp'],
  ])
})

test('LYRA 8.2: a copy that stays is started by its path: a checkout, a project, the whole machine', (t) => {
  const project = installation(t, 'thesis', { devDependencies: { 'lyra-research': '^0.1.0' } })
  const whole = installation(t, 'lib', null)

  assert.deepEqual(installedCopy('/home/ann/lyra/', '0.1.0'), { kind: 'checkout' })
  assert.deepEqual(project.copy, { kind: 'project', folder: project.home, spec: 'lyra-research@0.1.0' })
  assert.deepEqual(whole.copy, { kind: 'global' })
  assert.deepEqual([project.copy, whole.copy, installedCopy('/r', '0.1.0')].map(commandFormOf), [
    ...['node', 'node', 'node'],
  ])
})

test('the words of each kind of copy are commands that it has', (t) => {
  const { home, copy } = installation(t, 'thesis', { dependencies: { 'lyra-research': 'file:../a.tgz' } })
  const project = copyWords(copy)
  const whole = copyWords({ kind: 'global' })

  assert.equal(copyWords({ kind: 'checkout' }).lyra, 'npx lyra')
  assert.equal(project.upgrade, `npm install --prefix ${home} file:<a newer tarball>`)
  assert.equal(project.lyra, 'npx lyra')
  assert.deepEqual(whole, {
    lyra: 'lyra',
    complete: 'start it once while the npm registry can be reached: lyra doctor',
    renew: 'npm uninstall -g lyra-research && npm install -g lyra-research',
    upgrade: 'npm install -g lyra-research@latest',
  })
})
