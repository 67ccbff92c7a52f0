import { setTimeout as sleep } from 'node:timers/promises'
import { message, type Message } from '@trunkline/contract/errors'
import { unwatchedSeconds, type RunInput, type RunState, type Tool } from '@trunkline/contract/resources/device-tool'
import type { Session } from '@trunkline/routeros'
import { sql } from 'kysely'
import type { Databases, Tx } from '../../db/pool.ts'
import { withSystem } from '../../db/system-transaction.ts'
import type { Logger } from '../../log.ts'
import type { Connections } from '../connections.ts'
import { DeviceError } from '../device-error.ts'
import { toDeviceError } from '../faults.ts'
import { hostOf, readSettings, type DeviceSettings } from '../settings.ts'
import { rowsOfTool, runTool } from './run-tool.ts'
import type { ToolRows } from './tool-rows.ts'

/** Seconds without a heartbeat after which the process of a run counts as dead. */
export const deadSeconds = 15

export interface ToolRunSettings {
  databases: Databases
  connections: Connections
  log: Logger
  /** Milliseconds between two writes of a run. */
  intervalMs?: number
}

/** Runs tools in this process: one row of `device_tool_run` each. */
export interface ToolRuns {
  /** Runs a committed row. Returns immediately. */
  start(id: number): void
  /** Ends running ones as interrupted, and accepts no more. */
  stop(): Promise<void>
}

interface StoredRun {
  id: number
  company_id: number
  hardware_id: number
  tool: Tool
  input: RunInput
  deadline_at: string
}

interface RunEnd {
  state: Exclude<RunState, 'running'>
  detail: Message
}

/** Tells browsers that the run has changed; see `announce_rows`. */
const announce = (tx: Tx, { id, company_id }: StoredRun) =>
  sql`select pg_notify('trunkline_changed', json_build_object('subject', 'device-tools', 'ids', array[${id}::bigint], 'companies', array[${company_id}::bigint])::text)`.execute(
    tx,
  )

/**
 * Ends runs whose process died: their last heartbeat is old. The router ended the command when the connection closed.
 * @param id only this run
 */
export async function endDeadRuns(tx: Tx, id: number | null = null): Promise<void> {
  const detail = JSON.stringify(message('tool.interrupted'))
  await sql`
    with ended as (
      update device_tool_run set state = 'interrupted', detail = ${detail}::jsonb, finished_at = now()
      where finished_at is null and heartbeat_at < now() - make_interval(secs => ${deadSeconds}) and (${id}::bigint is null or id = ${id}) returning id, company_id)
    select pg_notify('trunkline_changed', json_build_object('subject', 'device-tools', 'ids', array[id], 'companies', array[company_id])::text) from ended`.execute(
    tx,
  )
}

