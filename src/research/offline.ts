import { LyraError } from '../domain/errors.ts'
import type { Store } from '../store/types.ts'
import type { SearchCall } from './search-call.ts'

export function offline(): LyraError {
  return new LyraError('OFFLINE', 'This machine is not connected to the internet')
}

/** LYRA 4.6: what a search that lost its connection on the way has to say of its pages. */
export function offlineWarnings({ searches }: Pick<Store, 'searches'>, { searchId }: SearchCall): readonly string[] {
  const lost = searches.pagesOf(searchId).filter(({ outcome }) => outcome === 'offline').length
  return lost === 0 ? [] : [`offline: ${lost} pages were not asked for; options.fresh searches anew`]
}
