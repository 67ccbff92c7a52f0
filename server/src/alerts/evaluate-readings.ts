import type { AlertRuleKey, AlertSeverity } from '@trunkline/contract/resources/alert-rules'
import { sql } from 'kysely'
import type { Tx } from '../db/pool.ts'
import type { ReadOutcome } from '../devices/save-outcomes.ts'
import { effectiveRule, verdictOf, readOverrides, timingOf, type RuleOverride } from './effective-rules.ts'
import { graceMs } from './model.ts'
import { parentsOf, expectsParent } from './parents.ts'
import { applyInputs, causeOf, lockAlerts, type CauseInput, type Subject } from './store.ts'

/** A device as the evaluation needs it, with its readings stored already. */
interface EvaluatedDevice {
  id: number
  name: string
  company_id: number
  ancestor_ids: number[]
  site_id: number | null
  is_online: boolean | null
  is_rest: boolean
  /** Start of the device by the latest reading, and at the evaluation before. */
  booted_at: string | null
  booted_before: string | null
  /** A command of the panel has restarted it. */
  restarted_by_panel: boolean
  ports: Record<string, string>
}

/** Milliseconds between two polls, by API and by REST. */
const pollMs = 60_000
const restPollMs = 300_000
/** A signal of a modem is sampled every five minutes. */
const sampleMs = 300_000
/** A port counts as in use after it has been up for a day. */
const usedPortMs = 86_400_000

/** An observation of one cause. */
interface Observation {
  rule: AlertRuleKey
  part?: string
  verdict: 'bad' | 'hold' | 'good'
  value: number | null
  severity: AlertSeverity
  interval: number
}

/**
 * Evaluates the rules of devices on stored readings, in the transaction that stores them: readings and alerts are
 * committed together or not at all. Readings that are not newer than the last evaluation of their device have no effect.
 */
export async function evaluateReadings(tx: Tx, outcomes: readonly ReadOutcome[]): Promise<void> {
  const latest = new Map<number, ReadOutcome>()
  for (const one of outcomes) {
    const other = latest.get(one.hardware_id)
    if (other === undefined || other.at < one.at) latest.set(one.hardware_id, one)
  }
  const devices = await claimNewer(tx, [...latest.values()])
  if (devices.length === 0) return
  const ids = devices.map(({ id }) => id)
  const overrides = await readOverrides(tx, [...new Set(devices.flatMap(({ ancestor_ids }) => ancestor_ids))])
  const { rows: open } = await sql<{ cause: string; rule: AlertRuleKey; subject_id: number; part: string }>`
    select cause, rule, subject_id, part from alert
    where subject = 'device' and subject_id = any (${ids}::bigint[]) and condition <> 'closed'`.execute(tx)
  const openCauses = new Set(open.map(({ cause }) => cause))
  const observed = devices.flatMap((device) => {
    const outcome = latest.get(device.id)!
    return observationsOf(device, outcome, overrides).flatMap((one) => {
      const subject = subjectOf(device, one)
      const cause = causeOf(subject)
      return one.verdict === 'bad' || openCauses.has(cause) ? [{ device, outcome, one, subject, cause }] : []
    })
  })
  await rememberStates(tx, devices, latest)
  if (observed.length === 0) return
  await lockAlerts(tx)
  const unreachable = observed.filter(({ one }) => one.rule === 'device-unreachable' && one.verdict === 'bad')
  const silent = unreachable.map(({ device }) => device.id)
  const waiting = await expectsParent(tx, silent)
  const parents = await parentsOf(tx, silent)
  await applyInputs(
    tx,
    observed.map(({ device, outcome, one, subject, cause }): CauseInput => {
      const { values } = effectiveRule(one.rule, targetOf(device), overrides)
      return {
        cause,
        subject,
        timing: timingOf(one.rule, values, one.interval),
        input: {
          kind: 'observe',
          at: outcome.at.getTime(),
          verdict: one.verdict,
          severity: one.severity,
          value: one.value,
          grace: one.rule === 'device-unreachable' && waiting.has(device.id) ? graceMs : 0,
          parentId: one.rule === 'device-unreachable' ? (parents.get(device.id) ?? null) : null,
        },
      }
    }),
  )
}

const targetOf = ({ ancestor_ids, site_id, id }: EvaluatedDevice) => ({ ancestor_ids, site_id, hardware_id: id })

const subjectOf = (device: EvaluatedDevice, { rule, part }: Observation): Subject => ({
  rule,
  subject: 'device',
  subject_id: device.id,
  ...(part !== undefined && { part }),
  subject_name: device.name,
  company_id: device.company_id,
  site_id: device.site_id,
  hardware_id: device.id,
})

