import { dirname, join } from 'node:path'
import { replayClock } from '../../../src/domain/clock.ts'
import { recomputeTask } from '../../../src/research/graph/recompute.ts'
import { AT } from '../../store/graph-fixture.ts'
import { type GraphWorld, graphWorld } from './graph-world.ts'

/** A blog is blocked, since two papers refute what it claims; claim c2 of a news site rests on its support. */
export function blockedBlog(at = Date.parse(AT)): GraphWorld & { readonly file: string } {
  const world = { ...graphWorld(), clock: replayClock(at) }
  world.source('blog', 'blog.example')
  world.source('blog2', 'blog.example')
  world.source('paper', 'nejm.org')
  world.source('paper2', 'bmj.com')
  world.source('news', 'reuters.com')
  world.claim('c1', 'blog', { claim_text: 'Garlic cures the common cold within one day.' })
  world.claim('c2', 'news', { claim_text: 'The bridge over the river was opened in 1932.' })
  world.claim('c3', 'blog2', { claim_text: 'Copper bracelets end arthritis.' })
  world.stance('paper', 'c1', 'refutes', 0.9)
  world.stance('paper2', 'c3', 'refutes', 0.9)
  world.stance('blog', 'c2', 'supports', 0.9)
  recomputeTask(world, 'task_1', 'cause_1')
  return { ...world, file: join(dirname(world.archive), 'domains.yaml') }
}
