import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calmAfter, dueAt, graceMs, releaseAfter, type AlertEvent, type AlertInput, type AlertState } from './model.ts'
import { referenceModel, timing, type Step } from '../testing/alerts/reference-model.ts'
import { transition } from './transition.ts'

const minute = 60_000
const bad = (at: number, more: Partial<Extract<AlertInput, { kind: 'observe' }>> = {}): AlertInput => ({
  kind: 'observe',
  at,
  verdict: 'bad',
  severity: 'warning',
  value: 95,
  grace: 0,
  parentId: null,
  inMaintenance: false,
  earlierFires: [],
  ...more,
})
const good = (at: number) => bad(at, { verdict: 'good', value: 10 })

/** Applies inputs in order to a cause that is in order. */
function run(inputs: readonly AlertInput[]) {
  let state: AlertState | undefined
  const events: AlertEvent[] = []
  for (const input of inputs) {
    const next = transition(state, input, timing)
    state = next.state
    events.push(...next.events)
  }
  return { state, events, notices: events.flatMap(({ notify }) => notify ?? []) }
}

describe('the states of an alert', () => {
  it('fires only after the condition has held for its time, and closes only after the time for clearing', () => {
    expect(run([bad(0), bad(minute)]).state?.condition).toBe('pending')
    expect(run([bad(0), good(minute)]).state).toBeUndefined()
    const fired = [bad(0), bad(minute), bad(2 * minute)]
    expect(run(fired)).toMatchObject({ state: { condition: 'firing', since: 0 }, notices: ['firing'] })
    expect(run([...fired, good(3 * minute)]).state?.condition).toBe('clearing')
    expect(run([...fired, good(3 * minute), good(4 * minute)])).toMatchObject({
      state: { condition: 'closed', closeReason: 'cleared' },
      notices: ['firing', 'resolved'],
    })
  })

  it('keeps firing between the two thresholds, and does not begin there', () => {
    const between = (at: number) => bad(at, { verdict: 'hold' })
    expect(run([between(0)]).state).toBeUndefined()
    expect(run([bad(0), bad(2 * minute), between(3 * minute), between(9 * minute)]).state?.condition).toBe('firing')
    expect(
      run([bad(0), bad(2 * minute), good(3 * minute), between(4 * minute), good(5 * minute)]).state?.condition,
    ).toBe('clearing')
  })

  it('starts the time again after a gap of more than three intervals', () => {
    expect(run([bad(0), bad(10 * minute)]).state).toMatchObject({ condition: 'pending', since: 10 * minute })
    const fired = [bad(0), bad(minute), bad(2 * minute)]
    expect(run([...fired, good(3 * minute), good(20 * minute)]).state?.condition).toBe('clearing')
  })

  it('ignores an observation that is repeated or late', () => {
    const once = run([bad(0), bad(minute), bad(2 * minute)])
    expect(run([bad(0), bad(minute), bad(minute), bad(0), good(0), bad(2 * minute), good(2 * minute)])).toEqual(once)
  })

  it('lets an acknowledgement lapse when the severity rises, not when it falls', () => {
    const taken: AlertInput[] = [
      bad(0),
      bad(2 * minute),
      { kind: 'acknowledge', at: 3 * minute, by: 'Anna', note: 'Looking', until: null },
    ]
    expect(run([...taken, bad(4 * minute, { severity: 'info' })]).state?.handling?.by).toBe('Anna')
    expect(run([...taken, bad(4 * minute, { severity: 'critical' })])).toMatchObject({
      state: { handling: null, severity: 'critical' },
      notices: ['firing', 'firing'],
    })
  })

  it('notifies again when the time of an acknowledgement is over', () => {
    const until = 60 * minute
    const { state, notices } = run([
      bad(0),
      bad(2 * minute),
      { kind: 'acknowledge', at: 3 * minute, by: 'Anna', note: null, until },
      { kind: 'tick', at: until, parentId: null },
    ])
    expect([state?.handling, notices]).toEqual([null, ['firing', 'firing']])
  })

  it('sends nothing during maintenance, and afterwards only what still fires', () => {
    const maintenance = (at: number, active: boolean): AlertInput => ({ kind: 'maintenance', at, active })
    const during = [bad(0, { inMaintenance: true }), bad(2 * minute, { inMaintenance: true })]
    expect(run(during).notices).toEqual([])
    expect(run([...during, maintenance(9 * minute, false)]).notices).toEqual(['firing'])
    expect(run([...during, good(3 * minute), good(4 * minute), maintenance(9 * minute, false)]).notices).toEqual([])
  })

  it('does not send what is about to end when a maintenance is over, unless it comes back', () => {
    const inputs: AlertInput[] = [
      bad(0, { inMaintenance: true }),
      bad(2 * minute, { inMaintenance: true }),
      good(3 * minute),
      { kind: 'maintenance', at: 3.5 * minute, active: false },
    ]
    expect(run([...inputs, good(4 * minute)]).notices).toEqual([])
    expect(run([...inputs, bad(4 * minute)]).notices).toEqual(['firing'])
  })

  it('sends the end that fell into a maintenance when the maintenance is over', () => {
    const inputs: AlertInput[] = [
      bad(0),
      bad(2 * minute),
      { kind: 'maintenance', at: 3 * minute, active: true },
      good(4 * minute),
      good(5 * minute),
    ]
    expect(run(inputs).notices).toEqual(['firing'])
    expect(run([...inputs, { kind: 'maintenance', at: 9 * minute, active: false }]).notices).toEqual([
      'firing',
      'resolved',
    ])
  })

  it('waits for the device in front, and then opens silently under its alert', () => {
    const waiting = [bad(0, { grace: graceMs }), bad(2 * minute, { grace: graceMs })]
    const { state } = run(waiting)
    expect([state?.condition, dueAt(state!)]).toEqual(['pending', 2 * minute + graceMs])
    const under = run([...waiting, { kind: 'tick', at: 2 * minute + graceMs, parentId: 7 }])
    expect(under).toMatchObject({ state: { condition: 'firing', parentId: 7, fires: [] }, notices: [] })
  })

  it('notifies who is still silent two polls after the device in front is back', () => {
    const under: AlertInput[] = [
      bad(0, { grace: graceMs }),
      bad(2 * minute, { grace: graceMs }),
      { kind: 'tick', at: 2 * minute + graceMs, parentId: 7 },
      { kind: 'parent_over', at: 10 * minute },
    ]
    expect(dueAt(run(under).state!)).toBe(10 * minute + releaseAfter)
    expect(run([...under, { kind: 'tick', at: 10 * minute + releaseAfter, parentId: null }])).toMatchObject({
      state: { since: 0, parentId: null },
      notices: ['firing'],
    })
    expect(run([...under, good(11 * minute), good(12 * minute)])).toMatchObject({
      state: { condition: 'closed' },
      notices: [],
    })
  })

  it('does not suppress what was notified before its parent fell', () => {
    expect(run([bad(0), bad(2 * minute), { kind: 'parent', at: 3 * minute, parentId: 7 }]).state?.parentId).toBeNull()
  })

  it('reports a flapping cause once, and its state when it is calm', () => {
    let earlierFires: readonly number[] = []
    const notices: (string | null)[] = []
    let at = 0
    let state: AlertState | undefined
    const apply = (input: AlertInput) => {
      const next = transition(state, input, timing)
      state = next.state
      notices.push(...next.events.flatMap(({ notify }) => notify ?? []))
    }
    for (let i = 0; i < 8; i++) {
      earlierFires = state?.fires ?? []
      for (const step of [0, 1, 2]) apply(bad(at + step * minute, { earlierFires }))
      for (const step of [3, 4]) apply(good(at + step * minute))
      at += 5 * minute
    }
    // Three ordinary alerts, and the fourth.
    expect(notices).toEqual(['firing', 'resolved', 'firing', 'resolved', 'firing', 'resolved', 'firing'])
    expect(state?.condition).toBe('clearing')
    apply({ kind: 'tick', at: dueAt(state!)!, parentId: null })
    expect([state?.condition, notices.length, notices.at(-1)]).toEqual(['closed', 8, 'resolved'])
    expect(calmAfter).toBe(30 * minute)
  })

  it('closes at once when its subject is gone', () => {
    expect(run([bad(0), bad(2 * minute), { kind: 'close', at: 3 * minute, reason: 'subject_gone' }])).toMatchObject({
      state: { condition: 'closed', closeReason: 'subject_gone' },
      notices: ['firing', 'resolved'],
    })
  })

  it('agrees with the model over 100,000 generated changes', () => {
    const step: fc.Arbitrary<Step> = fc.record({
      // Most steps are a poll apart, some long.
      wait: fc.oneof(
        { weight: 8, arbitrary: fc.constant(minute) },
        { weight: 1, arbitrary: fc.integer({ min: 0, max: 6 * minute }) },
        { weight: 1, arbitrary: fc.integer({ min: 20 * minute, max: 90 * minute }) },
      ),
      what: fc.oneof(
        { weight: 10, arbitrary: fc.constant('bad' as const) },
        { weight: 8, arbitrary: fc.constant('good' as const) },
        {
          weight: 6,
          arbitrary: fc.constantFrom(
            'hold',
            'rise',
            'repeat',
            'late',
            'parent_down',
            'parent_up',
            'acknowledge',
            'maintenance_on',
            'maintenance_off',
            'gone',
          ),
        },
      ),
    })
    let changes = 0
    const steps = fc.array(step, { minLength: 120, maxLength: 280, size: 'max' })
    fc.assert(
      fc.property(steps, fc.constantFrom(0, graceMs), (list, grace) => {
        changes += list.length
        const model = referenceModel(grace)
        let state: AlertState | undefined
        let last: AlertInput | undefined
        /** Of the last alert that fired, as its row has them. */
        let fires: readonly number[] = []
        /** Rows of earlier alerts of the cause that still owe the end. */
        let owing: AlertState[] = []
        let parent: number | null = null
        let maintenance = false
        let now = 0
        const apply = (input: AlertInput) => {
          const before = state
          const next = transition(state, input, timing)
          state = next.state
          if (state !== undefined && state.condition !== 'pending') fires = state.fires
          if (before?.condition === 'closed' && state?.condition !== 'closed' && before.owed !== null)
            owing.push(before)
          let seq =
            before === undefined || (before.condition === 'closed' && next.events[0]?.seq === 1) ? 0 : before.seq
          for (const event of next.events) {
            if (event.seq !== ++seq) expect(event.seq).toBe(seq)
            if (event.notify === null) continue
            if (maintenance && input.kind !== 'maintenance') expect.fail('sent during maintenance')
            // An end is sent only to who knows of the start.
            if (event.notify === 'resolved' && before?.notifiedSeq == null) expect.fail('the start was not sent')
            model.sent.push(event.notify)
          }
        }
        /** Due times that pass, in order, as the sweep does. */
        const sweep = (until: number) => {
          for (
            let due = state && dueAt(state);
            due !== undefined && due !== null && due <= until;
            due = state && dueAt(state)
          )
            apply({ kind: 'tick', at: due, parentId: parent })
        }
        for (const { wait, what } of list) {
          now += wait
          sweep(now)
          const observed = (verdict: 'bad' | 'good' | 'hold', severity: 'warning' | 'critical' = 'warning') => {
            last = bad(now, {
              verdict,
              severity,
              grace,
              parentId: parent,
              inMaintenance: maintenance,
              earlierFires: fires,
            })
            apply(last)
          }
          if (what === 'bad' || what === 'good' || what === 'hold') observed(what)
          else if (what === 'rise') observed('bad', 'critical')
          else if (what === 'repeat' && last !== undefined && state !== undefined && state.condition !== 'closed')
            apply(last)
          else if (what === 'late' && state !== undefined && state.condition !== 'closed')
            apply(good(state.observedAt - 1))
          else if (what === 'parent_down') {
            parent = 7
            apply({ kind: 'parent', at: now, parentId: 7 })
          } else if (what === 'parent_up') {
            parent = null
            apply({ kind: 'parent_over', at: now })
          } else if (what === 'acknowledge')
            apply({ kind: 'acknowledge', at: now, by: 'Anna', note: null, until: now + 45 * minute })
          else if (what === 'maintenance_on' || what === 'maintenance_off') {
            maintenance = what === 'maintenance_on'
            const input: AlertInput = { kind: 'maintenance', at: now, active: maintenance }
            for (const row of maintenance ? [] : owing)
              model.sent.push(...transition(row, input, timing).events.flatMap(({ notify }) => notify ?? []))
            if (!maintenance) owing = []
            apply(input)
          } else if (what === 'gone') apply({ kind: 'close', at: now, reason: 'subject_gone' })
          model.step({ wait, what })
          const condition = state?.condition ?? 'ok'
          // A matcher for each of 100,000 steps takes most of the time of the test.
          if (condition !== model.condition() || model.sent.join() !== model.expected.join())
            expect({ condition, sent: model.sent, now }).toEqual({
              condition: model.condition(),
              sent: model.expected,
              now,
            })
          // Suppression never changes the condition, and at rest nothing is due.
          if (state !== undefined && state.condition !== 'closed') {
            const due = dueAt(state)
            if (due !== null && due <= now) expect.fail('something is still due')
            const held = state.parentId !== null || state.inMaintenance || state.flappingUntil !== null
            if (state.condition === 'firing' && !held && (state.notifiedSeq === null || state.owed !== null))
              expect.fail('not sent')
          }
        }
      }),
      { numRuns: 550, seed: 20_261 },
    )
    expect(changes).toBeGreaterThan(100_000)
  }, 120_000)
})
