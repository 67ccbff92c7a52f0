import { message, type FieldErrors } from '@trunkline/contract/errors'
import {
  deviceTools,
  type Run,
  type RunInput,
  type RunState,
  type Tool,
} from '@trunkline/contract/resources/device-tool'
import { sql, type SqlBool } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import type { Deps } from '../../deps.ts'
import { readDefaultRoutes } from '../../devices/readings/default-route.ts'
import { flagOf } from '../../devices/readings/values.ts'
import { portsOf, radiosOf, secondsOfTool } from '../../devices/tools/run-tool.ts'
import { endDeadRuns } from '../../devices/tools/tool-runs.ts'
import { conflict, invalid, notFound } from '../../errors.ts'
import type { Call, Handlers } from '../../http/call.ts'
import { indexHandler } from '../../http/standard-handlers.ts'
import { checkManaged, loadDevice, managementAddresses, type LiveDevice } from '../lan/device.ts'

/** Maximum running tools: on a device, of a user, and on the devices of a company. */
const limits = { device: 2, user: 4, company: 20 } as const

const rows = (tx: Tx) =>
  tx
    .selectFrom('device_tool_run as t')
    .select([
      't.id',
      't.hardware_id',
      't.company_id',
      't.requested_by',
      't.started_at',
      't.finished_at',
      't.ancestor_ids',
    ])
    .select([
      sql<Tool>`t.tool`.as('tool'),
      sql<RunState>`t.state`.as('state'),
      sql<RunInput>`t.input`.as('input'),
      // The server adds the text.
      sql<Run['detail']>`t.detail`.as('detail'),
      sql<string>`lower(t.requested_by)`.as('search_text'),
    ])

const source = {
  rows,
  owner: 'company_id',
  searchText: 'search_text',
  ancestor_ids: 'ancestor_ids',
  softDelete: false,
} as const

/** A run on this device. @throws AppError not_found, also for one on another device */
async function runOf(tx: Tx, hardware_id: number, id: number): Promise<Run> {
  const row = await rows(tx)
    .select(['t.is_cut', 't.deadline_at', sql<Run['rows']>`t.rows`.as('rows')])
    .where('t.id', '=', id)
    .where('t.hardware_id', '=', hardware_id)
    .executeTakeFirst()
  if (row === undefined) throw notFound()
  const { ancestor_ids: _ancestors, search_text: _search, ...shown } = row
  return shown
}

/** The fields that each tool needs. */
const required: Readonly<Record<Tool, readonly (keyof RunInput)[]>> = {
  ping: ['address'],
  traceroute: ['address'],
  dns: ['name'],
  torch: ['interface'],
  traffic: ['interface'],
  log: [],
  'wifi-scan': ['interface'],
  'cable-test': ['interface'],
  'wake-on-lan': ['interface', 'mac'],
}
const optional: Readonly<Partial<Record<Tool, readonly (keyof RunInput)[]>>> = {
  ping: ['count', 'size'],
  dns: ['server'],
  torch: ['seconds'],
  traffic: ['seconds'],
  log: ['topic', 'minutes'],
  'wifi-scan': ['seconds'],
}

/** The fields of the tool. @throws AppError validation_failed where one is missing */
function inputOf(tool: Tool, body: Partial<Record<keyof RunInput, string | number | undefined>>): RunInput {
  const errors: FieldErrors = {}
  for (const field of required[tool])
    if (body[field] === undefined || body[field] === '') errors[field] = message('field.required')
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const used = [...required[tool], ...(optional[tool] ?? [])]
  const input = Object.fromEntries(
    used.flatMap((field) => (body[field] === undefined || body[field] === '' ? [] : [[field, body[field]]])),
  ) as RunInput
  return input.mac === undefined ? input : { ...input, mac: macOf(input.mac) }
}

const macOf = (text: string) =>
  text
    .replaceAll(/[^0-9a-f]/gi, '')
    .toUpperCase()
    .replaceAll(/..(?=.)/g, '$&:')

/** @throws AppError conflict if too many tools run */
async function checkLimits(tx: Tx, actor: Actor, device: LiveDevice): Promise<void> {
  // Two requests at the same time would count the same runs.
  await sql`select pg_advisory_xact_lock(hashtext('device-tools'), ${device.company_id % 2_000_000_000}::int)`.execute(
    tx,
  )
  const { rows: found } = await sql<{ device: number; user: number; company: number }>`
    select count(*) filter (where hardware_id = ${device.id})::int as device, count(*) filter (where actor_id = ${actor.user_id})::int as user,
      count(*) filter (where company_id = ${device.company_id})::int as company
    from device_tool_run where finished_at is null and heartbeat_at > now() - interval '1 minute'`.execute(tx)
  const running = found[0]
  if (running === undefined) return
  if (running.device >= limits.device) throw conflict('tool.device_busy', { max: limits.device })
  if (running.user >= limits.user) throw conflict('tool.user_busy', { max: limits.user })
  if (running.company >= limits.company) throw conflict('tool.company_busy', { max: limits.company })
}

