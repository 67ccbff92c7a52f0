import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { userRoles, type CompanyType, type UserRole } from '@trunkline/contract/abilities'
import type { Endpoint } from '@trunkline/contract/endpoint'
import type { RecentAction } from '@trunkline/contract/resources/recent-action'
import * as z from 'zod/mini'
import {
  createCompany,
  createUser,
  startTestPanel,
  type ApiCall,
  type TestPanel,
  type TestPanelSettings,
} from './panel.ts'

type Body = Record<string, unknown>

interface CrudCalls {
  index: Endpoint
  show: Endpoint
  store: Endpoint
  update: Endpoint
  destroy: Endpoint
  recover: Endpoint
}

/** The tree that a resource is tested in: two branches, with a user of every role in each company. */
export interface Fixture {
  panel: TestPanel
  companies: Record<'provider' | 'master' | 'reseller' | 'client' | 'sibling' | 'foreign', number>
  /** Calls as a user of that company. */
  as(company: keyof Fixture['companies'], role?: UserRole): Promise<ApiCall>
}

export interface ResourceTests {
  /** The type of company that owns such rows; default master-distributor. */
  managedBy?: 'provider' | 'master'
  /** All companies read such rows, and only the owner writes them. */
  catalogue?: true
  /** Body of a store by the owner; `n` makes it unique. */
  input(n: number, fixture: Fixture): Body | Promise<Body>
  /** The changes of an update, and the resulting record. */
  change: Body
  /** Bodies that are rejected, with the field of the error. */
  bad: { why: string; body: Body; field: string }[]
  /** A text field to search and sort by. */
  text: string
  /** A filter that must match the stored rows, if the resource has `is_active`, dates or similar fields. */
  filter?: string
  /** Query parameters that make the list show all rows, if by default it shows only the top of a tree. */
  whole?: string
}

const path = (endpoint: Endpoint, id?: number) => endpoint.path.replace('{id}', String(id))

/** The text fields of a body with their greatest length, without those of a fixed format. */
function textLengths({ body }: Endpoint): [field: string, max: number][] {
  const { properties = {} } = z.toJSONSchema(body as z.ZodMiniType, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, TextSchema>
  }
  return Object.entries(properties).flatMap(([field, schema]): [string, number][] => {
    const text = [schema, ...(schema.anyOf ?? [])].find(({ maxLength }) => maxLength !== undefined)
    return text?.maxLength === undefined || text.maxLength > 10_000 ? [] : [[field, text.maxLength]]
  })
}

interface TextSchema {
  maxLength?: number
  anyOf?: TextSchema[]
}

export async function setupFixture(settings?: TestPanelSettings): Promise<Fixture> {
  const panel = await startTestPanel(settings)
  const companies = await panel.sql(async (tx) => {
    const create = async (name: string, type: CompanyType, parent_id?: number) =>
      createCompany(tx, { name, type, parent_id: parent_id ?? null })
    const provider = await create('Provider', 'simrush')
    const master = await create('Master', 'master-distributor', provider)
    const reseller = await create('Reseller', 'reseller', master)
    const client = await create('Client', 'client', reseller)
    const sibling = await create('Sibling', 'master-distributor', provider)
    const foreign = await create('Foreign', 'client', sibling)
    return { provider, master, reseller, client, sibling, foreign }
  })
  const users = await panel.sql(async (tx) => {
    const found = new Map<string, { id: number; company_id: number }>()
    for (const [name, company_id] of Object.entries(companies))
      for (const role of userRoles) found.set(`${name} ${role}`, await createUser(tx, { company_id, role }))
    return found
  })
  return {
    panel,
    companies,
    as: (company, role = 'primary-admin') =>
      panel.as(users.get(`${company} ${role}`) as { id: number; company_id: number }),
  }
}

/**
 * Tests what every managed record must do, through the API with a real database: list, search, sort, page, export,
 * create, update, stale update, destroy, recover, roles and tenancy. A resource provides only its own rows.
 */
