import { maintenanceWindows } from '@trunkline/contract/resources/maintenance-window'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describeResource, setupFixture, type Fixture } from '../../testing/describe-resource.ts'
import { replied } from '../../testing/messages.ts'
import type { ApiCall } from '../../testing/panel.ts'

const weekly = {
  name: 'Weekend',
  scope: 'company',
  repeats: 'weekly',
  // Never running, whenever the test runs.
  starts_on: '2040-01-05',
  starts_at: '02:30',
  weekdays: [6, 7],
  minutes: 120,
}

describeResource('maintenance windows', maintenanceWindows, {
  input: (n) => ({
    ...weekly,
    name: `Maintenance window ${String(n).padStart(3, '0')}`,
    time_zone: 'Europe/Berlin',
    notes: 'Firmware of the towers',
  }),
  change: { minutes: 90, weekdays: [1], notes: null },
  text: 'name',
  filter: 'state:planned',
  bad: [
    { why: 'no name', body: { name: ' ' }, field: 'name' },
    { why: 'an unknown scope', body: { scope: 'all' }, field: 'scope' },
    { why: 'no scope', body: { scope: undefined }, field: 'scope' },
    { why: 'no time of day', body: { starts_at: '24:00' }, field: 'starts_at' },
    { why: 'no day', body: { starts_on: '2026-02-30' }, field: 'starts_on' },
    { why: 'no weekday', body: { weekdays: [] }, field: 'weekdays' },
    { why: 'an eighth day of the week', body: { weekdays: [8] }, field: 'weekdays.0' },
    { why: 'a day twice', body: { weekdays: [1, 1] }, field: 'weekdays' },
    { why: 'no length', body: { minutes: null }, field: 'minutes' },
    { why: 'a length of zero', body: { minutes: 0 }, field: 'minutes' },
    { why: 'more than a week', body: { minutes: 10_081 }, field: 'minutes' },
    { why: 'an unknown time zone', body: { time_zone: 'Mars/Olympus' }, field: 'time_zone' },
    { why: 'an end of a one-off window', body: { ends_on: '2027-01-01' }, field: 'ends_on' },
    { why: 'a site that the scope does not use', body: { site_id: 4_000_000_000 }, field: 'site_id' },
    { why: 'no site', body: { scope: 'site' }, field: 'site_id' },
    { why: 'a period without its weekday', body: { weekdays: [1], until: '2040-01-06' }, field: 'until' },
    { why: 'an owner that does not exist', body: { company_id: 4_000_000_000 }, field: 'company_id' },
    { why: 'an unknown field', body: { colour: 'red' }, field: 'colour' },
  ],
})

