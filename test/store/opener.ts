import { openAt, task } from './graph-fixture.ts'

/** Run as a process of its own: opens the store, writes one task, closes. */
const [path = '', views = '', id = ''] = process.argv.slice(2)
const store = openAt(path, [views])
store.tasks.insert(task(id))
store.close()