export function describeResource(name: string, calls: CrudCalls, of: ResourceTests): void {
  describe(`${name}, as every managed record`, () => {
    let fixture: Fixture
    const by = of.managedBy ?? 'master'
    let managedBy: ApiCall
    let serial = 0
    const store = async (call = managedBy) => {
      const body = await of.input(++serial, fixture)
      const reply = await call('POST', path(calls.store), body)
      expect(reply.status, reply.text).toBe(201)
      return { id: reply.body.data.id as number, body }
    }

    beforeAll(async () => {
      fixture = await setupFixture()
      managedBy = await fixture.as(by)
    })
    afterAll(() => fixture?.panel.stop())

    test('a stored record is returned by show and list', async () => {
      const { id, body } = await store()
      const shown = await managedBy('GET', path(calls.show, id))
      expect(shown.status, shown.text).toBe(200)
      expect(shown.body.data[of.text]).toBe(body[of.text])
      const listed = await managedBy('GET', `${path(calls.index)}?search=id:${id}`)
      expect(listed.body.data.map((row: Body) => row['id'])).toEqual([id])
      expect(listed.body.meta.pagination).toMatchObject({ current_page: 1, per_page: 25, total: 1, last_page: 1 })
    })

    test('free text and a named field both find it, and an unknown text finds nothing', async () => {
      const { id, body } = await store()
      const text = encodeURIComponent(String(body[of.text]))
      for (const query of [
        `search=${text}`,
        `search=${of.text}:${text}&searchFields=${of.text}:=`,
        `search=${text}&searchFields=${of.text}:like`,
      ]) {
        const found = await managedBy('GET', `${path(calls.index)}?${query}`)
        expect(
          found.body.data.map((row: Body) => row['id']),
          query,
        ).toContain(id)
      }
      expect((await managedBy('GET', `${path(calls.index)}?search=nobodyhasthis`)).body.data).toEqual([])
      if (of.filter)
        expect((await managedBy('GET', `${path(calls.index)}?search=id:${id};${of.filter}`)).body.data).toHaveLength(1)
    })

    test('pages follow each other without gap or overlap, in both directions', async () => {
      while (serial < 30) await store()
      for (const direction of ['asc', 'desc']) {
        const seen: number[] = []
        for (const page of [1, 2]) {
          const reply = await managedBy(
            'GET',
            `${path(calls.index)}?orderBy=${of.text}&sortedBy=${direction}&page=${page}&perPage=25${of.whole === undefined ? '' : `&${of.whole}`}`,
          )
          expect(reply.status, reply.text).toBe(200)
          seen.push(...reply.body.data.map((row: Body) => row['id'] as number))
        }
        expect(new Set(seen).size).toBe(seen.length)
        expect(seen.length).toBeGreaterThan(25)
      }
    })

    test('an invalid list query is rejected, and the error lists the allowed fields', async () => {
      for (const query of [
        'search=nofield:1',
        'searchFields=nofield',
        `searchFields=${of.text}:almost`,
        'orderBy=nofield',
        'perPage=24',
        'page=0',
        'page=x',
        'search=id:x',
        'sortedBy=up',
        'unknown=1',
      ]) {
        const reply = await managedBy('GET', `${path(calls.index)}?${query}`)
        expect(reply.status, query).toBe(422)
        expect(Object.keys(reply.body.error.fields ?? {}).length, query).toBeGreaterThan(0)
      }
    })

    test('the export has the rows of the list', async () => {
      const { id } = await store()
      const reply = await managedBy('GET', `${path(calls.index)}?export=csv&search=id:${id}`)
      const lines = reply.text.trim().split('\r\n')
      expect(lines).toHaveLength(2)
      expect(lines[1]).toContain(`"${id}"`)
    })

    test('a change is stored, and one of an old version is rejected with the current record', async () => {
      const { id } = await store()
      const { version } = (await managedBy('GET', path(calls.show, id))).body.data
      const changed = await managedBy('PUT', path(calls.update, id), { ...of.change, version })
      expect(changed.status, changed.text).toBe(200)
      expect(changed.body.data).toMatchObject(of.change)
      const stale = await managedBy('PUT', path(calls.update, id), { ...of.change, version })
      expect(stale.status).toBe(409)
      expect(stale.body.error.code).toBe('stale_version')
      expect(stale.body.error.details.current).toMatchObject(of.change)
    })

    test('what show returns can be sent to update, and changes nothing', async () => {
      const { id } = await store()
      const { data } = (await managedBy('GET', path(calls.show, id))).body
      const reply = await managedBy('PUT', path(calls.update, id), data)
      expect(reply.status, reply.text).toBe(200)
      expect(reply.body.data).toEqual(data)
      // Fields that are in neither are a mistake of the client.
      const unknown = await managedBy('PUT', path(calls.update, id), { ...data, no_such_field: 1 })
      expect([unknown.status, Object.keys(unknown.body.error?.fields ?? {})]).toEqual([422, ['no_such_field']])
    })

    for (const [field, max] of textLengths(calls.store))
      test(`${field} has at most ${max} characters, which the database stores`, async () => {
        const body = await of.input(++serial, fixture)
        const full = await managedBy('POST', path(calls.store), { ...body, [field]: 'x'.repeat(max) })
        if (full.status === 201) {
          const shown = (await managedBy('GET', path(calls.show, full.body.data.id))).body.data
          if (field in shown) expect(shown[field]).toBe('x'.repeat(max))
        } else {
          // The text has a format, such as that of a MAC address.
          expect(full.status, full.text).toBe(422)
          expect(full.body.error.messages?.[field]?.reason).not.toBe('field.max_length')
        }
        const longer = await managedBy('POST', path(calls.store), { ...body, [field]: 'x'.repeat(max + 1) })
        expect([longer.status, Object.keys(longer.body.error?.fields ?? {})]).toEqual([422, [field]])
      })

    test('a destroyed record is only in the trash, a recovered one is back', async () => {
      const { id } = await store()
      expect((await managedBy('DELETE', path(calls.destroy, id))).status).toBe(204)
      const ids = async (trashed: string) =>
        (await managedBy('GET', `${path(calls.index)}?search=id:${id}&trashed=${trashed}`)).body.data.length
      expect([await ids('without'), await ids('only'), await ids('with')]).toEqual([0, 1, 1])
      expect((await managedBy('PUT', path(calls.update, id), of.change)).status).toBe(409)
      expect((await managedBy('PUT', path(calls.recover, id))).status).toBe(200)
      expect([await ids('without'), await ids('only')]).toEqual([1, 0])
    })

    test('its user undoes a change, a deletion and the creation', async () => {
      const { id } = await store()
      const read = async () => (await managedBy('GET', path(calls.show, id))).body.data
      const undo = async (verb: string) => {
        const { body } = await managedBy('GET', '/account/recent-action/index')
        const action = body.data.find((one: RecentAction) => one.object_id === id && one.verb === verb)
        expect(action, `${verb} in ${JSON.stringify(body.data.slice(0, 3))}`).toMatchObject({ undo: 'possible' })
        const reply = await managedBy('POST', `/account/recent-action/${action.id}/undo`)
        expect(reply.status, reply.text).toBe(200)
      }
      const before = await read()
      expect((await managedBy('PUT', path(calls.update, id), of.change)).status).toBe(200)
      await undo('update')
      const { version: _version, updated_at: _at, ...same } = before
      expect(await read()).toMatchObject(same)
      expect((await managedBy('DELETE', path(calls.destroy, id))).status).toBe(204)
      await undo('destroy')
      expect(await read()).toMatchObject({ ...same, deleted_at: null })
      await undo('create')
      expect((await read()).deleted_at).not.toBeNull()
    })

    test('every change is in the audit log with its actor', async () => {
      const { id } = await store()
      await managedBy('PUT', path(calls.update, id), of.change)
      await managedBy('DELETE', path(calls.destroy, id))
      const subject = (calls.show.access as { subject: string }).subject
      const log = await managedBy('GET', `/audit-log/index?search=subject:${subject};object_id:${id}`)
      expect(log.body.data.map((entry: Body) => entry['action'])).toEqual(['destroy', 'update', 'create'])
      expect(log.body.data[0].actor_name).toContain('@')
    })

    for (const { why, body, field } of of.bad)
      test(`rejected at ${field}: ${why}`, async () => {
        const before = (await managedBy('GET', path(calls.index))).body.meta.pagination.total
        const reply = await managedBy('POST', path(calls.store), { ...(await of.input(++serial, fixture)), ...body })
        expect(reply.status, reply.text).toBe(422)
        expect(Object.keys(reply.body.error.fields)).toContain(field)
        expect((await managedBy('GET', path(calls.index))).body.meta.pagination.total).toBe(before)
      })

    test('an editor may not destroy, a reader may not change', async () => {
      const { id } = await store()
      const editor = await fixture.as(by, 'editor')
      const reader = await fixture.as(by, 'read-only')
      expect((await editor('DELETE', path(calls.destroy, id))).status).toBe(403)
      expect((await reader('PUT', path(calls.update, id), of.change)).status).toBe(403)
      expect((await reader('GET', path(calls.show, id))).status).toBe(200)
      expect((await managedBy('GET', path(calls.show, id))).status).toBe(200)
    })

    test(`a sibling ${of.catalogue ? 'reads it and may not touch it' : 'does not see it'}`, async () => {
      const { id, body } = await store()
      const sibling = await fixture.as('sibling')
      const [seen, touched] = of.catalogue ? [200, 403] : [404, 404]
      expect((await sibling('GET', path(calls.show, id))).status).toBe(seen)
      expect((await sibling('PUT', path(calls.update, id), of.change)).status).toBe(touched)
      expect((await sibling('DELETE', path(calls.destroy, id))).status).toBe(touched)
      if (of.catalogue) expect((await sibling('POST', path(calls.store), body)).status).toBe(403)
      expect((await managedBy('GET', path(calls.show, id))).body.data[of.text]).toBe(body[of.text])
    })

    test('the same Idempotency-Key creates one row and replays the first reply', async () => {
      const body = await of.input(++serial, fixture)
      const first = await managedBy('POST', path(calls.store), body, { 'idempotency-key': 'one-key' })
      const again = await managedBy('POST', path(calls.store), body, { 'idempotency-key': 'one-key' })
      const other = await managedBy(
        'POST',
        path(calls.store),
        { ...body, ...of.change },
        { 'idempotency-key': 'one-key' },
      )
      expect([first.status, again.status]).toEqual([201, 201])
      expect(again.body).toEqual(first.body)
      expect(other.status).toBe(422)
    })
  })
}
