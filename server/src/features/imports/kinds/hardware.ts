import { message } from '@trunkline/contract/errors'
import { hardware } from '@trunkline/contract/resources/hardware'
import { managementProtocols } from '@trunkline/contract/resources/hardware-enums'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { actorMayOn, relationTo } from '../../../access/actor.ts'
import { referenceColumns } from '../../../reference/fields.ts'
import { seal } from '../../../secrets.ts'
import { elsewhere } from '../../hardware/hardware-placement.ts'
import { passwordContext } from '../../../devices/password-context.ts'
import { hardwareColumns, passwordColumn, validateHardware } from '../../hardware/hardware.ts'
import { addressError, approveAddress } from '../../hardware/management-address.ts'
import {
  macError,
  warrantyErrors,
  writtenFields,
  type HardwareBody,
  type Model,
  type StoredHardware,
} from '../../hardware/hardware-rules.ts'
import { calendarDay, oneOf, readFields, integer } from '../cells.ts'
import type { ImportKind, KindRun, KindWork, RowOutcome, SourceRow } from '../kind.ts'
import { changesOf, updateRow } from '../../../db/write-row.ts'
import { inSavepoint, createKeyIndex, reportRejection, withBadOutcomes, writeEach, type CheckedRow } from '../write.ts'
import { hardwareImportColumns } from './hardware-columns.ts'
import { hardwareNames, type NamedSite } from './hardware-names.ts'

const {
  model: _model,
  type: _type,
  manufacturer: _manufacturer,
  site_id: _site,
  company_id: _company,
  vpn_dialup_id: _dialup,
  ...fields
} = hardware.store.body.shape
const schema = z.object(fields)
const readers = {
  warranty_expiry_at: calendarDay,
  management_protocol: oneOf(managementProtocols),
  management_port: integer(1, 65_535),
}

/** File columns of form fields with another name. */
const columnOf = { company_id: 'company', site_id: 'site', vpn_dialup_id: 'vpn_dialup', model_id: 'model' }

interface Checked extends CheckedRow {
  body: HardwareBody
  model: Model
  site: NamedSite | undefined
  /** In the notation of the database; undefined also if the cell is invalid. */
  mac: string | null | undefined
  /** Column values to write, without the password. */
  values: Record<string, unknown>
  before: (StoredHardware & Record<string, unknown>) | undefined
}

/** Devices, by the rules of their form. The key is manufacturer and serial number. */
export const hardwareImport: ImportKind = {
  name: 'hardware',
  noun: 'devices',
  ability: { action: 'import', subject: 'hardware' },
  columns: hardwareImportColumns,
  begin,
}

/** What the rows of a run share. */
interface Work {
  run: KindRun
  names: ReturnType<typeof hardwareNames>
  seen: ReturnType<typeof createKeyIndex>
  macs: ReturnType<typeof createKeyIndex>
}

function begin(run: KindRun): KindWork {
  const names = hardwareNames(run)
  const work: Work = { run, names, seen: createKeyIndex(run), macs: createKeyIndex(run) }
  return {
    async storeRows(rows) {
      await names.load(rows)
      const checked: Checked[] = []
      for (const [at, source] of rows.entries()) {
        // Lets other requests of this process run.
        if (at % 100 === 99) await run.yieldToEventLoop()
        const one = await check(work, source)
        if (one !== undefined) checked.push(one)
      }
      await findPresent(run, checked)
      await checkMacs(run, checked)
      for (const one of checked) if (one.before === undefined) await checkNew(run, one)
      const good = checked.filter(({ source }) => !run.isBad(source))
      const outcomes = [
        ...(await insert(
          run,
          good.filter(({ before }) => before === undefined),
        )),
        ...(await writeEach(
          run,
          good.filter(({ before }) => before !== undefined),
          (row) => update(run, row),
          ({ source }, error) => reportRejection(run, source, error, columnOf),
        )),
      ]
      return withBadOutcomes(rows, outcomes)
    },
  }
}

