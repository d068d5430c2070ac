import { archivedPage, passagePage } from '../archived/passage-page.ts'
import type { Action, Page } from './page.ts'
import { eventsPage } from './pages/events.ts'
import { homePage, tasksPage } from './pages/tasks.ts'
import { answerAction, authPath, settleAction, waitingPage } from './pages/waiting.ts'

/** Every page of the dashboard. A page of another folder (archived pages, the graph) adds its line here. */
export const PAGES: readonly Page[] = [
  homePage,
  tasksPage,
  waitingPage,
  authPath,
  eventsPage,
  passagePage,
  archivedPage,
]

/** Every change that a form can ask for. */
export const ACTIONS: readonly Action[] = [answerAction, settleAction]
