import { message } from '@trunkline/contract/errors'
import { authMethods, ipv4Methods, paymentPeriods, serviceStatuses } from '@trunkline/contract/resources/radius-enums'
import { services } from '@trunkline/contract/resources/service'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { actorMayOn, relationTo } from '../../../access/actor.ts'
import type { Tx } from '../../../db/pool.ts'
import { checkProtectedFields, protectedFieldsOf } from '../../../http/protected-fields.ts'
import {
  authMethodLabels,
  ipv4MethodLabels,
  paymentPeriodLabels,
  serviceStatusLabels,
} from '../../../reference/radius-labels.ts'
import type { ServiceBody } from '../../services/service-body.ts'
import { checkService, type StoredService } from '../../services/service-rules.ts'
import { identityOf } from '../../services/service-identity.ts'
import { changeService, createService, validateService } from '../../services/service-write.ts'
import { calendarDay, oneOf, readFields, integer, type Reader } from '../cells.ts'
import type { ImportKind, KindRun, KindWork, RowOutcome, SourceRow } from '../kind.ts'
import { changesOf } from '../../../db/write-row.ts'
import {
  newSecret,
  runAndRollBack,
  createCheckCache,
  createKeyIndex,
  reportRejection,
  withBadOutcomes,
  writeEach,
  type CheckedRow,
} from '../write.ts'
import { serviceImportColumns } from './services-columns.ts'
import { createReferences } from '../references.ts'
import { serviceReferences } from './services-names.ts'

const {
  company_id: _company,
  tariff_id: _tariff,
  nas_id: _nas,
  site_id: _site,
  subnet_id: _subnet,
  network_subnet_id: _network,
  ipv6_subnet_id: _ipv6,
  framed_ipv6_subnet_id: _framed,
  password,
  ...fields
} = services.store.body.shape
const schema = z.object({ ...fields, password: z.optional(password) })
const limit = integer(1, 100)
/** Maximum number of sessions; null: unlimited. */
const sessionLimit: Reader = {
  read: (text) => (/^(unlimited|unbegrenzt)$/i.test(text) ? null : limit.read(text)),
  error: message('cell.session_limit', { min: 1, max: 100 }),
}
const readers = {
  status: oneOf(serviceStatuses, serviceStatusLabels),
  payment_period: oneOf(paymentPeriods, paymentPeriodLabels),
  ipv4_method: oneOf(ipv4Methods, ipv4MethodLabels),
  starts_on: calendarDay,
  ends_on: calendarDay,
  auth_method: oneOf(authMethods, authMethodLabels),
  simultaneous_use: sessionLimit,
  network_prefix: integer(1, 32),
  ipv6_prefix: integer(1, 128),
}

interface Checked extends CheckedRow {
  body: ServiceBody
  before: (StoredService & Record<string, unknown>) | undefined
}

/** Generates a password if the file has none, unless the service authenticates without one. */
const withPassword = (body: ServiceBody): ServiceBody =>
  body.password === undefined && (body.auth_method ?? 'password') === 'password'
    ? { ...body, password: newSecret() }
    : body

/** Whether the service needs addresses from address management. */
const needsAddress = (body: ServiceBody) =>
  body.ip !== undefined ||
  body.network_subnet_id != null ||
  body.ipv6_subnet_id != null ||
  (body.ipv4_method !== undefined && body.ipv4_method !== 'pool' && body.ipv4_method !== 'nas-decides') ||
  body.subnet_id != null

/** Client services, by the rules of their form. The key is the user name. */
export const serviceImport: ImportKind = {
  name: 'services',
  noun: 'services',
  ability: { action: 'create', subject: 'services' },
  columns: serviceImportColumns,
  examples,
  begin,
}

/** A client and a tariff that the caller may see, with unambiguous names. */
async function examples(tx: Tx): Promise<Record<string, string>> {
  const { rows } = await sql<{ company: string | null; tariff: string | null }>`
    select (select name from company where type = 'client' and is_active and deleted_at is null group by name having count(*) = 1 order by name limit 1) as company,
      (select name from tariff where deleted_at is null group by name having count(*) = 1 order by name limit 1) as tariff`.execute(
    tx,
  )
  const { company, tariff } = rows[0] ?? { company: null, tariff: null }
  return { ...(company !== null && { company }), ...(tariff !== null && { tariff }) }
}

/** What the rows of a run share. */
interface Work {
  run: KindRun
  names: ReturnType<typeof createReferences>
  seen: ReturnType<typeof createKeyIndex>
  remembered: ReturnType<typeof createCheckCache>
}

const writerOf = ({ actor, key }: KindRun) => ({ actor, kind: 'service' as const, key })

function begin(run: KindRun): KindWork {
  const names = createReferences(run, serviceReferences)
  const work: Work = { run, names, seen: createKeyIndex(run), remembered: createCheckCache() }
  return {
    async storeRows(rows) {
      await names.load(rows)
      const checked = rows.flatMap((source) => check(work, source) ?? [])
      await findPresent(run, checked)
      for (const [at, row] of checked.entries()) {
        if (at % 100 === 99) await run.yieldToEventLoop()
        await checkRules(work, row)
      }
      const good = checked.filter(({ source }) => !run.isBad(source))
      const all = () =>
        writeEach(
          run,
          good,
          (row) => write(run, row),
          ({ source }, error) => reportRejection(run, source, error, names.columnOf),
        )
      // Only an allocation shows whether an address is free, so a dry run allocates and rolls back.
      const outcomes = run.writes() ? await all() : await runAndRollBack(run.tx, all)
      return withBadOutcomes(rows, outcomes)
    },
  }
}

