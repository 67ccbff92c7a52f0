import type { AlertSeverity } from '@trunkline/contract/resources/alert-rules'

/**
 * An alert has three independent facts: its condition, how users handle it, and what suppresses its notifications. Times
 * are milliseconds since 1970. A cause that is in order has no alert.
 */
export interface AlertState {
  condition: 'pending' | 'firing' | 'clearing' | 'closed'
  severity: AlertSeverity
  /** Start of the condition, as its first observation had it. */
  since: number
  firedAt: number | null
  clearingSince: number | null
  closedAt: number | null
  closeReason: CloseReason | null
  /** Time of the last observation. */
  observedAt: number
  value: number | null
  /** Number of the last event. */
  seq: number
  /** Number of the event that was notified as firing; null: the recipients do not know of the alert. */
  notifiedSeq: number | null
  /** A notification that suppression holds back. */
  owed: Notice | null
  handling: Handling | null
  /** Alert of the failed device or site that explains this one. */
  parentId: number | null
  /** The parent has recovered: released at this time if still firing. */
  releaseAt: number | null
  inMaintenance: boolean
  flappingUntil: number | null
  /** Times in the last hour at which the cause has fired without a parent, those of earlier alerts included. */
  fires: readonly number[]
  /** Fires at this time without another observation. */
  graceUntil: number | null
  /** Closes at this time: an alert about an event, not a state. */
  expiresAt: number | null
}

export interface Handling {
  by: string
  at: number
  note: string | null
  until: number | null
}

export type CloseReason = 'cleared' | 'expired' | 'subject_gone' | 'rule_off'
export type Notice = 'firing' | 'resolved'
export type EventKind =
  | 'fired'
  | 'severity'
  | 'acknowledged'
  | 'unacknowledged'
  | 'acknowledgement_lapsed'
  | 'suppressed'
  | 'released'
  | 'maintenance_began'
  | 'maintenance_ended'
  | 'flapping'
  | 'calm'
  | 'closed'

export interface AlertEvent {
  seq: number
  at: number
  kind: EventKind
  severity: AlertSeverity
  value: number | null
  /** Author of an acknowledgement; 'system' otherwise. */
  by: string
  note: string | null
  /** What recipients are notified of; null: the event is recorded only. */
  notify: Notice | null
}

/** How a rule judges over time. Milliseconds. */
export interface Timing {
  fireAfter: number
  clearAfter: number
  /** Without an observation for this long, the time of a pending or clearing condition starts again. */
  maxGap: number
  /** Closes this long after it fired; null: when the condition is over. */
  expireAfter: number | null
}

export type AlertInput =
  /** `hold`: between the thresholds of firing and clearing. */
  | {
      kind: 'observe'
      at: number
      verdict: 'bad' | 'hold' | 'good'
      severity: AlertSeverity
      value: number | null
      /** Time to wait for the alert of a device on the path, after `fireAfter`. */
      grace: number
      parentId: number | null
      inMaintenance: boolean
      /** `fires` of the last alert with the same cause. */
      earlierFires: readonly number[]
    }
  /** A due time has come. `parentId`: the alert that explains it now. */
  | { kind: 'tick'; at: number; parentId: number | null }
  | { kind: 'parent'; at: number; parentId: number }
  | { kind: 'parent_over'; at: number }
  | { kind: 'maintenance'; at: number; active: boolean }
  | { kind: 'acknowledge'; at: number; by: string; note: string | null; until: number | null }
  | { kind: 'unacknowledge'; at: number; by: string }
  | { kind: 'close'; at: number; reason: CloseReason }

/** A cause flaps when it fires this often within `flapWindow`, until it has not changed for `calmAfter`. */
export const flapFires = 4
export const flapWindow = 3_600_000
export const calmAfter = 1_800_000
/** How long a device waits for the alert of the device in front of it. */
export const graceMs = 90_000
/** After the parent recovers: two polls. */
export const releaseAfter = 120_000

/** When the state changes without another observation; null: never. */
export function dueAt(state: AlertState): number | null {
  if (state.condition === 'closed') return null
  const times = [
    state.condition === 'pending' ? state.graceUntil : null,
    state.releaseAt,
    state.flappingUntil,
    state.expiresAt,
    state.handling?.until ?? null,
  ].filter((time) => time !== null)
  return times.length === 0 ? null : Math.min(...times)
}

/** Whether notifications are held back. */
export const isSuppressed = (state: AlertState): boolean =>
  state.parentId !== null || state.inMaintenance || state.flappingUntil !== null
