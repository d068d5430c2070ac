import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { citationsOf, type Targets } from './citations.ts'
import { ROOT } from './source-files.ts'

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const list = (...patterns: readonly string[]) => globSync([...patterns], { cwd: ROOT }).sort()

const PAGES = ['docs/requirements.md', ...list('docs/requirements/*.md')]
const ANCHORS = PAGES.flatMap((page) =>
  [...read(page).matchAll(/<a id="([^"]+)"><\/a>/g)].map((match) => match[1] ?? ''),
)
const TARGETS: Targets = {
  anchors: new Set(ANCHORS),
  decisions: new Set(list('docs/adr/*.md').map((page) => /(\d{4})-/.exec(page)?.[1] ?? '')),
}
/** These two speak about citations, with wrong ones as examples. */
const EXAMPLES = ['test/architecture/citations.ts', 'test/architecture/requirements.test.ts']
const FILES = list(
  '{src,test,bench,scripts,demo}/**/*.{ts,sql,md}',
  '{config,demo,deploy}/**/*.{yaml,md,sql}',
  'docs/**/*.md',
  'models/*/README.md',
  '*.md',
).filter((file) => !EXAMPLES.includes(file))

test('CONTRIBUTING: every requirement, decision and document that is cited can be looked up', () => {
  const broken = FILES.flatMap((file) =>
    citationsOf(read(file), TARGETS, PAGES.includes(file))
      .filter(({ problem }) => problem !== null)
      .map(({ line, text, problem }) => `${file}:${line} "${text}": ${problem}`),
  )
  assert.equal(broken.length, 0, `How to cite: docs/requirements.md\n${broken.join('\n')}`)
})

test('docs/requirements: every heading with a number carries its anchor, and no anchor stands twice', () => {
  assert.deepEqual(
    ANCHORS.filter((anchor, index) => ANCHORS.indexOf(anchor) !== index),
    [],
  )
  const headings = PAGES.flatMap((page) =>
    [
      ...read(page).matchAll(
        /^#+ ((?:REQ|TRUST|GRAPH|EXPLORE|FEEDBACK|LYRA) (?:phase |decision )?[\d.]+(?: L\d)?)\b(.*)$/gm,
      ),
    ].map((match) => [match[1] ?? '', /<a id="([^"]+)">/.exec(match[2] ?? '')?.[1] ?? 'none'] as const),
  )
  assert.ok(headings.length > 150, `${headings.length} headings read`)
  assert.deepEqual(
    headings.filter(([title, anchor]) => anchor !== title.toLowerCase().replaceAll(' ', '-')),
    [],
  )
})

test('docs: every link to an anchor of the requirements leads to one', () => {
  const broken = list('*.md', 'docs/**/*.md').flatMap((page) =>
    [...read(page).matchAll(/\]\([^)#\s]*requirements[^)#\s]*#([^)]+)\)/g)]
      .map((match) => match[1] ?? '')
      .filter((anchor) => !TARGETS.anchors.has(anchor))
      .map((anchor) => `${page}: #${anchor}`),
  )
  assert.deepEqual(broken, [])
})

test('docs/requirements: all eight layers, the twelve decisions of LYRA 1 and the acceptance numbers are there', () => {
  for (const layer of [1, 2, 3, 4, 5, 6, 7, 8]) assert.ok(TARGETS.anchors.has(`req-4.4.1-l${layer}`), `L${layer}`)
  for (const number of Array.from({ length: 12 }, (_, index) => index + 1))
    assert.ok(TARGETS.anchors.has(`lyra-1.${number}`), `LYRA 1.${number}`)
  const acceptance = /## REQ 7 [\s\S]*?### REQ 7\.1/.exec(read('docs/requirements/req.md'))?.[0] ?? ''
  assert.equal([...acceptance.matchAll(/^\d+\. /gm)].length, 31)
})

test('the reader of citations knows lists, layers, phases, line ends, unknown numbers, bare names and trackers', () => {
  const targets: Targets = {
    anchors: new Set([
      'req-3.1.4',
      'req-4.6',
      'req-4.4.1-l2',
      'req-4.4.1-l4',
      'trust-phase-1',
      'trust-phase-2',
      'req-7',
    ]),
    decisions: new Set(['0014']),
  }
  const text = [
    '/** Weights (REQ 3.1.4, 4.6). REQ 7, 3 of them. */',
    ' * at the end (REQ',
    ' * 4.4.1 L2, L4); TRUST phases 1-2 (ADR 0014).',
    "test('REQ 9.9: no', 'GRAPH says', 'issue 9', 'ADR 0099', 'SPEC 4', 'EXPLORE 4.3')",
    'TRUSTED, LYRA_HOME, LYRA-0a1b, GRAPH_LIMIT',
  ].join('\n')
  assert.deepEqual(
    citationsOf(text, targets).map((one) => [one.line, one.text, one.problem]),
    [
      [1, 'REQ 3.1.4', null],
      [1, 'REQ 4.6', null],
      [1, 'REQ 7', null],
      [2, 'REQ 4.4.1 L2', null],
      [2, 'REQ 4.4.1 L4', null],
      [3, 'TRUST phase 1', null],
      [3, 'TRUST phase 2', null],
      [3, 'ADR 0014', null],
      [4, 'REQ 9.9', 'there is no REQ 9.9 in docs/requirements'],
      [4, 'GRAPH', 'name the section, e.g. GRAPH 1.1'],
      [4, 'issue 9', 'a reader cannot open the tracker: cite the requirement, e.g. LYRA 6.1'],
      [4, 'ADR 0099', 'docs/adr has no 0099'],
      [4, 'SPEC', 'SPEC is not in this repository: cite docs/requirements.md, an ADR or CONTRIBUTING'],
      [4, 'EXPLORE 4.3', 'there is no EXPLORE 4.3 in docs/requirements'],
    ],
  )
})
