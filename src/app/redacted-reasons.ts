import type { Store } from '../store/types.ts'
import { redactedJson } from './redaction.ts'

/**
 * REQ 4.4.1 L8: the reason of an event may be the message of a failure; query_graph reads events, so it is cleaned like
 * a line of the log. Nothing else of an event is touched: a replay takes queries and orders from there.
 */
export function withRedactedReasons<S extends Pick<Store, 'events'>>(store: S): S {
  const { events } = store
  return {
    ...store,
    events: {
      ...events,
      append: (event) => {
        const reason = event.data?.reason
        if (typeof reason !== 'string') return events.append(event)
        const told = JSON.parse(redactedJson({ reason })) as { readonly reason: string }
        return events.append({ ...event, data: { ...event.data, ...told } })
      },
    },
  }
}
