import { alertSeverities, type AlertSeverity } from '@trunkline/contract/resources/alert-rules'
import {
  calmAfter,
  flapFires,
  flapWindow,
  isSuppressed,
  releaseAfter,
  type AlertEvent,
  type AlertInput,
  type AlertState,
  type CloseReason,
  type EventKind,
  type Notice,
  type Timing,
} from './model.ts'

/** The state after an input, and the events to record. `state` undefined: in order, no alert. */
export interface Transition {
  state: AlertState | undefined
  events: AlertEvent[]
}

type Observation = Extract<AlertInput, { kind: 'observe' }>

const rank = (severity: AlertSeverity) => alertSeverities.indexOf(severity)

/**
 * Computes the next state of a cause. It has no effects, and no input has an effect twice: an observation that is not
 * newer than the last one is ignored.
 */
export function transition(before: AlertState | undefined, input: AlertInput, timing: Timing): Transition {
  if (before === undefined || before.condition === 'closed') {
    if (input.kind === 'observe') return input.verdict === 'bad' ? open(input, timing) : { state: before, events: [] }
    // A closed alert may still owe its recipients the end, until the maintenance is over.
    if (before !== undefined && input.kind === 'maintenance') {
      const change = new Change(before)
      change.setMaintenance(input.at, input.active)
      return change.done()
    }
    return { state: before, events: [] }
  }
  const change = new Change(before)
  switch (input.kind) {
    case 'observe':
      if (input.at > before.observedAt) observe(change, input, timing)
      break
    case 'tick':
      tick(change, input.at, input.parentId, timing)
      break
    case 'parent':
      change.setParent(input.at, input.parentId)
      break
    case 'parent_over':
      if (before.parentId !== null) change.state.releaseAt ??= input.at + releaseAfter
      break
    case 'maintenance':
      change.setMaintenance(input.at, input.active)
      break
    case 'acknowledge':
      if (before.condition === 'pending') break
      change.state.handling = { by: input.by, at: input.at, note: input.note, until: input.until }
      change.add(input.at, 'acknowledged', null, input.by, input.note)
      break
    case 'unacknowledge':
      if (before.handling === null) break
      change.state.handling = null
      change.add(input.at, 'unacknowledged', null, input.by)
      break
    case 'close':
      if (before.condition === 'pending') return { state: undefined, events: [] }
      change.close(input.at, input.reason)
  }
  return change.done()
}

function open(input: Observation, timing: Timing): Transition {
  const change = new Change({
    condition: 'pending',
    severity: input.severity,
    since: input.at,
    firedAt: null,
    clearingSince: null,
    closedAt: null,
    closeReason: null,
    observedAt: input.at,
    value: input.value,
    seq: 0,
    notifiedSeq: null,
    owed: null,
    handling: null,
    parentId: null,
    releaseAt: null,
    inMaintenance: input.inMaintenance,
    flappingUntil: null,
    fires: input.earlierFires,
    graceUntil: null,
    expiresAt: null,
  })
  fireIfDue(change, input.at, timing, input.grace, input.parentId)
  return change.done()
}

function observe(change: Change, input: Observation, timing: Timing): void {
  const { state } = change
  const gap = input.at - state.observedAt > timing.maxGap
  state.observedAt = input.at
  if (state.condition === 'pending') {
    if (input.verdict !== 'bad') return change.drop()
    if (gap) state.since = input.at
    state.value = input.value
    state.severity = input.severity
    return fireIfDue(change, input.at, timing, input.grace, input.parentId)
  }
  if (input.verdict !== 'good') {
    state.value = input.value
    if (state.condition === 'clearing') {
      state.condition = 'firing'
      state.clearingSince = null
      change.prolongFlapping(input.at)
    }
    if (input.verdict === 'bad') change.setSeverity(input.at, input.severity)
    if (state.owed === 'firing' && !change.isHeld('firing')) change.add(input.at, 'fired', change.releaseOwed())
    return
  }
  // An alert about an event ends by its time.
  if (timing.expireAfter !== null) return
  state.value = input.value
  if (state.condition === 'firing') {
    state.condition = 'clearing'
    state.clearingSince = input.at
    change.prolongFlapping(input.at)
  } else if (gap) state.clearingSince = input.at
  if (input.at - (state.clearingSince ?? input.at) >= timing.clearAfter && state.flappingUntil === null)
    change.close(input.at, 'cleared')
}

function fireIfDue(change: Change, at: number, timing: Timing, grace: number, parentId: number | null): void {
  const { state } = change
  const due = state.since + timing.fireAfter
  state.graceUntil = grace > 0 && at >= due ? due + grace : null
  if (at < due + grace) return
  state.graceUntil = null
  state.condition = 'firing'
  state.firedAt = at
  state.parentId = parentId
  if (timing.expireAfter !== null) state.expiresAt = at + timing.expireAfter
  state.fires = [...state.fires.filter((time) => time > at - flapWindow), ...(parentId === null ? [at] : [])]
  const flaps = parentId === null && timing.expireAfter === null && state.fires.length >= flapFires
  change.notice(at, 'fired', 'firing')
  if (parentId !== null) change.add(at, 'suppressed', null)
  if (state.inMaintenance) change.add(at, 'maintenance_began', null)
  if (flaps) {
    state.flappingUntil = at + calmAfter
    change.add(at, 'flapping', null)
  }
}

