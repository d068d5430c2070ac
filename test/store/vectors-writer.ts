import { AT, openAt } from './graph-fixture.ts'

/** Another process on the same file: saves, replaces and deletes vectors, one transaction each. */
const store = openAt(process.argv[2] as string)
for (let step = 0; step < 120; step += 1) {
  const angle = step / 40
  store.vectors.save('fragment', `other_${step % 60}`, 'model', Float32Array.of(Math.cos(angle), Math.sin(angle)), AT)
  if (step % 10 === 9) store.db.exec(`DELETE FROM embeddings WHERE target_id = 'other_${step % 60}'`)
}
store.close()