/** Undefined if the device cannot be identified; all errors of the row are reported. */
async function check({ run, names, seen, macs }: Work, source: SourceRow): Promise<Checked | undefined> {
  const read = readFields(run, source, schema, readers)
  const { model, company, site, vpn_dialup_id } = await names.find(source)
  const body: HardwareBody = {
    ...read,
    ...(company !== undefined && { company_id: company.id }),
    ...(site !== undefined && { site_id: site.id }),
    ...(vpn_dialup_id !== undefined && { vpn_dialup_id }),
  }
  if (company !== undefined && site !== undefined && site.company_id !== company.id)
    run.error(source, 'site', elsewhere)
  const written = writtenFields(body)
  for (const [field, reportError] of Object.entries(written.errors)) run.error(source, field, reportError)
  const { telephone, management_password: _p, serial_number, ...same } = body
  let reference = {}
  try {
    reference = referenceColumns({ telephone })
  } catch (error) {
    reportRejection(run, source, error)
  }
  if (model === undefined) return undefined
  body.model = model.id
  if (serial_number != null)
    seen.isFirst(`${model.manufacturer_id} ${serial_number.toUpperCase()}`, source, 'serial_number')
  if (written.columns.mac != null) macs.isFirst(written.columns.mac, source, 'mac')
  const values = { ...same, serial_number, model_id: model.id, ...reference, ...written.columns }
  const name = read.name ?? ''
  const label = serial_number == null ? name : `${name} (${serial_number})`
  return { source, label, body, model, site, mac: written.columns.mac, values, before: undefined }
}

/** Finds devices with the serial numbers of the batch; for those the caller may not see, only that they exist. */
async function findPresent(run: KindRun, rows: readonly Checked[]): Promise<void> {
  const { tx, actor, mode } = run
  const keyed = rows.filter(({ body }) => body.serial_number != null)
  const makers = keyed.map(({ model }) => model.manufacturer_id)
  const serials = keyed.map(({ body }) => body.serial_number)
  const { rows: used } = await sql<{ at: number; id: number }>`
    select at, id from hardware_serials_used(${makers}::bigint[], ${serials}::text[])`.execute(tx)
  const { rows: seenDevices } = await sql<StoredHardware & Record<string, unknown>>`
    select * from hardware where id = any (${used.map(({ id }) => id)}::bigint[])`.execute(tx)
  const devices = new Map(seenDevices.map((device) => [device.id, device]))
  for (const { at, id } of used) {
    const row = keyed[at - 1] as Checked
    const { source } = row
    const before = (row.before = devices.get(id))
    if (before === undefined) run.error(source, 'serial_number', message('hardware.serial_taken'))
    else if (mode !== 'update')
      run.error(source, 'serial_number', message('import.serial_taken_by', { name: before.name }))
    else if (!actorMayOn(actor, hardware.update.access, relationTo(actor, before.company_id)))
      run.error(source, '', message('row.forbidden'))
  }
}

/** Reports MAC addresses that other devices have. */
async function checkMacs(run: KindRun, rows: readonly Checked[]): Promise<void> {
  const keyed = rows.filter(({ mac, before }) => mac != null && mac !== before?.mac)
  const { rows: used } = await sql<{ at: number; id: number; name: string | null }>`
    select u.at, u.id, h.name from hardware_macs_used(${keyed.map(({ mac }) => mac)}::text[]) u
    left join hardware h on h.id = u.id`.execute(run.tx)
  for (const { at, id, name } of used) {
    const { source, before } = keyed[at - 1] as Checked
    if (id !== before?.id) run.error(source, 'mac', macError(name))
  }
}

/** Rules that apply only to new devices; changes are checked one by one by the rules of the form. */
async function checkNew(run: KindRun, { source, body, model, site, values }: Checked): Promise<void> {
  const { tx, actor } = run
  const company_id = site?.company_id ?? body.company_id ?? run.company_id
  values['company_id'] = company_id
  if (!actorMayOn(actor, { action: 'create', subject: 'hardware' }, relationTo(actor, company_id)))
    run.error(source, site === undefined ? 'company' : 'site', message('import.company_forbidden'))
  for (const [field, reportError] of Object.entries(warrantyErrors(actor, body, model, undefined)))
    run.error(source, field, reportError)
  if (actor.company_type === 'simrush') return
  const { management_address: address, vpn_dialup_id } = body
  const error = await addressError(tx, actor, { id: undefined, company_id, address, vpn_dialup_id })
  if (error !== undefined) run.error(source, 'management_address', error)
}