/** Moves the fence of each device whose reading is newer, in id order, and reads these devices. */
async function claimNewer(tx: Tx, outcomes: readonly ReadOutcome[]): Promise<EvaluatedDevice[]> {
  const list = outcomes.map(({ hardware_id, at }) => ({ hardware_id, at }))
  const { rows: claimed } = await sql<{ id: number }>`
    insert into alert_subject (hardware_id, evaluated_to)
    select r.hardware_id, r.at from jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as r(hardware_id bigint, at timestamptz)
      where exists (select from hardware h where h.id = r.hardware_id and h.deleted_at is null) order by 1
    on conflict (hardware_id) do update set evaluated_to = excluded.evaluated_to where alert_subject.evaluated_to < excluded.evaluated_to
    returning hardware_id as id`.execute(tx)
  if (claimed.length === 0) return []
  const { rows } = await sql<EvaluatedDevice>`
    select h.id, h.name, h.company_id, h.ancestor_ids, h.site_id, h.is_online, h.management_protocol = 'rest' as is_rest,
      s.booted_at, a.booted_at as booted_before, a.ports,
      s.booted_at > a.booted_at and exists (select from device_command c where c.hardware_id = h.id and c.kind in ('reboot', 'upgrade', 'restore', 'dpk')
        and coalesce(c.finished_at, now()) > s.booted_at - interval '15 minutes') as restarted_by_panel
    from hardware h join alert_subject a on a.hardware_id = h.id left join hardware_state s on s.hardware_id = h.id
    where h.id = any (${claimed.map(({ id }) => id)}::bigint[])`.execute(tx)
  return rows
}

/** Stores what the next evaluation compares with, where it has changed. */
async function rememberStates(
  tx: Tx,
  devices: readonly EvaluatedDevice[],
  outcomes: ReadonlyMap<number, ReadOutcome>,
): Promise<void> {
  const list = devices.flatMap(({ id, booted_at, booted_before, ports }) => {
    const next = portsAfter(ports, outcomes.get(id)!)
    return booted_at !== booted_before || next !== ports ? [{ hardware_id: id, booted_at, ports: next }] : []
  })
  if (list.length > 0)
    await sql`
      update alert_subject a set booted_at = r.booted_at, ports = r.ports
      from jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as r(hardware_id bigint, booted_at timestamptz, ports jsonb)
      where a.hardware_id = r.hardware_id`.execute(tx)
}

interface Port {
  name: string
  type: string
  running: boolean
  disabled: boolean
}
const portsOf = (outcome: ReadOutcome): readonly Port[] | undefined =>
  outcome.error === null ? (outcome.menus?.['interface'] as readonly Port[] | undefined) : undefined

/** Physical ports; the state of tunnels and bridges follows from theirs. */
const isPort = ({ type }: Port) => type === 'ether' || type === 'lte'

/** Ports with the time since which they are up. A port that is down keeps it until it is up again for a moment. */
function portsAfter(ports: Record<string, string>, outcome: ReadOutcome): Record<string, string> {
  const read = portsOf(outcome)
  if (read === undefined) return ports
  const next: Record<string, string> = {}
  let changed = false
  for (const port of read.filter(isPort)) {
    const before = ports[port.name]
    // A disabled port is down on purpose.
    const since = port.disabled ? undefined : port.running ? (before ?? outcome.at.toISOString()) : before
    if (since !== undefined) next[port.name] = since
    if (since !== before) changed = true
  }
  return changed || Object.keys(ports).length !== Object.keys(next).length ? next : ports
}

/** What a poll says about each rule of devices; nothing about values that it has not read. */
function observationsOf(
  device: EvaluatedDevice,
  outcome: ReadOutcome,
  overrides: readonly RuleOverride[],
): Observation[] {
  const interval = device.is_rest ? restPollMs : pollMs
  const list: Observation[] = []
  const add = (
    rule: AlertRuleKey,
    one: Partial<Observation> & { bad?: boolean; reading?: number; offset?: number },
  ) => {
    const { values } = effectiveRule(rule, targetOf(device), overrides)
    const { reading, bad = false, offset = 0 } = one
    const verdict = !values.enabled
      ? 'good'
      : reading === undefined
        ? bad
          ? 'bad'
          : 'good'
        : verdictOf(rule, values, reading - offset)
    list.push({ rule, value: reading ?? null, severity: values.severity, interval, ...one, verdict })
  }
  const answered = outcome.error === null
  if (answered || device.is_online === false) add('device-unreachable', { bad: !answered })
  if (!answered) return list
  const { booted_at, booted_before } = device
  if (booted_at !== null && booted_before !== null && booted_at > booted_before && !device.restarted_by_panel)
    add('device-restarted', { bad: true })
  const { state = {} } = outcome
  if (typeof state.cpu_load === 'number') add('cpu', { reading: state.cpu_load })
  const share = (free: number | null | undefined, total: number | null | undefined) =>
    typeof free === 'number' && typeof total === 'number' && total > 0 ? (100 * (total - free)) / total : undefined
  const memory = share(state.memory_free, state.memory_total)
  if (memory !== undefined) add('memory', { reading: memory })
  const storage = share(state.disk_free, state.disk_total)
  if (storage !== undefined) add('storage', { reading: storage })
  for (const sensor of state.sensors ?? [])
    if (sensor.unit === 'C') add('temperature', { part: sensor.name, reading: sensor.value, offset: warmer(sensor) })
  const signal = outcome.sample?.lte_rsrp
  if (typeof signal === 'number') add('lte-signal', { reading: signal, interval: sampleMs })
  const ports = portsOf(outcome) ?? []
  for (const port of ports.filter(isPort)) {
    const since = device.ports[port.name]
    const used = since !== undefined && outcome.at.getTime() - Date.parse(since) >= usedPortMs
    add('port-down', { part: port.name, bad: !port.running && !port.disabled && used })
  }
  return list
}

/** Degrees that the chip of a sensor may be warmer than the board. */
const warmer = ({ name }: { name: string }) => (/cpu/i.test(name) ? 15 : /sfp/i.test(name) ? 10 : 0)
