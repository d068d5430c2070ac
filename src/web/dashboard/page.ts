import type { Lyra } from '../../app/lyra.ts'
import type { ArchivedFrame, FramePass } from '../archived/frame-pass.ts'
import type { Html } from './html.ts'
import type { Language, Say } from './words/say.ts'

/** What a page is made from: the request, and the one way to the use cases. */
export interface PageRequest {
  readonly lyra: Lyra
  readonly language: Language
  /** Words of the interface in the reader's language. */
  readonly say: Say
  readonly url: URL
  /** A part of the path, `:id` of `/tasks/:id`. */
  readonly param: (name: string) => string
  readonly query: (name: string) => string
  /** A hidden field that every form must hold. */
  readonly formToken: Html
  readonly now: () => number
  readonly version: string
  readonly signal: AbortSignal
  /** The address of a file in `assets/`, for what a script of the page loads itself. */
  readonly asset: (name: string) => string
  /** Where the frame of an archived page is, for so long as its pass holds. */
  readonly archivedFrame: (pass: FramePass) => ArchivedFrame
}

export interface PageView {
  readonly title: string
  readonly main: Html
  /** Names of files in `assets/` that the page needs besides those of every page. */
  readonly scripts?: readonly string[]
  readonly styles?: readonly string[]
  /** Other origins that a frame of this page may show. */
  readonly frames?: readonly string[]
  /** Whether a script of the page starts workers, from this server. */
  readonly workers?: boolean
  readonly status?: 200 | 400 | 404
  /** The task whose tabs stand above the page. */
  readonly task?: { readonly id: string; readonly query: string }
}

/**
 * One page, found by its path:
 *
 *     export const tasksPage: Page = { path: '/tasks', tab: 'tasks', show: async ({ lyra, say }) => ({ title, main }) }
 */
export interface Page {
  readonly path: string
  /** Which entry of the menu, or tab of the task, is the current one. */
  readonly tab: string
  /** A Response where the answer is no page of the layout: a file, a stream, a redirect. */
  show(request: PageRequest): Promise<PageView | Response>
}

export type FormFields = Readonly<Record<string, string>>

/** A change that a form asks for; it comes only with the session and the token of the form. */
export interface Action {
  readonly path: string
  /** Where the browser goes on, a path of this server; or a page that says what is wrong. */
  act(request: PageRequest, fields: FormFields): Promise<string | PageView | Response>
}