async function insert(run: KindRun, rows: readonly Checked[]): Promise<RowOutcome[]> {
  if (!run.writes() || rows.length === 0)
    return rows.map(({ source, label }) => ({ row: source.row, outcome: 'created', id: null, label }))
  const write = async (some: readonly Checked[]) => {
    const ids = await insertMany(run, some)
    return some.map(({ source, label }, at) => ({
      row: source.row,
      outcome: 'created' as const,
      id: ids[at] as number,
      label,
    }))
  }
  try {
    return await inSavepoint(run.tx, () => write(rows))
  } catch {
    // A concurrent transaction used one of the keys; each row is retried alone to find out which.
    const outcomes: RowOutcome[] = []
    for (const row of rows)
      try {
        outcomes.push(...(await inSavepoint(run.tx, () => write([row]))))
      } catch (rejection) {
        reportRejection(run, row.source, rejection, columnOf)
      }
    return outcomes
  }
}

async function update(run: KindRun, { body, values, before }: Checked): Promise<Pick<RowOutcome, 'outcome' | 'id'>> {
  const { tx, actor } = run
  const device = before as StoredHardware & Record<string, unknown>
  const { id } = device
  if (changesOf(device, values).length === 0 && body.management_password === undefined) return { outcome: 'same', id }
  const write = { body, actor, before: device }
  const facts = await validateHardware(tx, write)
  if (!run.writes()) return { outcome: 'updated', id }
  const wanted = { ...hardwareColumns(write, facts), ...passwordColumn(run.key, id, body) }
  await updateRow(tx, 'hardware', id, Object.fromEntries(changesOf(device, wanted)))
  await approveAddress(tx, actor, { id, address: facts.newAddress })
  return { outcome: 'updated', id }
}

/** Inserts devices in one statement. @returns their ids, in order */
async function insertMany(run: KindRun, rows: readonly Checked[]): Promise<number[]> {
  const { tx } = run
  const { rows: next } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('hardware', 'id')) as id from generate_series(1, ${rows.length})`.execute(tx)
  const ids = next.map(({ id }) => id)
  // Locked until the commit: transactions that count the devices of a site or delete it must wait.
  const sites = [
    ...new Set(rows.flatMap(({ values }) => (values['site_id'] == null ? [] : [values['site_id'] as number]))),
  ]
  if (sites.length > 0)
    await sql`select from site where id = any (${sites}::bigint[]) order by id for no key update`.execute(tx)
  const written = rows.map(({ values, body }, at) => {
    const id = ids[at] as number
    const { management_password: password } = body
    return {
      management_protocol: 'api-ssl',
      ...values,
      id,
      management_password: password == null ? null : seal(run.key, password, passwordContext(id)).toString('hex'),
    }
  })
  for (const { id, ...row } of written)
    await approveAddress(tx, run.actor, {
      id,
      address: (row as { management_address?: string | null }).management_address,
    })
  await sql`
    insert into hardware (id, company_id, site_id, model_id, name, serial_number, mac, comment, warranty_expiry_at, phone_country_code, phone_number,
      management_address, management_protocol, management_port, management_user, management_password, pinned_certificate, vpn_dialup_id)
    select id, company_id, site_id, model_id, name, serial_number, mac, comment, warranty_expiry_at, phone_country_code, phone_number,
      management_address, management_protocol, management_port, management_user, decode(management_password, 'hex'), pinned_certificate, vpn_dialup_id
    from jsonb_to_recordset(${JSON.stringify(written)}::jsonb) as r(id bigint, company_id bigint, site_id bigint, model_id bigint, name text, serial_number text,
      mac macaddr, comment text, warranty_expiry_at date, phone_country_code text, phone_number text, management_address text, management_protocol text,
      management_port int, management_user text, management_password text, pinned_certificate text, vpn_dialup_id bigint)`.execute(
    tx,
  )
  return ids
}
