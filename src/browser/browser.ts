import { isSuccess } from '../domain/outcome.ts'
import type { NetResult } from '../net/types.ts'
import { createPageArchiver, isHtml } from './archive-page.ts'
import { createBrowserProcess } from './browser-process.ts'
import { createPageLoader } from './load-page.ts'
import { modeUnavailable } from './modes.ts'
import type { BrowserOptions, LoadedPage, PageBrowser } from './types.ts'

export type { BrowserOptions } from './types.ts'

/** A browser whose every request is answered or admitted by the gateway. */
export function createBrowser(options: BrowserOptions): PageBrowser {
  const { settings, gateway, clock, mode } = options
  const process = createBrowserProcess(options)
  const finish = createPageArchiver(options)
  const render = createPageLoader({ ...options, process, finish })

  return {
    unavailable: () =>
      (gateway.replaying && mode !== 'browser' ? 'a replay needs one browser only' : null) ??
      modeUnavailable(mode, settings) ??
      process.broken(),
    async load(request, wanted = {}) {
      const started = clock.now()
      if ((request.method ?? 'GET') !== 'GET') return getOnly(clock.now() - started)
      if (gateway.replaying) {
        const first = await gateway.fetch(request)
        if (!isSuccess(first.outcome) || first.response === undefined || !isHtml(first.response)) return asLoaded(first)
        return render({ request, wanted, started, first })
      }
      const visited = await gateway.visit(request, () => render({ request, wanted, started, first: null }))
      return visited.ok ? visited.value : asLoaded(visited.result)
    },
    close: () => process.close(),
  }
}

function getOnly(elapsedMs: number): LoadedPage {
  const reason = 'The browser loads pages by GET only'
  return asLoaded({ outcome: 'unsupported_type', reason, route: 'browser', archive: null, elapsedMs })
}

/** What no browser has rendered has no picture. */
function asLoaded(result: NetResult): LoadedPage {
  return { ...result, route: 'browser', screenshot: null }
}
