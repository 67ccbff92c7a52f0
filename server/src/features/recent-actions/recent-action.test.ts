import type { RecentAction } from '@trunkline/contract/resources/recent-action'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { jobResults, runBulkJob, showJob, startedJob } from '../../testing/bulk-jobs.ts'
import { setupFixture, type Fixture } from '../../testing/describe-resource.ts'
import { createModel } from '../../testing/hardware/create-catalogue.ts'
import { createSubnet } from '../../testing/ipam/create-subnet.ts'
import { createCompany, type ApiCall, type ApiReply } from '../../testing/panel.ts'

let fixture: Fixture
let provider: ApiCall, master: ApiCall, colleague: ApiCall, client: ApiCall
let model: number
beforeAll(async () => {
  fixture = await setupFixture()
  provider = await fixture.as('provider')
  master = await fixture.as('master')
  colleague = await fixture.as('master', 'admin')
  client = await fixture.as('client')
  model = await fixture.panel.sql((tx) => createModel(tx))
})
afterAll(() => fixture?.panel.stop())

const query = async <T>(statement: ReturnType<typeof sql<T>>) =>
  (await fixture.panel.sql((tx) => statement.execute(tx))).rows
const ok = (reply: ApiReply, status = 200): ApiReply => {
  expect(reply.status, reply.text).toBe(status)
  return reply
}

let serial = 0
const site = async (of: object = {}): Promise<number> =>
  ok(
    await master('POST', '/site/store', { company_id: fixture.companies.client, name: `Yard ${++serial}`, ...of }),
    201,
  ).body.data.id
const change = async (id: number, body: object, call = master) => ok(await call('PUT', `/site/${id}/update`, body))
const shown = async (id: number) => ok(await master('GET', `/site/${id}/show`)).body.data
const listed = async (call = master): Promise<RecentAction[]> =>
  ok(await call('GET', '/account/recent-action/index')).body.data
/** The latest action of a user. */
const latest = async (call = master) => (await listed(call))[0] as RecentAction
const undo = (id: number | null, call = master) => call('POST', `/account/recent-action/${id}/undo`)
const reasonOf = ({ status, body }: ApiReply) => [status, body.error?.reason]

