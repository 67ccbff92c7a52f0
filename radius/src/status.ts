/**
 * States of a FreeRADIUS that the panel manages. starting: not tried yet. missing, no-driver, wrong-version: of the
 * installed programs. ports-taken: another program has its UDP ports. failed: it ended, does not start or does not
 * respond. stopped: stopped on request.
 */
export type RadiusState =
  | 'running'
  | 'starting'
  | 'missing'
  | 'no-driver'
  | 'wrong-version'
  | 'ports-taken'
  | 'stopped'
  | 'failed'

/** Why it does not run. */
export type RadiusReason =
  | 'not-installed'
  | 'no-driver'
  | 'wrong-version'
  | 'port-service'
  | 'port-program'
  | 'port-unknown'
  | 'configuration'
  | 'start'
  | 'ended'
  | 'no-answer'
  | 'database-role'

/** The reason with its parameters; each one only if it applies. */
export interface StatusDetail {
  reason?: RadiusReason
  /** The command that repairs it, for an administrator of this machine. */
  command?: string
  /** A UDP port that is in use. */
  port?: number
  /** Name and process id of the program that uses it. */
  program?: string
  pid?: number
  /** The version found instead of 3.2. */
  version?: string
  /** Output of FreeRADIUS or of the database. */
  text?: string
}

export interface RadiusStatus {
  state: RadiusState
  detail: StatusDetail
}

/** FreeRADIUS cannot be started. The message is English and contains no secret. */
export class RadiusError extends Error {
  override name = 'RadiusError'
  readonly state: RadiusState
  readonly detail: StatusDetail
  constructor(state: RadiusState, detail: StatusDetail, options?: ErrorOptions) {
    const { cause, remedy } = reasonText(detail)
    super(`${cause} ${remedy}`.trim(), options)
    this.state = state
    this.detail = detail
  }
}

/**
 * The reason in English, for terminals and logs.
 * @returns `remedy`: what to do, with a command if there is one; '' if the panel recovers automatically
 */
export function reasonText({ reason, command, port, program, pid, version, text }: StatusDetail): {
  cause: string
  remedy: string
} {
  const output = text === undefined || text === '' ? '' : `: ${text}`
  switch (reason) {
    case 'not-installed':
      return {
        cause: 'FreeRADIUS is not installed.',
        remedy:
          command === undefined ? 'Install FreeRADIUS 3.2 with its PostgreSQL driver.' : `Install it with: ${command}`,
      }
    case 'no-driver':
      return {
        cause: 'FreeRADIUS has no PostgreSQL driver.',
        remedy: command === undefined ? 'Install rlm_sql_postgresql.' : `Install it with: ${command}`,
      }
    case 'wrong-version':
      return {
        cause: `FreeRADIUS ${version ?? ''} is installed, and 3.2 or a later 3.x is needed.`,
        remedy: 'Install FreeRADIUS 3.2.',
      }
    case 'port-service':
      return {
        cause: `UDP port ${port} is in use by the FreeRADIUS service of the system (freeradius.service).`,
        remedy: `Stop that service with: ${command}`,
      }
    case 'port-program':
      return {
        cause: `UDP port ${port} is in use by ${program} (process ${pid}).`,
        remedy: 'Stop that program, or set RADIUS_AUTH_PORT and RADIUS_ACCT_PORT to other ports.',
      }
    case 'port-unknown':
      return {
        cause: `UDP port ${port} is in use by a program of another user.`,
        remedy: `Find it with: ${command}`,
      }
    case 'configuration':
      return { cause: `FreeRADIUS rejects its configuration${output}`, remedy: '' }
    case 'start':
      return { cause: `FreeRADIUS does not start${output}`, remedy: '' }
    case 'ended':
      return { cause: `FreeRADIUS stopped and is being restarted${output}`, remedy: '' }
    case 'no-answer':
      return {
        cause: 'FreeRADIUS does not respond on its control socket.',
        remedy: command === undefined ? '' : `Restart it with: ${command}`,
      }
    case 'database-role':
      return { cause: `The database role of FreeRADIUS can't be used${output}`, remedy: '' }
    case undefined:
      return { cause: '', remedy: '' }
  }
}
