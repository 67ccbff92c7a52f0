/** What a device can be asked for. `change` is any write to its menus. */
export const commandKinds = ['reboot', 'reload', 'backup', 'change', 'dpk', 'wifi'] as const
export type CommandKind = (typeof commandKinds)[number]

/**
 * Where a command stands. The ends: `done` was read back from the device; `refused` carries the device's words;
 * `unreachable` means that nothing was sent; `reverted` that the device went back to what it had by itself; `unknown`
 * that the connection was lost after sending and nobody could look since. `cancelled` was taken back before it began.
 */
export const commandStates = [
  'queued',
  'running',
  'done',
  'refused',
  'unreachable',
  'reverted',
  'unknown',
  'cancelled',
] as const
export type CommandState = (typeof commandStates)[number]
export const failedStates = ['refused', 'unreachable', 'reverted', 'unknown'] as const satisfies CommandState[]

/** What a running command is at. */
export const commandSteps = ['', 'connecting', 'checking', 'saving', 'writing', 'reading', 'confirming'] as const

/** Why a device could not be read. */
export const deviceErrorKinds = [
  'unreachable',
  'login',
  'certificate',
  'timeout',
  'refused',
  'protocol',
  /** Another serial number behind the address. */
  'other-device',
  /** The address is none that the panel connects to. */
  'address',
  /** The tunnel is not up: its VPN dial-up has no session. */
  'tunnel',
] as const
export type DeviceErrorKind = (typeof deviceErrorKinds)[number]

/** How good a signal is, in words. */
export const signalGrades = ['excellent', 'good', 'fair', 'poor', 'none'] as const
export type SignalGrade = (typeof signalGrades)[number]

export const wifiStacks = ['caps-man', 'wifi-capsman', 'local-wireless', 'local-wifi'] as const

/** Spans of a history of readings. */
export const readingSpans = ['hour', 'day', 'week', 'month', 'year'] as const