describe('an action', () => {
  test('in the trash is listed and restored, once, and the undo is an action of its own', async () => {
    const id = await site({ name: 'Harbour' })
    ok(await master('DELETE', `/site/${id}/destroy`), 204)
    const action = await latest()
    expect(action).toMatchObject({
      bulk_job_id: null,
      verb: 'destroy',
      subject: 'sites',
      object_id: id,
      label: 'Harbour',
      count: 1,
      undoes: false,
      undo: 'possible',
      note: null,
    })
    expect(ok(await undo(action.id)).body.data).toEqual({ count: 1, not_restored: [] })
    expect((await shown(id)).deleted_at).toBeNull()
    const [again, first] = await listed()
    expect(again).toMatchObject({ verb: 'recover', object_id: id, undoes: true, undo: 'possible' })
    expect(first).toMatchObject({ id: action.id, undo: 'undone' })
    expect(reasonOf(await undo(action.id))).toEqual([409, 'undo.done'])
    const log = await query(
      sql<{
        action: string
      }>`select action from audit_log where subject = 'sites' and object_id = ${id} order by id desc limit 1`,
    )
    expect(log[0]?.action).toBe('recover')
    // The undo of the undo moves it to the trash again.
    ok(await undo(again?.id as number))
    expect((await shown(id)).deleted_at).not.toBeNull()
  })

  test('that created a record moves it to the trash', async () => {
    const id = await site()
    ok(await undo((await latest()).id))
    expect((await shown(id)).deleted_at).not.toBeNull()
  })

  test('that changed fields restores exactly these', async () => {
    const tag = ok(await master('POST', '/tag/store', { name: `Tag ${++serial}`, colour: 'blue' }), 201).body.data.id
    const id = await site({ name: 'North', notes: 'Ring twice' })
    await change(id, { name: 'South', notes: null, tags: [tag] })
    const action = await latest()
    expect(action).toMatchObject({ verb: 'update', label: 'South', undo: 'possible' })
    expect(action.fields).toEqual(expect.arrayContaining(['name', 'notes', 'tag_ids']))
    // A later change of another field by the same user stays.
    await change(id, { city: 'Bergen' })
    ok(await undo(action.id))
    expect(await shown(id)).toMatchObject({ name: 'North', notes: 'Ring twice', city: 'Bergen', tags: [] })
  })

  test('that changed an amount or a telephone number restores it', async () => {
    const id = ok(
      await master('POST', '/network/tariff/store', {
        name: `Plan ${++serial}`,
        price: '24.90',
        download_rate: 1000,
        upload_rate: 1000,
      }),
      201,
    ).body.data.id
    ok(await master('PUT', `/network/tariff/${id}/update`, { price: '30.00' }))
    ok(await undo((await latest()).id))
    expect(ok(await master('GET', `/network/tariff/${id}/show`)).body.data.price).toBe('24.90')
    const { client: company } = fixture.companies
    ok(await master('PUT', `/company/${company}/update`, { telephone: '+44 20 7946 0958', countyIsoCode: 'GB' }))
    ok(await master('PUT', `/company/${company}/update`, { telephone: '+44 20 7946 0999', countyIsoCode: 'NO' }))
    ok(await undo((await latest()).id))
    expect(ok(await master('GET', `/company/${company}/show`)).body.data).toMatchObject({
      telephone: '+442079460958',
      countyIsoCode: 'GB',
    })
  })

  test('that moved a company moves it back', async () => {
    const { client: company, reseller, master: parent } = fixture.companies
    ok(await provider('PUT', `/company/${company}/move`, { parent_id: parent }))
    const action = await latest(provider)
    expect(action).toMatchObject({ verb: 'move', object_id: company, undo: 'possible' })
    ok(await undo(action.id, provider))
    expect(ok(await provider('GET', `/company/${company}/show`)).body.data.parent_id).toBe(reseller)
  })

  test('on several records is undone for all or none', async () => {
    const at = await site()
    const add = async () => {
      const devices: number[] = []
      for (const n of [1, 2])
        devices.push(
          ok(await master('POST', '/hardware/store', { name: `Device ${++serial} of ${n}`, model }), 201).body.data.id,
        )
      ok(await master('PUT', `/site/${at}/hardware/add`, { hardwareIds: devices }))
      return { devices, action: await latest() }
    }
    const sitesOf = (devices: number[]) =>
      query(sql<{ site_id: number | null }>`select site_id from hardware where id = any (${devices}::bigint[])`).then(
        (rows) => rows.map(({ site_id }) => site_id),
      )
    const one = await add()
    expect(one.action).toMatchObject({ verb: 'update', subject: 'hardware', count: 2, undo: 'possible' })
    ok(await undo(one.action.id))
    expect(await sitesOf(one.devices)).toEqual([null, null])
    const other = await add()
    ok(await colleague('PUT', `/hardware/${other.devices[0]}/update`, { comment: 'Seen' }))
    expect(reasonOf(await undo(other.action.id))).toEqual([409, 'undo.changed_by'])
    expect(await sitesOf(other.devices)).toEqual([at, at])
  })
})