/** Tools that run on a device for a short time, and whose rows are followed by the browser. */
export const deviceToolHandlers = (deps: Deps): Handlers<typeof deviceTools> => {
  const { devices } = deps

  async function start(tx: Tx, actor: Actor, device: LiveDevice, tool: Tool, input: RunInput): Promise<Run> {
    checkManaged(device)
    await checkLimits(tx, actor, device)
    const { id: runId } = await tx
      .insertInto('device_tool_run')
      .values({
        company_id: device.company_id,
        hardware_id: device.id,
        tool,
        input: JSON.stringify(input),
        actor_id: actor.user_id,
        requested_by: actor.label,
        deadline_at: new Date(Date.now() + secondsOfTool(tool, input) * 1000).toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await sql`select audit_event('run', 'hardware', ${device.id}, ${device.name}, ${device.company_id}, null, ${JSON.stringify({ tool, ...input })}::jsonb)`.execute(
      tx,
    )
    return runOf(tx, device.id, runId)
  }

  return {
    async index(call) {
      const { id } = call.params
      await call.db((tx) => loadDevice(tx, call.actor, deviceTools.index.access, id))
      const of = sql<SqlBool>`r.hardware_id = ${id}`
      return indexHandler(deps, deviceTools.index, { ...source, where: [of] })(call as Call)
    },

    async options({ actor, params, db }) {
      const host = await db(async (tx) => {
        const device = await loadDevice(tx, actor, deviceTools.options.access, params.id)
        checkManaged(device)
        return (await managementAddresses(tx, device))[0] ?? ''
      })
      const { rows: options } = await devices.read(params.id, 'tool-options', async (session) => {
        const [interfaces, ports, radios, routes] = await Promise.all([
          session.print('interface', { proplist: ['name', 'type', 'running'] }),
          portsOf(session, host),
          radiosOf(session),
          readDefaultRoutes(session),
        ])
        return {
          interfaces: interfaces.map((row) => ({
            name: row['name'] ?? '',
            type: row['type'] ?? '',
            running: flagOf(row['running']),
          })),
          ports: ports.names.filter((name) => !ports.uplinks.has(name)),
          radios: radios.map(({ name }) => name),
          gateway: routes[0]?.gateway ?? null,
        }
      })
      return { data: options }
    },

    show: ({ actor, params, db }) =>
      db(async (tx) => {
        await loadDevice(tx, actor, deviceTools.show.access, params.id)
        return { data: await runOf(tx, params.id, params.runId) }
      }),

    start: ({ actor, params, body, db, afterCommit }) =>
      db(async (tx) => {
        const { tool, ...fields } = body
        const device = await loadDevice(tx, actor, deviceTools.start.access, params.id)
        const run = await start(tx, actor, device, tool, inputOf(tool, fields))
        afterCommit(() => devices.startTool(run.id))
        return { data: run }
      }),

    startService: ({ actor, params, body, db, afterCommit }) =>
      db(async (tx) => {
        const { tool, confirm, ...fields } = body
        const device = await loadDevice(tx, actor, deviceTools.startService.access, params.id)
        const input = inputOf(tool, fields)
        if (!confirm) throw invalid({ confirm: message('tool.confirmation_required') })
        const run = await start(tx, actor, device, tool, input)
        afterCommit(() => devices.startTool(run.id))
        return { data: run }
      }),

    follow: ({ actor, params, db }) =>
      db(async (tx) => {
        await loadDevice(tx, actor, deviceTools.follow.access, params.id)
        await endDeadRuns(tx, params.runId)
        await sql`
          update device_tool_run set watched_at = now()
          where id = ${params.runId} and hardware_id = ${params.id} and finished_at is null`.execute(tx)
        return { data: await runOf(tx, params.id, params.runId) }
      }),

    stop: ({ actor, params, db }) =>
      db(async (tx) => {
        await loadDevice(tx, actor, deviceTools.stop.access, params.id)
        const { numAffectedRows } = await sql`
          update device_tool_run set stopped_by = ${actor.label}
          where id = ${params.runId} and hardware_id = ${params.id} and finished_at is null`.execute(tx)
        const run = await runOf(tx, params.id, params.runId)
        if (numAffectedRows === 0n) throw conflict('tool.not_running')
        return { data: run }
      }),
  }
}
