import { join } from 'node:path'
import { openArchiveWriter } from '../../../src/archive/writer.ts'
import { systemClock } from '../../../src/domain/clock.ts'
import { htmlExchange } from '../../archive/samples.ts'
import { openAt, page } from '../../store/graph-fixture.ts'

/**
 * Run as a process of its own: archives a page, then saves its row, as a search does, and so on until it is told to
 * stop. Says how many there are.
 */
const [home = ''] = process.argv.slice(2)
const store = openAt(join(home, 'lyra.db'))
const archive = openArchiveWriter({ folder: join(home, 'archive'), clock: systemClock, software: 'test' })
let stopped = false
process.on('SIGTERM', () => {
  stopped = true
})
for (let n = 1; !stopped; n++) {
  const url = `https://clinic.example/tea/${n}`
  const html = `<p>銀葉茶は血圧を ${n} mmHg 下げた。</p>${'<i>tea</i>'.repeat(3000)}`
  const { file, recordId } = await archive.write(htmlExchange(url, html), `task_${n % 3}`)
  store.pages.save(page(`page_${n}`, { url, warc_file: file, warc_record_id: recordId }))
  process.stdout.write(`${n}\n`)
}
await archive.close()
store.close()