export function createToolRuns({ databases, connections, log, intervalMs = 1000 }: ToolRunSettings): ToolRuns {
  const running = new Map<number, { abort: AbortController; ended: Promise<void> }>()
  let stopping = false

  /** Writes rows and a heartbeat. @returns why the run has to end; undefined: it goes on */
  async function saveProgress(of: StoredRun, rows: ToolRows | undefined): Promise<RunEnd | undefined> {
    const changed =
      rows === undefined ? sql`` : sql`, rows = ${JSON.stringify(rows.list())}::jsonb, is_cut = ${rows.isCut()}`
    return withSystem(databases, async (tx) => {
      const { rows: found } = await sql<{ stopped_by: string | null; unwatched: boolean }>`
        update device_tool_run set heartbeat_at = now()${changed} where id = ${of.id} and finished_at is null
        returning stopped_by, watched_at < now() - make_interval(secs => ${unwatchedSeconds}) as unwatched`.execute(tx)
      const row = found[0]
      if (row === undefined) return { state: 'interrupted', detail: message('tool.interrupted') }
      if (rows !== undefined) await announce(tx, of)
      if (row.stopped_by !== null) return { state: 'stopped', detail: message('tool.stopped', { by: row.stopped_by }) }
      return row.unwatched ? { state: 'stopped', detail: message('tool.unwatched') } : undefined
    })
  }

  const finish = (of: StoredRun, rows: ToolRows, { state, detail }: RunEnd) =>
    withSystem(databases, async (tx) => {
      await sql`
        update device_tool_run set state = ${state}, detail = ${JSON.stringify(detail)}::jsonb, rows = ${JSON.stringify(rows.list())}::jsonb,
          is_cut = ${rows.isCut()}, finished_at = now()
        where id = ${of.id} and finished_at is null`.execute(tx)
      await announce(tx, of)
    })

  /** The end of the tool itself, on a connection of its own: closing it ends the command on the router in any case. */
  async function work(of: StoredRun, device: DeviceSettings, rows: ToolRows, signal: AbortSignal): Promise<RunEnd> {
    // REST sessions stay on the router, so that the shared one is used.
    const isShared = device.protocol === 'rest'
    let session: Session | undefined
    try {
      const connecting = isShared ? connections.session(device) : connections.fresh(device)
      session = await connecting
      const context = { session, input: of.input, rows, signal, host: hostOf(device) ?? '' }
      const ended = runTool(of.tool, context)
      ended.catch(() => {})
      const detail = await Promise.race([ended, aborted(signal)])
      return { state: 'done', detail }
    } catch (error) {
      return { state: 'failed', detail: toDeviceError(error).reason }
    } finally {
      if (session !== undefined && !isShared) void session.close().catch(() => {})
    }
  }

  async function run(id: number, abort: AbortController): Promise<void> {
    const found = await withSystem(databases, async (tx) => {
      const { rows } = await sql<StoredRun>`
        select id, company_id, hardware_id, tool, input, deadline_at from device_tool_run where id = ${id} and finished_at is null`.execute(
        tx,
      )
      const of = rows[0]
      return of && { of, device: (await readSettings(tx, [of.hardware_id])).get(of.hardware_id) }
    })
    if (found === undefined) return
    const { of, device } = found
    const rows = rowsOfTool(of.tool)
    if (device === undefined) return finish(of, rows, { state: 'failed', detail: message('row.trashed') })
    const limitMs = new Date(of.deadline_at).getTime() - Date.now()
    let why: RunEnd | undefined
    const end = (reason: RunEnd) => {
      why ??= reason
      abort.abort()
    }
    const seconds = Math.round(limitMs / 1000)
    const late = setTimeout(() => end({ state: 'failed', detail: message('tool.time_limit', { seconds }) }), limitMs)
    let written = rows.version()
    let beating: Promise<void> | undefined
    const heartbeat = setInterval(() => {
      beating ??= (async () => {
        const version = rows.version()
        const reason = await saveProgress(of, version === written ? undefined : rows)
        written = version
        if (reason !== undefined) end(reason)
      })()
        .catch((error: unknown) => log.warn({ err: error, run: id }, 'a run of a tool could not be stored'))
        .finally(() => {
          beating = undefined
        })
    }, intervalMs)
    try {
      const ended = await work(of, device, rows, abort.signal)
      clearInterval(heartbeat)
      await beating
      await finish(of, rows, why ?? (stopping ? interrupted : ended))
    } finally {
      clearTimeout(late)
      clearInterval(heartbeat)
    }
  }

  return {
    start(id) {
      if (stopping || running.has(id)) return
      const abort = new AbortController()
      const ended = run(id, abort)
        .catch((error: unknown) => log.error({ err: error, run: id }, 'a run of a tool failed'))
        .finally(() => running.delete(id))
      running.set(id, { abort, ended })
    },
    async stop() {
      stopping = true
      for (const { abort } of running.values()) abort.abort()
      await Promise.all([...running.values()].map(({ ended }) => ended))
    },
  }
}

const interrupted: RunEnd = { state: 'interrupted', detail: message('tool.interrupted') }

/** Milliseconds that a router may take to end a cancelled command before the connection is closed. */
const cancelMs = 1500

/** Rejects some time after the run was stopped, in case that the router does not end the command. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const late = () =>
      void sleep(cancelMs, undefined, { ref: false }).then(() =>
        reject(new DeviceError('timeout', message('device.timeout'))),
      )
    if (signal.aborted) late()
    else signal.addEventListener('abort', late, { once: true })
  })
}
