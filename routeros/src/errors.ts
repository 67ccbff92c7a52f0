/**
 * What can go wrong with a router:
 * - `unreachable`: no connection came about (refused, no route, name unknown, time-out of the connect);
 * - `login`: it answered and refused user or password;
 * - `certificate`: its certificate is not the pinned one;
 * - `refused`: it answered the command with a trap (or an error status over REST): its own words are the message;
 * - `timeout`: it did not answer in time; what was sent may have been done;
 * - `closed`: the connection ended before the answer; what was sent may have been done;
 * - `protocol`: what came back is no RouterOS;
 * - `unsupported`: this transport or this version can't do it (`listen` over REST).
 */
export const routerErrorKinds = [
  'unreachable',
  'login',
  'certificate',
  'refused',
  'timeout',
  'closed',
  'protocol',
  'unsupported',
] as const
export type RouterErrorKind = (typeof routerErrorKinds)[number]

/**
 * Categories of a `!trap`: 0 missing item or command, 1 argument value, 2 interrupted, 3 scripting, 4 general, 5 API,
 * 6 TTY, 7 value of `:return`.
 * https://help.mikrotik.com/docs/spaces/ROS/pages/47579160/API#API-Protocol
 */
export type TrapCategory = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7

/** The one error that this package throws. The message never holds a password. */
export class RouterError extends Error {
  readonly kind: RouterErrorKind
  /** Of a trap; RouterOS leaves it out at times. */
  readonly category: TrapCategory | undefined
  /**
   * Whether any byte of the command may have reached the router. False: it is certain that nothing was done, and the
   * command may be sent again.
   */
  readonly sent: boolean
  /** SHA-256 of the certificate that was shown, for `certificate`. */
  readonly fingerprint: string | undefined

  constructor(
    kind: RouterErrorKind,
    message: string,
    of: { category?: TrapCategory; sent?: boolean; fingerprint?: string; cause?: unknown } = {},
  ) {
    super(message, { cause: of.cause })
    this.name = 'RouterError'
    this.kind = kind
    this.category = of.category
    this.sent = of.sent ?? false
    this.fingerprint = of.fingerprint
  }
}