function tick(change: Change, at: number, parentId: number | null, timing: Timing): void {
  const { state } = change
  const passed = (time: number | null | undefined): time is number => typeof time === 'number' && at >= time
  if (state.condition === 'pending') {
    if (passed(state.graceUntil))
      fireIfDue(change, at, timing, state.graceUntil - state.since - timing.fireAfter, parentId)
    return
  }
  if (passed(state.expiresAt)) return change.close(at, 'expired')
  if (passed(state.handling?.until)) {
    state.handling = null
    change.notice(at, 'acknowledgement_lapsed', 'firing')
  }
  if (passed(state.releaseAt)) {
    state.releaseAt = null
    // Another device on the path has failed meanwhile.
    state.parentId = parentId
    if (parentId === null) {
      change.add(at, 'released', change.releaseOwed())
    }
  }
  if (passed(state.flappingUntil)) {
    state.flappingUntil = null
    if (state.condition === 'clearing' && at - (state.clearingSince ?? at) >= timing.clearAfter) {
      change.add(at, 'calm', null)
      return change.close(at, 'cleared')
    }
    change.add(at, 'calm', change.releaseOwed())
  }
}

/** Collects the next state and its events. */
class Change {
  readonly state: AlertState
  readonly #events: AlertEvent[] = []
  #dropped = false

  constructor(before: AlertState) {
    this.state = { ...before }
  }

  add(at: number, kind: EventKind, notify: Notice | null, by = 'system', note: string | null = null): void {
    const seq = ++this.state.seq
    if (notify === 'firing') this.state.notifiedSeq = seq
    const { severity, value } = this.state
    this.#events.push({ seq, at, kind, severity, value, by, note, notify })
  }

  /** Whether a notification waits. A condition that is about to end is not reported as firing, unless it comes back. */
  isHeld(notice: Notice): boolean {
    return isSuppressed(this.state) || (notice === 'firing' && this.state.condition === 'clearing')
  }

  /** Records an event, and notifies it now or when the suppression ends. */
  notice(at: number, kind: EventKind, notice: Notice): void {
    const held = this.isHeld(notice)
    this.state.owed = held ? notice : null
    this.add(at, kind, held ? null : notice)
  }

  /** The notification that was held back, if nothing suppresses it any more. */
  releaseOwed(): Notice | null {
    const { owed } = this.state
    if (owed === null || this.isHeld(owed)) return null
    this.state.owed = null
    return owed
  }

  setSeverity(at: number, severity: AlertSeverity): void {
    const rises = rank(severity) > rank(this.state.severity)
    if (severity === this.state.severity) return
    this.state.severity = severity
    if (!rises) return this.add(at, 'severity', null)
    if (this.state.handling !== null) {
      this.state.handling = null
      this.add(at, 'acknowledgement_lapsed', null)
    }
    this.notice(at, 'severity', 'firing')
  }

  /** An alert whose recipients know of it stays as it is when the device in front fails later. */
  setParent(at: number, parentId: number): void {
    const { state } = this
    if (state.condition === 'pending' || state.notifiedSeq !== null) return
    const before = state.parentId
    state.parentId = parentId
    state.releaseAt = null
    if (before === null) this.add(at, 'suppressed', null)
  }

  setMaintenance(at: number, active: boolean): void {
    const { state } = this
    if (state.inMaintenance === active) return
    state.inMaintenance = active
    if (state.condition === 'pending') return
    if (active) {
      if (state.condition !== 'closed') this.add(at, 'maintenance_began', null)
      return
    }
    const owed = this.releaseOwed()
    if (state.condition !== 'closed' || owed !== null) this.add(at, 'maintenance_ended', owed)
  }

  /** A change of the verdict while flapping: the calm time starts again. */
  prolongFlapping(at: number): void {
    if (this.state.flappingUntil !== null) this.state.flappingUntil = at + calmAfter
  }

  close(at: number, reason: CloseReason): void {
    const { state } = this
    const known = state.notifiedSeq !== null
    state.condition = 'closed'
    state.closedAt = at
    state.closeReason = reason
    state.releaseAt = null
    state.flappingUntil = null
    state.parentId = null
    state.owed = null
    if (known) this.notice(at, 'closed', 'resolved')
    else this.add(at, 'closed', null)
  }

  drop(): void {
    this.#dropped = true
  }

  done(): Transition {
    return { state: this.#dropped ? undefined : this.state, events: this.#events }
  }
}
