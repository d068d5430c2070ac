import { archivedPage } from '../archived/passage-page.ts'
import { graphData, graphPage } from '../graph/graph-page.ts'
import type { Action, Page } from './page.ts'
import { calibrationPage } from './pages/calibration.ts'
import { checkAction, checkPage } from './pages/check.ts'
import { disputesPage } from './pages/disputes.ts'
import { enginesPage } from './pages/engines.ts'
import { eventsPage } from './pages/events.ts'
import { claimPage, findingPage } from './pages/finding.ts'
import { findingsPage } from './pages/findings.ts'
import { flowPage } from './pages/flow.ts'
import { csvPage, deleteQueryAction, queryPage, saveQueryAction } from './pages/query.ts'
import { judgeAction, reviewPage, undoAction } from './pages/review.ts'
import { searchesPage } from './pages/searches.ts'
import { settingsPage } from './pages/settings.ts'
import { domainsPage, sourcesPage } from './pages/sources.ts'
import { homePage, tasksPage } from './pages/tasks.ts'
import { timelinePage } from './pages/timeline.ts'
import { unreadPage } from './pages/unread.ts'
import { answerAction, authPath, settleAction, waitingPage } from './pages/waiting.ts'
import { setTrustAction, takeBackAction } from './trust-forms.ts'

/** Every page of the dashboard. A page of another folder (archived pages, the graph) adds its line here. */
export const PAGES: readonly Page[] = [
  homePage,
  tasksPage,
  findingsPage,
  findingPage,
  claimPage,
  disputesPage,
  sourcesPage,
  flowPage,
  unreadPage,
  searchesPage,
  reviewPage,
  timelinePage,
  checkPage,
  waitingPage,
  authPath,
  domainsPage,
  queryPage,
  csvPage,
  calibrationPage,
  enginesPage,
  settingsPage,
  eventsPage,
  archivedPage,
  graphPage,
  graphData,
]

/** Every change that a form can ask for. */
export const ACTIONS: readonly Action[] = [
  answerAction,
  settleAction,
  judgeAction,
  undoAction,
  saveQueryAction,
  deleteQueryAction,
  setTrustAction,
  takeBackAction,
  checkAction,
]