describe('maintenance windows', () => {
  let fixture: Fixture
  let master: ApiCall
  let site_id: number
  let foreign_site_id: number
  beforeAll(async () => {
    fixture = await setupFixture()
    master = await fixture.as('master')
    const create = async (company: 'client' | 'foreign', time_zone: string) => {
      const { rows } = await fixture.panel.sql((tx) =>
        sql<{
          id: number
        }>`insert into site (company_id, name, time_zone) values (${fixture.companies[company]}, 'Tower', ${time_zone}) returning id`.execute(
          tx,
        ),
      )
      return rows[0]!.id
    }
    site_id = await create('client', 'Asia/Tokyo')
    foreign_site_id = await create('foreign', 'UTC')
  })
  afterAll(() => fixture?.panel.stop())

  const post = (body: object, call = master) => call('POST', maintenanceWindows.store.path, { ...weekly, ...body })
  const create = async (body: object, call = master) => {
    const reply = await post(body, call)
    expect(reply.status, reply.text).toBe(201)
    return reply.body.data.id as number
  }
  const show = async (id: number, call = master) => (await call('GET', `/maintenance-window/${id}/show`)).body.data
  const once = { repeats: 'once', weekdays: undefined, minutes: undefined, time_zone: 'UTC' }
  /** Wall time in UTC, some minutes from now. */
  const at = (minutes: number) => {
    const text = new Date(Date.now() + minutes * 60_000).toISOString()
    return { day: text.slice(0, 10), time: text.slice(11, 16) }
  }
  const period = (from: number, until: number) => ({
    ...once,
    starts_on: at(from).day,
    starts_at: at(from).time,
    ends_on: at(until).day,
    ends_at: at(until).time,
  })

  test('a one-off window is rejected if its end is not later than its start, if it is too long, or if it is over', async () => {
    const day = { starts_on: '2030-05-04', starts_at: '10:00' }
    for (const [body, field, reason] of [
      [{ ...day, ends_on: '2030-05-04', ends_at: '09:00' }, 'ends_at', replied('alert.window_end')],
      [{ ...day, ends_on: '2030-05-04', ends_at: '10:00' }, 'ends_at', replied('alert.window_end')],
      [{ ...day, ends_on: '2030-06-05', ends_at: '10:00' }, 'ends_on', replied('alert.window_too_long', { days: 31 })],
      [period(-120, -60), 'ends_on', replied('alert.window_never')],
      // 02:30 does not exist in this night: the window would start at 03:30.
      [
        {
          starts_on: '2027-03-28',
          starts_at: '02:30',
          ends_on: '2027-03-28',
          ends_at: '03:15',
          time_zone: 'Europe/Berlin',
        },
        'ends_at',
        replied('alert.window_end'),
      ],
      [{ ...day, ends_on: null, ends_at: '12:00' }, 'ends_on', replied('field.required')],
      [
        { ...day, ends_on: '2030-05-04', ends_at: '12:00', minutes: 60 },
        'minutes',
        replied('alert.window_field_not_used'),
      ],
    ] as const) {
      const reply = await post({ ...once, ...body })
      expect([reply.status, reply.body.error?.messages]).toEqual([422, { [field]: reason }])
    }
    const { rows } = await fixture.panel.sql((tx) => sql`select from maintenance_window`.execute(tx))
    expect(rows).toEqual([])
  })

  test('a window of a site has the time zone of the site and the company that owns it', async () => {
    const id = await create({ scope: 'site', site_id })
    expect(await show(id)).toMatchObject({
      time_zone: 'Asia/Tokyo',
      company_id: fixture.companies.client,
      scope_name: 'Tower',
      state: 'planned',
    })
    expect(await show(id, await fixture.as('client', 'read-only'))).toMatchObject({ id })
    expect((await (await fixture.as('client'))('POST', `/maintenance-window/${id}/end`)).status).toBe(403)
  })

  test('what a window covers belongs to its company or to one below it', async () => {
    const beside = await post({ scope: 'site', site_id, company_id: fixture.companies.client })
    expect(beside.status).toBe(201)
    const above = await post({ scope: 'site', site_id, company_id: fixture.companies.master })
    expect(above.status).toBe(201)
    const provider = await fixture.as('provider')
    const other = await post(
      { scope: 'site', site_id: foreign_site_id, company_id: fixture.companies.master },
      provider,
    )
    expect([other.status, other.body.error.messages]).toEqual([422, { site_id: replied('alert.window_other_company') }])
    const hidden = await post({ scope: 'site', site_id: foreign_site_id })
    expect(hidden.status).toBe(422)
  })

  test('a window that runs is shown at what it covers, and can be ended; the next week stays', async () => {
    const today = new Date().getUTCDay() || 7
    const id = await create({
      ...weekly,
      scope: 'site',
      site_id,
      starts_on: '2026-01-05',
      time_zone: 'UTC',
      weekdays: [today, (today + 5) % 7 || 7],
      starts_at: '00:00',
      minutes: 1440,
      name: 'All day',
    })
    expect(await show(id)).toMatchObject({ state: 'running' })
    const current = async (call: ApiCall, query: string) => {
      const reply = await call('GET', `/maintenance-window/current?${query}`)
      return [reply.status, reply.body.data]
    }
    const found = { kind: 'window', window_id: id, window_name: 'All day' }
    expect(await current(master, `site_id=${site_id}`)).toMatchObject([200, found])
    expect(await current(master, `company_id=${fixture.companies.client}`)).toEqual([200, null])
    expect((await current(await fixture.as('sibling'), `site_id=${site_id}`))[0]).toBe(404)
    const ended = await master('POST', `/maintenance-window/${id}/end`)
    expect(ended.status, ended.text).toBe(200)
    expect(ended.body.data.state).toBe('planned')
    expect(Date.parse(ended.body.data.occurrences[0].until)).toBeLessThanOrEqual(Date.now() + 1000)
    expect(ended.body.data.occurrences.length).toBeGreaterThan(5)
    expect(await current(master, `site_id=${site_id}`)).toEqual([200, null])
    const again = await master('POST', `/maintenance-window/${id}/end`)
    expect([again.status, again.body.error.reason]).toEqual([409, 'alert.window_not_running'])
    // The user's undo starts it again.
    const [action] = (await master('GET', '/account/recent-action/index?limit=1')).body.data
    expect((await master('POST', `/account/recent-action/${action.id}/undo`)).status).toBe(200)
    expect(await show(id)).toMatchObject({ state: 'running', ended_at: null })
    await master('POST', `/maintenance-window/${id}/end`)
    // So does another schedule.
    const { version } = await show(id)
    const changed = await master('PUT', `/maintenance-window/${id}/update`, { minutes: 1439, version })
    expect(changed.body.data.state).toBe('running')
    await master('DELETE', `/maintenance-window/${id}/destroy`)
    expect(await current(master, `site_id=${site_id}`)).toEqual([200, null])
    const recovered = await master('PUT', `/maintenance-window/${id}/recover`)
    expect(recovered.body.data.state).toBe('running')
    await master('DELETE', `/maintenance-window/${id}/destroy`)
  })

  test('a user below does not see the name of a window of the provider, only that there is maintenance', async () => {
    const provider = await fixture.as('provider')
    const id = await create({ ...period(-10, 60), scope: 'company', company_id: fixture.companies.provider }, provider)
    const client = await fixture.as('client')
    const reply = await client('GET', `/maintenance-window/current?site_id=${site_id}`)
    expect(reply.body.data).toMatchObject({ kind: 'window', window_id: null, window_name: null })
    expect((await client('GET', `/maintenance-window/${id}/show`)).status).toBe(404)
    await provider('DELETE', `/maintenance-window/${id}/destroy`)
    expect((await client('GET', `/maintenance-window/current?site_id=${site_id}`)).body.data).toBeNull()
  })

  test('a one-off window that is over can be renamed, but not moved to the past', async () => {
    const id = await create({ ...period(-10, 60) })
    await fixture.panel.sql(async (tx) => {
      await sql`update maintenance_window set starts_on = '2026-01-05', ends_on = '2026-01-06' where id = ${id}`.execute(
        tx,
      )
      await sql`delete from maintenance_occurrence where window_id = ${id}`.execute(tx)
    })
    const { version, state } = await show(id)
    expect(state).toBe('over')
    const renamed = await master('PUT', `/maintenance-window/${id}/update`, { name: 'Moved', version })
    expect([renamed.status, renamed.body.data.name]).toEqual([200, 'Moved'])
    const moved = await master('PUT', `/maintenance-window/${id}/update`, { ends_on: '2026-01-07' })
    expect([moved.status, moved.body.error.messages]).toEqual([422, { ends_on: replied('alert.window_never') }])
  })

  test('a window that changes its scope and repetition forgets what it does not use any more', async () => {
    const id = await create({ scope: 'site', site_id })
    const reply = await master('PUT', `/maintenance-window/${id}/update`, {
      scope: 'company',
      repeats: 'once',
      starts_on: '2030-05-04',
      ends_on: '2030-05-05',
      ends_at: '06:00',
    })
    expect(reply.body.data).toMatchObject({ site_id: null, weekdays: [], minutes: null, until: null, ends_at: '06:00' })
  })
})
