import type { Bench, BenchResult } from './bench.ts'
import { budgetTasks } from './conductor/budget-tasks.ts'
import { crashSweep, replayWorld } from './conductor/crash-sweep.ts'
import { demoTwice } from './conductor/demo-twice.ts'
import { fakeTasks } from './conductor/fake-tasks.ts'
import { openLoopbackSweep } from './conductor/loopback-sweep.ts'
import { deepQueue } from './conductor/queue-depth.ts'

/** With `--calls <n>` another number. */
const KILLS = 100

/**
 * Slots, priorities and budgets under fake work; with --demo the real process is killed 100 times during the demo
 * search.
 */
export const conductor: Bench = {
  about: 'exclusion, priorities and overhead of the scheduler; with --demo 100 kills of the real process',
  run: async (options) => {
    const tasks = await fakeTasks(100)
    options.say(`100 tasks, ${tasks.jobs} jobs: ${JSON.stringify(tasks)}`)
    const budgets = await budgetTasks(100)
    options.say(`budgets: ${JSON.stringify(budgets)}`)
    const queue = await deepQueue(options.runs)
    options.say(`queue: ${JSON.stringify(queue)}`)
    const twice = options.demo ? await demoTwice() : null
    if (twice !== null) options.say(`demo twice: ${JSON.stringify(twice)}`)
    const sweeps = options.demo ? await killSweeps(options.calls ?? KILLS, options.say) : []
    const rows: BenchResult['rows'][number][] = [
      {
        what: '100 tasks of mixed fake work: gpu and browser_headful together',
        measured: `${tasks.exclusion_violations} times in ${tasks.jobs} jobs`,
        baseline: `${tasks.baseline_exclusion_violations} without slots`,
        target: '0',
      },
      {
        what: 'most requests to one domain at once',
        measured: String(tasks.domain_concurrency),
        baseline: `${tasks.baseline_domain_concurrency} without slots`,
        target: '1',
      },
      {
        what: 'starts that overtook a more urgent one',
        measured: String(tasks.priority_violations),
        baseline: '',
        target: '0',
      },
      {
        what: '100 tasks through the real conductor: over their page budget, or not stopped when it was used up',
        measured: `${budgets.over_budget}, ${budgets.not_stopped}`,
        baseline: '',
        target: '0, 0',
      },
      {
        what: 'scheduler overhead a job, 100 queued',
        measured: `${queue.overhead_us_100} us`,
        baseline: `${queue.baseline_us} us (bare promise)`,
        target: 'under 1 ms',
      },
      {
        what: 'scheduler overhead a job, 10,000 queued',
        measured: `${queue.overhead_us_10000} us`,
        baseline: `${queue.overhead_us_100} us (100 queued)`,
        target: 'no slower',
      },
    ]
    if (twice !== null)
      rows.push({
        what: `the ${twice.searches} searches of the demo in two empty homes: ${twice.claims} claims, ${twice.edges} edges`,
        measured: `${twice.unequal} unequal graphs`,
        baseline: '',
        target: '0',
      })
    for (const { where, sweep } of sweeps)
      rows.push({
        what: `${where}: the process killed ${sweep.kills} times (${sweep.homes} homes)`,
        measured: `${sweep.unequal} unequal graphs, ${sweep.duplicates} duplicates, ${sweep.archive_missing} records missing, ${sweep.unexplained_events} unexplained events, ${sweep.open_jobs} jobs left open, ${sweep.twice_fetched} pages fetched twice`,
        baseline: `${sweep.calm_seconds} s undisturbed, ${sweep.killed_seconds} s a killed run`,
        target: 'equal, 0, 0, 0, 0',
      })
    const named = sweeps.flatMap(({ name, sweep }) =>
      Object.entries(sweep).map(([key, value]) => [`${name}_${key}`, value] as const),
    )
    return {
      numbers: {
        bench: 'conductor',
        ...(twice === null ? {} : { demo_twice_unequal: twice.unequal }),
        ...tasks,
        ...budgets,
        ...queue,
        ...Object.fromEntries(named),
      },
      rows,
    }
  },
}

/** Half of the kills in each world would show less than all of them in both. */
async function killSweeps(kills: number, say: (line: string) => void) {
  const replayed = await crashSweep(replayWorld, kills, say)
  const loopback = await openLoopbackSweep()
  try {
    const live = await crashSweep(loopback.world, kills, say)
    return [
      { name: 'replay', where: 'two searches of the demo, replayed', sweep: replayed },
      { name: 'loopback', where: 'two searches on a web on loopback, live', sweep: live },
    ]
  } finally {
    await loopback.close()
  }
}