/** Undefined if the row has no user name. */
function check({ run, names, seen }: Work, source: SourceRow): Checked | undefined {
  const read = readFields(run, source, schema, readers)
  const body = { ...read, ...names.find(source) } as ServiceBody
  const { username } = body
  if (username === undefined) {
    if (source.cells['username'] === undefined) run.error(source, 'username', message('field.required'))
    return undefined
  }
  seen.isFirst(username, source, 'username')
  return { source, label: username, body, before: undefined }
}

/** Finds services with the user names of the batch; for those the caller may not see, only that they exist. */
async function findPresent(run: KindRun, rows: readonly Checked[]): Promise<void> {
  const { tx, mode } = run
  const wanted = rows.map(({ body }) => body.username as string)
  const { rows: found } = await sql<StoredService & Record<string, unknown> & { at: number }>`
    select s.*, w.at from unnest(${wanted}::text[]) with ordinality w(name, at)
    join service s on s.username = w.name and s.deleted_at is null and s.kind = 'service'`.execute(tx)
  for (const service of found) (rows[service.at - 1] as Checked).before = service
  const { rows: used } = await sql<{ at: number }>`select usernames_used(${wanted}::text[]) as at`.execute(tx)
  for (const { at } of used) {
    const row = rows[at - 1] as Checked
    if (row.before === undefined || mode !== 'update')
      run.error(row.source, 'username', message('service.username_taken'))
  }
}

/** Checks that need no address management; the result is cached for rows with the same input. */
async function checkRules({ run, names, remembered }: Work, { source, body, before }: Checked): Promise<void> {
  const { tx, actor } = run
  // An unresolved reference cannot be checked; it was already reported.
  if (body.tariff_id === undefined && source.cells['tariff'] === undefined && before === undefined)
    run.error(source, 'tariff', message('field.required'))
  if (run.isBad(source) && (body.company_id === undefined) !== (source.cells['company'] === undefined)) return
  const company_id = before?.company_id ?? body.company_id ?? run.company_id
  const access = before === undefined ? services.store.access : services.update.access
  if (!actorMayOn(actor, access, relationTo(actor, company_id)))
    return run.error(source, 'company', message('import.company_forbidden'))
  if (before !== undefined && body.company_id !== undefined && body.company_id !== before.company_id)
    return run.error(source, 'company', message('import.service_company_fixed'))
  const { tariff_id, nas_id, site_id, starts_on, ends_on, auth_method, ipv4_method, subnet_id } = body
  const requested = {
    company_id,
    tariff_id,
    nas_id,
    site_id,
    starts_on,
    ends_on,
    auth_method,
    ipv4_method,
    subnet_id,
  }
  const rejection = await remembered(JSON.stringify([requested, before?.id]), () =>
    checkService(tx, 'service', company_id, requested as ServiceBody, before),
  )
  if (rejection !== null) reportRejection(run, source, rejection, names.columnOf)
  try {
    // A value with an error is missing here.
    if (!run.isBad(source)) identityOf('service', before === undefined ? withPassword(body) : body, before)
    if (before === undefined) return
    const changed = Object.fromEntries(changesOf(before, body))
    checkProtectedFields(actor, services.update, protectedFieldsOf(services.update), changed, company_id)
  } catch (error) {
    reportRejection(run, source, error, names.columnOf, 'status')
  }
}

async function store(run: KindRun, { body }: Checked): Promise<number> {
  const { tx, actor } = run
  const sent = { ...withPassword(body), company_id: body.company_id ?? run.company_id }
  return createService(
    tx,
    writerOf(run),
    sent,
    await validateService(tx, 'service', { body: sent, actor, before: undefined }),
  )
}

async function change(run: KindRun, { body, before }: Checked): Promise<Pick<RowOutcome, 'outcome' | 'id'>> {
  const { tx, actor } = run
  const service = before as StoredService & Record<string, unknown>
  const { company_id: _, ...sent } = body
  // Unchanged values are left out: writing them would send a CoA request to running sessions.
  const requested = Object.fromEntries(
    changesOf(service, sent).filter(([field, value]) => field !== 'ip' || value !== service.address),
  )
  if (Object.keys(requested).length === 0) return { outcome: 'same', id: service.id }
  const facts = await validateService(tx, 'service', { body: requested, actor, before: service })
  const isChanged = await changeService(tx, writerOf(run), requested, service, facts)
  return { outcome: isChanged ? 'updated' : 'same', id: service.id }
}

async function write(run: KindRun, row: Checked): Promise<Pick<RowOutcome, 'outcome' | 'id'>> {
  if (run.writes())
    return row.before === undefined ? { outcome: 'created', id: await store(run, row) } : change(run, row)
  if (row.before !== undefined) return { ...(await change(run, row)), id: row.before.id }
  if (needsAddress(row.body)) await store(run, row)
  return { outcome: 'created', id: null }
}
