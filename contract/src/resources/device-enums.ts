/** Kinds of commands. `change` is any write to the device's menus. */
export const commandKinds = ['reboot', 'reload', 'backup', 'change', 'dpk', 'wifi', 'restore', 'upgrade'] as const
export type CommandKind = (typeof commandKinds)[number]

/** Why a configuration was stored. */
export const backupReasons = [
  'schedule',
  'manual',
  'before_command',
  'before_upgrade',
  'after_upgrade',
  'before_restore',
] as const
export type BackupReason = (typeof backupReasons)[number]

/**
 * Whether a stored configuration has a binary backup: `unsupported`: the version or REST cannot return it; `rejected`:
 * the device rejected it; `failed`: it could not be read; `deleted`: by the retention.
 */
export const binaryStates = ['stored', 'unsupported', 'rejected', 'failed', 'deleted'] as const
export type BinaryState = (typeof binaryStates)[number]

/**
 * Why a difference between two configurations is not restored: `menu`: certificates, users and keys, which an export
 * does not contain completely; `statement`: it is not an `add` or `set`; `default`: a value returns to its default,
 * which an export does not contain; `ambiguous`: the menu has equal rows, or too many.
 */
export const restoreSkipReasons = ['menu', 'statement', 'default', 'ambiguous', 'mac', 'certificate'] as const

/** Verb of the command that reads a device after the device contacted the panel. */
export const callHomeVerb = 'call-home'

/**
 * States of a command. Final states: `done`: read back from the device; `refused`: the device rejected it, with its
 * message; `unreachable`: nothing was sent; `reverted`: the device rolled back by itself; `differs`: the device was read
 * afterwards, and has neither its former nor the new values; `unknown`: the device could not be read after sending.
 * `cancelled`: cancelled before it started.
 */
export const commandStates = [
  'queued',
  'running',
  'done',
  'refused',
  'unreachable',
  'reverted',
  'differs',
  'unknown',
  'cancelled',
] as const
export type CommandState = (typeof commandStates)[number]
export const failedStates = [
  'refused',
  'unreachable',
  'reverted',
  'differs',
  'unknown',
] as const satisfies CommandState[]

/** Progress of a running command. */
export const commandSteps = ['', 'connecting', 'checking', 'saving', 'writing', 'reading', 'confirming'] as const

/** Why a device could not be read. */
export const deviceErrorKinds = [
  'unreachable',
  'login',
  'certificate',
  'timeout',
  'refused',
  'protocol',
  /** The device at this address has another serial number. */
  'other-device',
  /** The panel does not connect to this address. */
  'address',
  /** The tunnel is down: its VPN dial-up has no session. */
  'tunnel',
] as const
export type DeviceErrorKind = (typeof deviceErrorKinds)[number]

/** Grades of a signal. */
export const signalGrades = ['excellent', 'good', 'fair', 'poor', 'none'] as const
export type SignalGrade = (typeof signalGrades)[number]

export const wifiStacks = ['caps-man', 'wifi-capsman', 'local-wireless', 'local-wifi'] as const

/** Time ranges of the history of readings. */
export const readingSpans = ['hour', 'day', 'week', 'month', 'year'] as const
