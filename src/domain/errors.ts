/** How a caller should react: never try again, later, or after a person did something. */
type Retry = 'never' | 'later' | 'human'

interface ErrorEntry {
  readonly meaning: string
  readonly advice: string
  readonly retry: Retry
  readonly exit: number
}

/** The one table of error codes (REQ 3.2.1). MCP errors, CLI exit codes and the reference page derive from it. */
export const ERROR_TABLE = {
  INVALID_PARAMS: {
    meaning: 'An input is missing, of the wrong type, too large or unknown',
    advice: 'Correct the parameters and call again',
    retry: 'never',
    exit: 2,
  },
  TASK_NOT_FOUND: {
    meaning: 'No task has this id',
    advice: 'Create one with create_task, or list them with `lyra task list`',
    retry: 'never',
    exit: 3,
  },
  NOT_FOUND: {
    meaning: 'The named thing (edge, fragment, page, auth item, resource) does not exist',
    advice: 'Check the id',
    retry: 'never',
    exit: 3,
  },
  BUDGET_EXHAUSTED: {
    meaning: 'The task has used its pages or its time',
    advice: 'Stop the task, or create one with a larger budget',
    retry: 'never',
    exit: 4,
  },
  AUTH_REQUIRED: {
    meaning: 'A person has to pass a login or a challenge first',
    advice: 'See get_auth_queue or `lyra auth list`, and tell the user',
    retry: 'human',
    exit: 5,
  },
  ALL_ENGINES_BLOCKED: {
    meaning: 'Every search engine is cooling down',
    advice: 'Wait and call again, or stop',
    retry: 'later',
    exit: 6,
  },
  CHROME_NOT_READY: {
    meaning: 'No browser could be reached or started',
    advice: 'Run `lyra doctor`',
    retry: 'human',
    exit: 7,
  },
  PIPELINE_ERROR: {
    meaning: 'A stage of the pipeline failed',
    advice: 'Look up the error_id in the log and try again',
    retry: 'later',
    exit: 8,
  },
  CALIBRATION_ERROR: {
    meaning: 'A calibration step failed',
    advice: 'Read the details; roll back if needed',
    retry: 'never',
    exit: 9,
  },
  TIMEOUT: {
    meaning: 'The work took longer than allowed',
    advice: 'Try again or narrow the request',
    retry: 'later',
    exit: 10,
  },
  CANCELLED: {
    meaning: 'The caller cancelled the request',
    advice: 'Call again if it is still wanted',
    retry: 'never',
    exit: 11,
  },
  QUERY_REJECTED: {
    meaning: 'The SQL is not allowed, or failed in the sandbox',
    advice: 'Read the message; include_schema (`lyra query --schema`) shows what can be read',
    retry: 'never',
    exit: 12,
  },
  MODEL_NOT_READY: {
    meaning: 'A model could not be loaded',
    advice: 'Run `lyra doctor` and `lyra models`',
    retry: 'human',
    exit: 13,
  },
  STORE_TOO_NEW: {
    meaning: 'The database was written by a newer Lyra',
    advice: 'Update Lyra, or use another LYRA_HOME',
    retry: 'human',
    exit: 14,
  },
  STORE_UNAVAILABLE: {
    meaning: 'The database or the home folder cannot be opened, read or written',
    advice: 'Check the disk and the permissions of LYRA_HOME',
    retry: 'later',
    exit: 15,
  },
  ARCHIVE_UNREADABLE: {
    meaning: 'A replay archive or a backup cannot be read',
    advice: 'Check the file: --replay, LYRA_REPLAY or the backup',
    retry: 'never',
    exit: 16,
  },
  INVALID_CONFIG: {
    meaning: 'A setting has a wrong name or value',
    advice: 'See docs/reference/settings.md',
    retry: 'human',
    exit: 17,
  },
  OFFLINE: {
    meaning: 'This machine has no connection to the internet',
    advice: 'Check the network (`lyra doctor` tests it), then call again; no site or engine is held against',
    retry: 'later',
    exit: 18,
  },
  CONFIG_UNUSABLE: {
    meaning: 'The config file of a client cannot be read or edited; it is left as it was',
    advice: 'Correct the file at the named line, then run `lyra install` again',
    retry: 'human',
    exit: 21,
  },
  CONFIG_CONFLICT: {
    meaning: 'Something that is not ours stands where `lyra install` would write',
    advice: 'Rename it, or replace it with --force',
    retry: 'human',
    exit: 22,
  },
  BUNDLE_REJECTED: {
    meaning: 'A bundle is damaged, was altered, is not signed as asked, or is made in a way that is not let in',
    advice: 'Ask whoever sent it for the file again; nothing of it was taken over',
    retry: 'never',
    exit: 19,
  },
  ZOTERO_NOT_READY: {
    meaning: 'Zotero does not run on this machine, or did not take the items',
    advice: 'Start Zotero and try again, or use --format ris and import the file there',
    retry: 'human',
    exit: 23,
  },
  DRAFT_REFUSED: {
    meaning: 'A draft cites sources that were never gathered, and was to be checked strictly',
    advice: 'Gather the named sources with a search, or take the citations out',
    retry: 'never',
    exit: 26,
  },
  HUB_UNAVAILABLE: {
    meaning: 'The database of the hub cannot be reached, or is not one of a hub',
    advice: 'Check the address and the network, then try again; nothing is lost',
    retry: 'later',
    exit: 27,
  },
  HUB_REFUSED: {
    meaning: 'The hub does not know the user, or does not allow them this',
    advice: 'Check the token, or ask whoever runs the hub for the role',
    retry: 'human',
    exit: 28,
  },
  QUOTA_EXCEEDED: {
    meaning: 'The quota of this user of the hub is used up: searches in a day, searches at once, or bytes stored',
    advice: 'Wait, cancel what is queued or delete a task, or ask whoever runs the hub for more (`lyra hub quota`)',
    retry: 'later',
    exit: 29,
  },
  NOT_ON_A_HUB: {
    meaning: 'This works in a home of one machine, not on the hub of a team',
    advice: 'Pull the task (`lyra hub pull`) and import it into a home (`lyra import`)',
    retry: 'never',
    exit: 30,
  },
  INTERNAL_ERROR: {
    meaning: 'Something unexpected happened',
    advice: 'Look up the error_id in the log and report it',
    retry: 'later',
    exit: 70,
  },
} as const satisfies Record<string, ErrorEntry>

export type ErrorCode = keyof typeof ERROR_TABLE

/** Codes whose advice is to look the error up in the log: such an answer carries an error_id (REQ 4.4.1 L7). */
export function isInternalError(code: ErrorCode): boolean {
  return code === 'PIPELINE_ERROR' || code === 'INTERNAL_ERROR'
}

interface LyraErrorOptions {
  readonly hint?: string
  readonly details?: Readonly<Record<string, unknown>>
  readonly cause?: unknown
}

/** The only error the rooms throw on purpose; anything else leaves as INTERNAL_ERROR. */
export class LyraError extends Error {
  readonly code: ErrorCode
  readonly hint: string
  readonly details: Readonly<Record<string, unknown>>

  constructor(code: ErrorCode, message: string, options: LyraErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'LyraError'
    this.code = code
    this.hint = options.hint ?? ERROR_TABLE[code].advice
    this.details = options.details ?? {}
  }
}
