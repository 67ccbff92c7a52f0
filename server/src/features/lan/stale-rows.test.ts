import { contract } from '@trunkline/contract/contract'
import type { Endpoint, ObjectSchema } from '@trunkline/contract/endpoint'
import type { Simulator } from '@trunkline/simulator'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setupPanelWithDevices } from '../../testing/devices/panel-with-devices.ts'
import type { ApiCall, ApiReply } from '../../testing/panel.ts'
import { createSubnet } from '../../testing/ipam/create-subnet.ts'
import {
  staleScenarios,
  StaleScenarios,
  type StaleRow,
  type StaleScenario,
} from '../../testing/devices/stale-scenarios.ts'

/**
 * Generated from the contract: each call that writes a row of a device, and each field that it can change. Another user
 * changes the field; a caller who saw the previous row then writes, moves or removes it, and nothing is written.
 */
const fixture = await setupPanelWithDevices({ confirmMs: 5000 })
let first: ApiCall, second: ApiCall, subnet: number
beforeAll(async () => {
  first = await fixture.as('master')
  second = await fixture.as('client')
  subnet = await fixture.panel.sql((tx) =>
    createSubnet(tx, { net: '10.90.0.0/16', company_id: fixture.companies.client }),
  )
})
afterAll(() => fixture.stop())

const calls: Endpoint[] = Object.values(contract)
  .flatMap((part) => Object.values(part) as Endpoint[])
  .filter((one) => one.deviceWrite === 'seen' && one.path.startsWith('/hardware/control/{id}/'))
const prefixOf = ({ name }: Endpoint) => name.slice(0, name.lastIndexOf('.'))
const callsOf = ({ update }: StaleScenario) => calls.filter((one) => prefixOf(one) === prefixOf(update))

/** Fields of a body that identify the row. */
const names = new Set(['id', 'seen', 'stack'])
const fieldsOf = ({ body }: Endpoint): string[] =>
  Object.keys((body as ObjectSchema | undefined)?.shape ?? {}).filter((field) => !names.has(field))

/** Fields of a menu, each with the call that writes it. */
function writtenBy(scenario: StaleScenario): [field: string, writer: Endpoint][] {
  const found = new Map<string, Endpoint>()
  for (const call of [scenario.update, ...callsOf(scenario)])
    for (const field of fieldsOf(call)) if (!found.has(field)) found.set(field, call)
  return [...found]
    .filter(([field]) => !(field in (scenario.unchangeable ?? {})))
    .sort(([one], [other]) => Number(one === scenario.last) - Number(other === scenario.last))
}

test('each call that compares the row seen by the caller is tested', () => {
  const tried = new Set(Object.values(staleScenarios).flatMap((one) => callsOf(one).map(({ name }) => name)))
  expect(calls.map(({ name }) => name).filter((name) => !tried.has(name))).toEqual([])
})

interface Place {
  sim: Simulator
  id: number
  menu: string
}

async function placeOf(menu: string, { options, prepare }: StaleScenario): Promise<Place> {
  const sim = await fixture.router({ ...options })
  prepare?.(sim)
  const id = await fixture.device({ router: sim })
  await first('PATCH', `/hardware/${id}/reload`)
  await fixture.worker.commands.workOff(id)
  return { sim, id, menu }
}

const reading = ({ id, menu }: Place) =>
  fixture.panel.sql(
    async (tx) =>
      (
        await sql<{
          rows: string
        }>`select rows::text as rows from hardware_menu where hardware_id = ${id} and menu = ${menu}`.execute(tx)
      ).rows[0]?.rows as string,
  )
/** Restores an earlier reading: the panel does not know of later changes. */
const forget = ({ id, menu }: Place, rows: string) =>
  fixture.panel.sql((tx) =>
    sql`update hardware_menu set rows = ${rows}::jsonb, read_at = clock_timestamp() where hardware_id = ${id} and menu = ${menu}`.execute(
      tx,
    ),
  )

const looking = new Set(['print', 'getall', 'login', 'cancel', 'listen', 'monitor', 'monitor-traffic', 'quit'])
/** Commands that were sent to the router and may change something. */
const writesAt = ({ sim }: Place) =>
  sim.commands.map(({ words }) => words[0] ?? '').filter((word) => !looking.has(word.split('/').at(-1) ?? ''))

