/**
 * Errors of a router:
 * - `unreachable`: no connection (refused, no route, unknown name, connect timeout);
 * - `login`: it rejected user or password;
 * - `certificate`: its certificate is not the pinned one;
 * - `refused`: it replied with a trap (or an error status over REST), whose text is the message;
 * - `timeout`: it did not reply in time; the command may have been executed;
 * - `closed`: the connection ended before the reply; the command may have been executed;
 * - `protocol`: the peer does not speak the protocol of RouterOS;
 * - `unsupported`: this transport or version does not support it (`listen` over REST).
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

/** The only error class of this package. The message never contains a password. */
export class RouterError extends Error {
  readonly kind: RouterErrorKind
  /** Category of a trap; RouterOS sometimes omits it. */
  readonly category: TrapCategory | undefined
  /**
   * Whether any byte of the command may have reached the router. False: the command was certainly not executed and
   * may be sent again.
   */
  readonly sent: boolean
  /** SHA-256 of the presented certificate, for `certificate`. */
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
