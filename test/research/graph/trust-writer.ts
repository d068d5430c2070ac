import { join } from 'node:path'
import { replayClock } from '../../../src/domain/clock.ts'
import { seededIds } from '../../../src/domain/ids.ts'
import { defaultSettings } from '../../../src/domain/settings.ts'
import { DomainTrust } from '../../../src/research/domain-trust.ts'
import { setTrust } from '../../../src/research/graph/set-trust.ts'
import { openStore } from '../../../src/store/open-store.ts'
import { AT } from '../../store/graph-fixture.ts'

/** A process of its own that sets the trust of some sites: `node trust-writer.ts <folder> <name> <count>`. */
const [folder = '', name = '', count = '0'] = process.argv.slice(2)
const file = join(folder, 'domains.yaml')
const clock = replayClock(Date.parse(AT))
const ids = seededIds(name)
const store = openStore({ path: join(folder, 'lyra.db'), clock, ids, viewFolders: [], terms: null })
const parts = {
  ...{ store, file, settings: defaultSettings, clock, ids },
  trust: new DomainTrust([file], store.domains),
}
for (let n = 0; n < Number(count); n += 1)
  setTrust(parts, { domain: `${name}${n}.example`, trust_level: 'LOW' }, { by: 'person', channel: 'cli' })
store.close()