const send = (call: ApiCall, { id }: Place, endpoint: Endpoint, sent: Record<string, unknown>): Promise<ApiReply> => {
  const path = endpoint.path.replace('{id}', String(id))
  if (endpoint.body !== undefined) return call(endpoint.method, path, sent)
  const query = Object.entries(sent).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])
  return call(endpoint.method, `${path}?${new URLSearchParams(query).toString()}`)
}

/** Values for the other user and for the tested call; both differ from the initial value if there are enough values. */
function choose(values: readonly unknown[], present: unknown): [theirs: unknown, mine: unknown] {
  const isThere = (value: unknown) => present !== undefined && JSON.stringify(value) === JSON.stringify(present)
  const others = values.filter((value) => !isThere(value))
  const [theirs] = others
  return [theirs, others[1] ?? values.find((value) => value !== theirs)]
}

describe.each(Object.entries(staleScenarios))('rows of %s', (menu, scenario) => {
  const { index, update, rows: rowsIn, isTried, values, shownAs = {} } = scenario
  let place: Place
  beforeAll(async () => {
    place = await placeOf(menu, scenario)
  }, 60_000)
  const read = async () => {
    const reply = await first('GET', index.path.replace('{id}', String(place.id)))
    expect(reply.status, reply.text).toBe(200)
    const rows = rowsIn(reply.body.data)
    const row = rows.find(isTried) as StaleRow
    expect(row, JSON.stringify(rows)).toBeDefined()
    return { rows, row }
  }
  const bodyOf = (endpoint: Endpoint, row: StaleRow, more: Record<string, unknown>) => {
    const known = new Set([
      ...Object.keys((endpoint.body as ObjectSchema | undefined)?.shape ?? {}),
      ...Object.keys((endpoint.query as ObjectSchema | undefined)?.shape ?? {}),
    ])
    const whole = { id: row.id, stack: row['stack'], ...more }
    return Object.fromEntries(Object.entries(whole).filter(([name, value]) => known.has(name) && value !== undefined))
  }
  const fieldBody = (field: string, value: unknown) =>
    value instanceof StaleScenarios ? value.body : { [field]: value }

  test('have test values for each field', async () => {
    const found = values({ ...(await read()), subnet })
    for (const [field] of writtenBy(scenario)) expect(Object.keys(found)).toContain(field)
  })

  test.each(writtenBy(scenario))(
    '%s changed by another user is not overwritten by a stale write',
    async (field, writer) => {
      const shown = shownAs[field] ?? field
      const { rows, row } = await read()
      const seen = { [shown]: row[shown] }
      const old = await reading(place)
      const [theirs, mine] = choose(
        values({ rows, row, subnet })[field] as unknown[],
        field in row ? row[field] : undefined,
      )
      const changed = await fixture.end(
        second,
        place.id,
        await send(second, place, writer, bodyOf(writer, row, fieldBody(field, theirs))),
      )
      expect(changed.state, changed.detail?.message).toBe('done')
      const present = await reading(place)
      const before = writesAt(place)

      for (const call of callsOf(scenario)) {
        const fields =
          call === update || call === writer || fieldsOf(call).includes(field) ? fieldBody(field, mine) : {}
        const body = bodyOf(call, row, { before: null, ...fields, seen })
        // The panel knows of the change.
        const rejected = await send(first, place, call, body)
        expect([rejected.status, rejected.body.error?.code], `${call.name}: ${rejected.text}`).toEqual([
          409,
          'stale_version',
        ])
        expect(rejected.body.error.details.fields).toMatchObject([{ field: shown }])
        expect(rejected.body.error.reason).toBe('lan.changed_by')
        expect(writesAt(place)).toEqual(before)
        // Only the router knows of the change.
        await forget(place, old)
        const late = await send(first, place, call, body)
        if (late.status === 202) {
          const end = await fixture.end(first, place.id, late)
          expect(end, `${call.name}: ${end.detail?.reason}`).toMatchObject({
            state: 'refused',
            result: { changed_meanwhile: true },
          })
        } else expect(late.status, `${call.name}: ${late.text}`).toBe(409)
        expect(writesAt(place), call.name).toEqual(before)
        await forget(place, present)
      }

      if (field === scenario.last) return
      const current = await read()
      const accepted = await send(
        first,
        place,
        writer,
        bodyOf(writer, current.row, { ...fieldBody(field, mine), seen: { [shown]: current.row[shown] } }),
      )
      const end = await fixture.end(first, place.id, accepted)
      expect(end.state, end.detail?.message).toBe('done')
    },
    60_000,
  )
})