describe('an action cannot be undone', () => {
  test('by anyone else', async () => {
    const id = await site()
    ok(await master('DELETE', `/site/${id}/destroy`), 204)
    const action = await latest()
    for (const other of [colleague, provider, client, await fixture.as('sibling')])
      expect((await undo(action.id, other)).status).toBe(404)
    expect((await undo(4_000_000_000)).status).toBe(404)
    expect((await listed(colleague)).some((one) => one.id === action.id)).toBe(false)
    expect((await shown(id)).deleted_at).not.toBeNull()
  })

  test('after a day', async () => {
    const id = await site()
    const { id: action } = await latest()
    await fixture.panel.sql(async (tx) => {
      await sql`select set_config('app.at', (now() - interval '25 hours')::text, true), set_config('app.actor', (select actor_id::text from audit_log where id = ${action}), true)`.execute(
        tx,
      )
      await sql`select audit_event('create', 'sites', ${id}, 'Old', ${fixture.companies.client})`.execute(tx)
    })
    const [old] = await query(sql<{ id: number }>`select max(id) as id from audit_log where object_label = 'Old'`)
    expect((await undo(old?.id as number)).status).toBe(404)
  })

  test('where another user, or the user, has changed the record since', async () => {
    const id = await site({ name: 'Quay' })
    await change(id, { name: 'Quay 2' })
    const action = await latest()
    await change(id, { notes: 'Key at the desk' }, colleague)
    const reply = await undo(action.id)
    expect(reasonOf(reply)).toEqual([409, 'undo.changed_by'])
    expect(reply.body.error.params).toMatchObject({ name: 'Quay 2', by: expect.stringContaining('@panel.example') })
    const other = await site({ name: 'Dock' })
    await change(other, { name: 'Dock 2' })
    const first = await latest()
    await change(other, { name: 'Dock 3' })
    expect(reasonOf(await undo(first.id))).toEqual([409, 'undo.changed'])
    expect((await shown(other)).name).toBe('Dock 3')
  })

  test('where the opposite call is rejected: the reason is that of the call', async () => {
    const tag = async () =>
      ok(await master('POST', '/tag/store', { name: `Twin ${serial}`, colour: 'blue' }), 201).body.data.id
    serial++
    ok(await master('DELETE', `/tag/${await tag()}/destroy`), 204)
    const action = await latest()
    await tag()
    const reply = await undo(action.id)
    expect(reasonOf(reply)).toEqual([409, 'undo.rejected'])
    expect(reply.body.error.params).toMatchObject({ name: `Twin ${serial}`, cause: { reason: 'label.name_taken' } })
  })

  test('by others than its user, who may be of a company below', async () => {
    const id = await site()
    ok(await client('PUT', `/site/${id}/update`, { notes: 'Mine' }))
    const action = await latest(client)
    expect(action.undo).toBe('possible')
    ok(await undo(action.id, client))
    expect((await shown(id)).notes).toBeNull()
  })

  test('for secrets, which keep their value', async () => {
    const id = ok(
      await master('POST', '/hardware/store', {
        name: `Device ${++serial}`,
        model,
        management_address: '2001:db8::77',
        management_protocol: 'rest',
        management_port: 8443,
        management_user: 'panel',
        management_password: 'first-secret-1',
      }),
      201,
    ).body.data.id
    ok(await master('PUT', `/hardware/${id}/update`, { management_password: 'second-secret-2' }))
    const only = await latest()
    expect(only).toMatchObject({ undo: 'impossible', note: { reason: 'undo.secret' } })
    expect(reasonOf(await undo(only.id))).toEqual([409, 'undo.secret'])
    ok(await master('PUT', `/hardware/${id}/update`, { comment: 'New', management_password: 'third-secret-3' }))
    const both = await latest()
    expect(both).toMatchObject({ undo: 'possible', note: { reason: 'undo.secret_stays' } })
    const { data } = ok(await undo(both.id)).body
    expect(data.not_restored).toMatchObject([{ reason: 'undo.secret_stays' }])
    expect(ok(await master('GET', `/hardware/${id}/show`)).body.data.comment).toBeNull()
    expect((await latest()).fields.join()).not.toContain('password')
  })

  test('for a command of a device, which is logged under the device', async () => {
    const id = ok(await master('POST', '/hardware/store', { name: `Device ${++serial}`, model }), 201).body.data.id
    const { id: action } = await latest()
    await fixture.panel.sql(async (tx) => {
      await sql`select set_config('app.actor', (select actor_id::text from audit_log where id = ${action}), true), set_config('app.request_id', 'reboot-1', true)`.execute(
        tx,
      )
      await sql`select audit_event('create', 'hardware', ${id}, 'Reboot', ${fixture.companies.master}, null, ${JSON.stringify({ hardware_id: id, kind: 'reboot', target: '', state: 'queued' })}::jsonb)`.execute(
        tx,
      )
    })
    const command = await latest()
    expect(command).toMatchObject({
      label: 'Reboot',
      command: { kind: 'reboot', target: '', verb: '' },
      undo: 'impossible',
      note: { reason: 'undo.device' },
    })
    expect(reasonOf(await undo(command.id))).toEqual([409, 'undo.device'])
    expect(ok(await master('GET', `/hardware/${id}/show`)).body.data.deleted_at).toBeNull()
  })
})

describe('in a login-as session', () => {
  test('the list has what the administrator did, and the own session of the user what the user did', async () => {
    const id = await site({ name: 'Mast' })
    ok(await client('PUT', `/site/${id}/update`, { notes: 'By the user' }))
    const own = await latest(client)
    const [user] = await query(sql<{ id: number }>`select actor_id as id from audit_log where id = ${own.id}`)
    const { token } = ok(await master('POST', `/user/${user?.id}/login`, { reason: 'Case 4711' })).body.data.access
    const asUser: ApiCall = (method, path, body) => master(method, path, body, { authorization: `Bearer ${token}` })
    expect(await listed(asUser)).toEqual([])
    expect((await undo(own.id as number, asUser)).status).toBe(404)
    ok(await change(id, { city: 'Bergen' }, asUser))
    const byAdmin = await latest(asUser)
    expect(byAdmin).toMatchObject({ object_id: id, fields: ['city'], undo: 'possible' })
    // The user neither sees it nor overwrites it.
    expect((await latest(client)).id).toBe(own.id)
    expect((await undo(byAdmin.id, client)).status).toBe(404)
    const reply = await undo(own.id, client)
    expect(reasonOf(reply)).toEqual([409, 'undo.changed_by'])
    expect(reply.body.error.params.by).toContain('@panel.example')
    ok(await undo(byAdmin.id, asUser))
    expect((await shown(id)).city).toBeNull()
    const log = await query(
      sql<{ impersonator_name: string | null }>`
        select impersonator_name from audit_log where subject = 'sites' and object_id = ${id} order by id desc limit 1`,
    )
    expect(log[0]?.impersonator_name).toContain('@panel.example')
  })
})

