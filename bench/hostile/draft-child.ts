import { LyraError } from '../../src/domain/errors.ts'
import { inTurns } from '../../src/domain/in-turns.ts'
import { readingReferences } from '../../src/report/bibliography/parse-references.ts'
import { checkDraft } from '../../src/report/check/check-draft.ts'
import { graphWorld } from '../../test/research/graph/graph-world.ts'
import { HOSTILE_DRAFTS, HOSTILE_LISTS } from './drafts.ts'
import { longestTurn } from './longest-turn.ts'

/**
 * `node draft-child.ts <draft | list> <kind> <bytes>`: reads one as `lyra check --strict` and `lyra bibliography` do,
 * up to where the models or the network are asked; its figures as one line of JSON.
 */
const [what = '', kind = '', bytes = ''] = process.argv.slice(2)

/** Gathered pages that no mark means: each mark is looked for everywhere. */
const GATHERED = 40

/** The draft was read to its end, and its statements would be compared now. */
class ModelAsked extends Error {}

async function readDraft(text: string): Promise<number> {
  using world = graphWorld()
  for (let at = 0; at < GATHERED; at += 1)
    world.source(`p${at}`, `site${at}.example`, {
      page: { title: `Trams of the harbour, part ${at}`, authors: [`Ann Varga${at}`], year: null },
      fragment: { text_content: `The tram of line ${at} came late. `.repeat(200) },
    })
  const asked = () => Promise.reject(new ModelAsked())
  const embedder = { modelId: 'none', dimension: 1, embed: asked }
  const stance = { modelId: 'none', judgeFragments: asked }
  const input = { text, task_id: 'task_1', strict: true }
  return await checkDraft({ store: world.store, embedder, stance }, input, new AbortController().signal).then(
    ({ statements }) => statements.length,
    (error: unknown) => {
      if (error instanceof ModelAsked || (error instanceof LyraError && error.code === 'DRAFT_REFUSED')) return 0
      throw error
    },
  )
}

const list = HOSTILE_LISTS[kind]
const text = (what === 'list' ? list?.list : HOSTILE_DRAFTS[kind])?.(Number(bytes))
if (text === undefined) throw new Error(`no ${what} is called ${kind}`)
const before = process.cpuUsage()
const delay = await longestTurn(async () => {
  if (list === undefined || what === 'draft') await readDraft(text)
  else await inTurns(readingReferences(text, list.format))
})
const { user, system } = process.cpuUsage(before)
process.stdout.write(`${JSON.stringify({ ...delay, seconds: (user + system) / 1e6 })}\n`)
process.exit(0)
