import type { EngineTable } from '../../engines/engine-table.ts'
import { type Look, VERIFY_TASK, type VerifyRooms } from './look.ts'
import { judgeSerp } from './verdict.ts'
import type { VerifyList } from './verify-list.ts'

/** Every engine that ships, by every query of the list; an engine of the user's own is nobody else's business. */
export function searchLooks({ research }: VerifyRooms, { search }: VerifyList, shipped: EngineTable): readonly Look[] {
  return shipped.flatMap((engine) =>
    search.queries.map(({ id, query, language, least, host }): Look => {
      const snippet = engine.layouts.some((layout) => layout.snippet !== undefined)
      return {
        id: `${engine.name}, ${id}`,
        run: async ({ causeId, signal }) => {
          const [report] = await research.webSearch.search({
            ...{ query, engines: [engine.name], language, fresh: true, taskId: VERIFY_TASK, causeId },
            ...(signal === undefined ? {} : { signal }),
          })
          if (report === undefined) throw new Error(`${engine.name} gave no report`)
          return judgeSerp(report, { least, host }, { snippet })
        },
      }
    }),
  )
}