describe('what is only in part in the log', () => {
  /** A subnet of the master, in a block that it owns. */
  const subnet = async (type: 'pool' | 'network', net: string): Promise<number> => {
    const parent_id = await fixture.panel.sql((tx) => createSubnet(tx, { net, company_id: fixture.companies.master }))
    const body = { type, net: net.replace('/24', '/25'), parent_id, name: 'Dial-in', usage_type: 'customer' }
    return ok(await master('POST', '/network/subnet/store', body), 201).body.data.id
  }

  test('is reported: the pools of a NAS, which stay', async () => {
    const body = { name: `Tower ${++serial}`, address: '192.0.2.9', secret: 'a-secret-of-radius', vendor: 'mikrotik' }
    const id = ok(await master('POST', '/network/nas/store', { ...body, purposes: ['pppoe'] }), 201).body.data.id
    ok(
      await master('PUT', `/network/nas/${id}/update`, {
        region: 'North',
        pool_ids: [await subnet('pool', '10.99.0.0/24')],
      }),
    )
    const action = await latest()
    expect(action).toMatchObject({ verb: 'update', fields: ['region'] })
    expect(ok(await undo(action.id)).body.data.not_restored).toMatchObject([{ reason: 'undo.pools_stay' }])
  })

  test('is not undone: an address of a subnet', async () => {
    const id = await subnet('network', '10.98.0.0/24')
    ok(await master('POST', `/network/subnet/${id}/ips/store`, { ip: '10.98.0.9', note: 'Printer' }), 201)
    expect(await latest()).toMatchObject({ undo: 'impossible', note: { reason: 'undo.no_inverse' } })
  })

  test('is not undone: the e-mail address of a user, which is verified again', async () => {
    const [user] = await query(
      sql<{ id: number }>`select id from app_user where company_id = ${fixture.companies.client} and role = 'editor'`,
    )
    ok(await master('PUT', `/user/${user?.id}/update`, { email: `new-${++serial}@client.example`, first_name: 'Ada' }))
    const action = await latest()
    expect(action).toMatchObject({ subject: 'users', undo: 'impossible', note: { reason: 'undo.email' } })
    expect(reasonOf(await undo(action.id))).toEqual([409, 'undo.email'])
    ok(await master('PUT', `/user/${user?.id}/update`, { first_name: 'Grace' }))
    ok(await undo((await latest()).id))
    expect(ok(await master('GET', `/user/${user?.id}/show`)).body.data.first_name).toBe('Ada')
  })
})

describe('a kind without a trash', () => {
  test('note: a new one is deleted, a changed one gets its text, a deleted one is gone', async () => {
    const on = await site()
    const store = async () =>
      ok(await master('POST', '/note/store', { kind: 'site', record_id: on, text: 'First' }), 201).body.data.id
    const text = async () =>
      ok(await master('GET', `/note/index?search=kind:site;record_id:${on}`)).body.data.map(
        (note: { text: string }) => note.text,
      )
    const id = await store()
    ok(await master('PUT', `/note/${id}/update`, { text: 'Second' }))
    ok(await undo((await latest()).id))
    expect(await text()).toEqual(['First'])
    await store()
    ok(await undo((await latest()).id))
    expect(await text()).toEqual(['First'])
    ok(await master('DELETE', `/note/${id}/destroy`), 204)
    const action = await latest()
    expect(action).toMatchObject({ verb: 'destroy', undo: 'impossible', note: { reason: 'undo.no_inverse' } })
    expect(reasonOf(await undo(action.id))[0]).toBe(409)
  })

  test('invitation: it is cancelled, and its link is in no reply', async () => {
    const body = { email: `guest-${++serial}@client.example`, role: 'editor', company_id: fixture.companies.client }
    const id = ok(await master('POST', '/user/invite/store', { ...body, locale: 'en' }), 201).body.data.id
    const action = await latest()
    expect(action).toMatchObject({ subject: 'user-invites', object_id: id, undo: 'possible' })
    ok(await undo(action.id))
    const rows = await query(sql<{ open: boolean }>`
      select cancelled_at is null as open from invitation where id = ${id}`)
    expect(rows).toEqual([{ open: false }])
    expect(JSON.stringify(await listed())).not.toContain('token')
  })
})

