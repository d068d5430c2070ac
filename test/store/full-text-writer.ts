import { createAnalyser, termSource } from '../../src/rank/tokens.ts'
import { fragment, openAt } from './graph-fixture.ts'

/** Another process on the same file: saves fragments, indexes all it finds without an entry, removes every tenth. */
const store = openAt(process.argv[2] as string, undefined, termSource(await createAnalyser()))
for (let step = 0; step < 60; step += 1) {
  const id = `other_${step}`
  store.fragments.saveAll([fragment(id, 'page_1', { text_content: `Silverleaf tea, sample ${step}, other.` })])
  store.texts.save('fragment', store.texts.prepare('fragment', store.texts.missing('fragment', 8)))
  if (step % 10 === 9) store.db.exec(`DELETE FROM fragments WHERE id = '${id}'`)
}
store.close()
