import type { Timing } from '../../alerts/model.ts'

const minute = 60_000

/** Rule of the generated changes. */
export const timing: Timing = { fireAfter: 2 * minute, clearAfter: minute, maxGap: 3 * minute, expireAfter: null }

/** What happens after a wait in milliseconds. */
export interface Step {
  wait: number
  what:
    | 'bad'
    | 'good'
    | 'hold'
    | 'rise'
    | 'repeat'
    | 'late'
    | 'parent_down'
    | 'parent_up'
    | 'acknowledge'
    | 'maintenance_on'
    | 'maintenance_off'
    | 'gone'
}

interface Alert {
  phase: 'pending' | 'firing' | 'clearing' | 'closed'
  since: number
  seen: number
  severe: boolean
  clearing: number
  /** The recipients know of it. */
  known: boolean
  /** There is something to tell about it. */
  news: boolean
  under: boolean
  releaseAt: number
  flapsUntil: number
  acknowledgedUntil: number
}

/**
 * What the alert rules mean, without events, numbers or due times in rows: after each moment, an alert with news is notified
 * if nothing holds it back.
 */
export function referenceModel(grace: number) {
  let now = 0
  let maintenance = false
  let parentDown = false
  let alert: Alert | undefined
  let fires: number[] = []
  /** Alerts that ended during maintenance, whose recipients do not know it yet. */
  let endsOwed = 0
  const expected: string[] = []
  const never = Infinity

  const notify = (a: Alert) => {
    // What is about to end is not reported, unless it comes back.
    if (!a.news || maintenance || a.under || a.flapsUntil < never || a.phase !== 'firing') return
    expected.push('firing')
    a.news = false
    a.known = true
  }
  const end = (a: Alert) => {
    a.phase = 'closed'
    if (!a.known) return
    if (maintenance) endsOwed++
    else expected.push('resolved')
  }
  const fire = (a: Alert, at: number) => {
    a.phase = 'firing'
    a.under = parentDown
    a.news = true
    notify(a)
    fires = fires.filter((time) => time > at - 60 * minute)
    if (parentDown) return
    fires.push(at)
    if (fires.length >= 4) a.flapsUntil = at + 30 * minute
  }
  /** The moments between two steps at which something is due. */
  const pass = (until: number) => {
    for (;;) {
      const a = alert
      if (a === undefined || a.phase === 'closed') return
      const waited = grace > 0 && a.phase === 'pending' && a.seen - a.since >= timing.fireAfter
      const firesAt = waited ? a.since + timing.fireAfter + grace : never
      const at = Math.min(firesAt, a.releaseAt, a.flapsUntil, a.acknowledgedUntil)
      if (at > until) return
      if (firesAt <= at) {
        fire(a, at)
        continue
      }
      if (a.acknowledgedUntil <= at) {
        a.acknowledgedUntil = never
        a.news = true
        notify(a)
      }
      if (a.releaseAt <= at) {
        a.releaseAt = never
        a.under = parentDown
        notify(a)
      }
      if (a.flapsUntil <= at) {
        a.flapsUntil = never
        if (a.phase === 'clearing' && at - a.clearing >= timing.clearAfter) end(a)
        else notify(a)
      }
    }
  }
  const observe = (verdict: 'bad' | 'hold' | 'good', severe: boolean) => {
    if (alert === undefined || alert.phase === 'closed') {
      if (verdict !== 'bad') return
      alert = {
        phase: 'pending',
        since: now,
        seen: now,
        severe,
        clearing: 0,
        known: false,
        news: false,
        under: false,
        releaseAt: never,
        flapsUntil: never,
        acknowledgedUntil: never,
      }
      return
    }
    const a = alert
    if (now <= a.seen) return
    const gap = now - a.seen > timing.maxGap
    a.seen = now
    if (a.phase === 'pending') {
      if (verdict !== 'bad') alert = undefined
      else {
        if (gap) a.since = now
        a.severe = severe
        if (now >= a.since + timing.fireAfter + grace) fire(a, now)
      }
      return
    }
    const over = verdict === 'good'
    if (over !== (a.phase === 'clearing')) {
      a.phase = over ? 'clearing' : 'firing'
      a.clearing = now
      if (a.flapsUntil < never) a.flapsUntil = now + 30 * minute
    } else if (gap) a.clearing = now
    if (verdict === 'bad' && severe !== a.severe) {
      a.severe = severe
      if (severe) {
        a.acknowledgedUntil = never
        a.news = true
      }
    }
    notify(a)
    if (over && now - a.clearing >= timing.clearAfter && a.flapsUntil === never) end(a)
  }

  return {
    /** Notifications that the implementation has sent, and those that the model expects. */
    sent: [] as string[],
    expected,
    condition: () => alert?.phase ?? 'ok',
    step({ wait, what }: Step) {
      now += wait
      pass(now)
      const a = alert?.phase === 'closed' ? undefined : alert
      if (what === 'bad' || what === 'good' || what === 'hold') observe(what, false)
      else if (what === 'rise') observe('bad', true)
      else if (what === 'parent_down') {
        parentDown = true
        if (a !== undefined && a.phase !== 'pending' && !a.known) {
          a.under = true
          a.releaseAt = never
        }
      } else if (what === 'parent_up') {
        parentDown = false
        if (a?.under && a.releaseAt === never) a.releaseAt = now + 2 * minute
      } else if (what === 'acknowledge') {
        if (a !== undefined && a.phase !== 'pending') a.acknowledgedUntil = now + 45 * minute
      } else if (what === 'maintenance_on') maintenance = true
      else if (what === 'maintenance_off') {
        maintenance = false
        for (; endsOwed > 0; endsOwed--) expected.push('resolved')
        if (a !== undefined) notify(a)
      } else if (what === 'gone' && a !== undefined) {
        if (a.phase === 'pending') alert = undefined
        else end(a)
      }
    },
  }
}