describe('a bulk job', () => {
  const start = async (ids: number[]) => {
    const id = startedJob(await master('POST', '/site/bulk/destroy', { ids }))
    await runBulkJob(fixture.panel, id)
    return id
  }
  const undoJob = (id: number, call = master) => call('POST', `/bulk-job/${id}/undo`)
  const trashed = async (ids: number[]) =>
    (
      await query(
        sql<{
          id: number
        }>`select id from site where id = any (${ids}::bigint[]) and deleted_at is not null order by id`,
      )
    ).map(({ id }) => id)

  test('is one action, and another job undoes what it changed', async () => {
    const ids = [await site(), await site(), await site()]
    const job = await start(ids)
    const action = await latest()
    expect(action).toMatchObject({
      id: null,
      bulk_job_id: job,
      verb: 'destroy',
      subject: 'sites',
      count: 3,
      job: { action: 'site.bulk-destroy', object: 'site' },
      undo: 'possible',
    })
    // Another user restores one.
    ok(await colleague('PUT', `/site/${ids[0]}/recover`))
    const undoing = startedJob(await undoJob(job))
    expect(reasonOf(await undoJob(job))).toEqual([409, 'undo.done'])
    await runBulkJob(fixture.panel, undoing)
    expect(await trashed(ids)).toEqual([])
    expect(await jobResults(master, undoing)).toEqual({
      [ids[0] as number]: 'skipped undo.changed_by',
      [ids[1] as number]: 'done',
      [ids[2] as number]: 'done',
    })
    expect(await showJob(master, undoing)).toMatchObject({ action: 'bulk-job.undo', object: 'site', done: 2 })
    const [again, first] = await listed()
    expect(again).toMatchObject({ bulk_job_id: undoing, undoes: true, count: 2, undo: 'possible' })
    expect(first).toMatchObject({ bulk_job_id: job, undo: 'undone' })
    const redone = startedJob(await undoJob(undoing))
    await runBulkJob(fixture.panel, redone)
    expect(await trashed(ids)).toEqual([ids[1], ids[2]])
  })

  test('restores the former value of each row', async () => {
    const create = (is_active: boolean) =>
      fixture.panel.sql((tx) =>
        createCompany(tx, {
          name: `Firm ${++serial}`,
          type: 'client',
          parent_id: fixture.companies.reseller,
          is_active,
        }),
      )
    const ids = [await create(true), await create(false)]
    const job = startedJob(await master('POST', '/company/bulk/status', { ids, is_active: false }))
    await runBulkJob(fixture.panel, job)
    const undoing = startedJob(await undoJob(job))
    await runBulkJob(fixture.panel, undoing)
    const rows = await query(
      sql<{ is_active: boolean }>`select is_active from company where id = any (${ids}::bigint[]) order by id`,
    )
    expect(rows.map(({ is_active }) => is_active)).toEqual([true, false])
    // The row that the first job left as it was is not part of it.
    expect(Object.keys(await jobResults(master, undoing))).toEqual([String(ids[0])])
  })

  test('is undone by its user only, and not while it runs', async () => {
    const ids = [await site()]
    const job = startedJob(await master('POST', '/site/bulk/destroy', { ids }))
    expect((await undoJob(job, colleague)).status).toBe(404)
    expect(reasonOf(await undoJob(job))).toEqual([409, 'bulk.still_running'])
    expect(await latest()).toMatchObject({ bulk_job_id: job, undo: 'impossible' })
    await runBulkJob(fixture.panel, job)
    expect(await latest()).toMatchObject({ bulk_job_id: job, undo: 'possible' })
  })

  test('leaves the other actions of its user in the list', async () => {
    await site({ name: 'Before the job' })
    const rows = await query(
      sql<{ id: number }>`
        insert into site (company_id, name) select ${fixture.companies.client}, 'Row ' || n from generate_series(1, 120) n returning id`,
    )
    await start(rows.map(({ id }) => id))
    await site({ name: 'After the job' })
    const actions = await listed()
    expect(actions.slice(0, 3).map(({ label, count, job }) => label ?? `${job?.action} ${count}`)).toEqual([
      'After the job',
      'site.bulk-destroy 120',
      'Before the job',
    ])
    expect(actions.length).toBeLessThanOrEqual(50)
  })
})
