import { may, subjects, type Action, type CallerStanding, type Subject } from '@trunkline/contract/abilities'

/** The user of a connection, as `authenticate` of the access module returns it. */
export interface LiveCaller extends CallerStanding {
  user_id: number
  company_id: number
  /** Null for a personal API token. */
  session_id: number | null
  /** The user must set up a second factor before anything else. */
  two_factor_missing?: boolean
}

const looking: readonly Action[] = ['view-list', 'view', 'view-index']

/** The subjects of which the caller may see rows. */
export const visibleSubjects = (caller: CallerStanding): Subject[] =>
  subjects.filter((subject) => looking.some((action) => may(caller, { action, subject })))
