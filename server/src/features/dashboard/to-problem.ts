import type { Problem } from '@trunkline/contract/resources/dashboard'

/** The selected columns of a problem; what is missing is null. */
export type ProblemColumns = Partial<Problem> & Pick<Problem, 'name'>

const empty: Omit<Problem, 'name'> = {
  id: null,
  company_name: null,
  site_name: null,
  since: null,
  until: null,
  cause: null,
  count: null,
  usual: null,
  used_percent: null,
  command: null,
}

/** A problem of a row; further columns of the row are not part of the reply. */
export const toProblem = (row: ProblemColumns): Problem => ({ ...empty, ...row })
