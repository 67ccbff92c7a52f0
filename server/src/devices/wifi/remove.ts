import { message } from '@trunkline/contract/errors'
import type { Row, Session } from '@trunkline/routeros'
import { flagOf, listOf } from '../readings/values.ts'
import type { CommandOutcome, Run } from '../run.ts'
import { isVirtual, ruleNames, type Carrier } from './carriers.ts'
import { converge, type DeviceComparison } from './converge.ts'
import { profileMenu } from './networks.ts'
import type { PlanContext } from './plan-presence.ts'
import { idOf } from './plan-values.ts'
import { gone, contextOf, onTop, rejected } from './push.ts'
import type { ProfileKind } from './raw.ts'
import { forgetSetting, loadSetting } from './setting.ts'
import type { WifiInput } from './shapes.ts'
import { isOwn, profilesOf, usersOf } from './target.ts'
import type { Write } from './writes.ts'

type Part = { kind: ProfileKind; name: string }

/**
 * Removes a network from the device: its access points, its provisioning, and the profiles that no other network uses.
 * The panel deletes its record after reading this back.
 */
export async function runRemove(run: Run, input: WifiInput): Promise<CommandOutcome> {
  const setting = await loadSetting(run, input.setting_id)
  if (setting === undefined) return gone
  let parts = (run.savedState?.['parts'] ?? []) as Part[]
  const known = (run.savedState?.['carriers'] ?? []) as string[]
  return converge(run, {
    async look(session: Session): Promise<DeviceComparison> {
      const context = await contextOf(run, session, setting, { isWritten: true, known })
      if ('reason' in context) return rejected(context)
      const carriers = context.target.carriers
      const named = [...parts, ...profilesOf(carriers, context.raw)]
      parts = named.filter((one, at) => named.findIndex((two) => JSON.stringify(two) === JSON.stringify(one)) === at)
      const look = await planRemoval(session, context, parts)
      return { ...look, saveState: { parts, carriers: carriers.map(({ name }) => name) } }
    },
    finish: async (isDone) => {
      if (isDone) await forgetSetting(run, setting.id)
    },
  })
}

const nameOf = (row: Row) => row['name'] ?? ''
/** A radio with its own settings is disabled, because it cannot be removed. */
const staysOff = (one: Carrier) => one.isInterface && !isVirtual(one.row)

async function planRemoval(session: Session, of: PlanContext, parts: readonly Part[]): Promise<DeviceComparison> {
  const { raw, target, setting } = of
  const { carriers } = target
  const rows = carriers.flatMap((one) => one.interfaces)
  const roots = rows.filter((row) => !isVirtual(row))
  const other = onTop(raw, rows)
  if (roots.length > 0 && other !== undefined) return rejected(message('wifi.carries_other', { other }))
  const names = carriers.filter((one) => !one.isInterface).map(({ name }) => name)
  const rules = raw.provisioning.filter((rule) => names.some((name) => ruleNames(rule, name)))
  const own = rules.filter(
    (rule) => isOwn(setting.id, rule['master-configuration'] ?? '') && slavesOf(rule).length === 0,
  )
  const main = rules.find((rule) => names.includes(rule['master-configuration'] ?? '') && !own.includes(rule))
  if (main !== undefined) return rejected(message('wifi.main_of_rule'))
  const away = rows.filter((row) => isVirtual(row) && !flagOf(row['dynamic']))
  const writes: Write[] = [
    ...(await portsOf(session, of, away)),
    ...removed(raw.menu, away),
    ...switchedOff(raw.menu, roots, of),
    ...removed(`${raw.root}/provisioning`, own),
    ...rules
      .filter((rule) => !own.includes(rule))
      .map((rule): Write => {
        const slaves = slavesOf(rule).filter((name) => !names.includes(name))
        const values = { 'slave-configurations': slaves.join(',') }
        return { verb: 'set', menu: `${raw.root}/provisioning`, ids: [idOf(rule)], values }
      }),
    ...removed(
      `${raw.root}/configuration`,
      carriers.filter((one) => !one.isInterface).map(({ row }) => row),
    ),
    ...unusedParts(of, parts),
  ]
  const dynamic = rows.filter((row) => flagOf(row['dynamic']))
  const left = carriers
    .filter((one) => !staysOff(one) || !flagOf(one.row['disabled']))
    .map(({ name }) => message('wifi.still_on_device', { name }))
  return {
    writes,
    left,
    notes: [
      ...(dynamic.length > 0 ? [message('wifi.gone_with_provisioning')] : []),
      ...(carriers.length > 0 && carriers.every(staysOff) ? [message('wifi.radio_disabled')] : []),
    ],
  }
}

const slavesOf = (rule: Row) => listOf(rule['slave-configurations'])
const removed = (menu: string, rows: readonly Row[]): Write[] =>
  rows.length === 0 ? [] : [{ verb: 'remove', menu, ids: rows.map(idOf) }]

/** Disables radios and clears their reference to a configuration. */
function switchedOff(menu: string, roots: readonly Row[], { raw }: PlanContext): Write[] {
  const statics = roots.filter((row) => !flagOf(row['dynamic']))
  const on = statics.filter((row) => !flagOf(row['disabled'])).map(idOf)
  const named = raw.dialect === 'wireless' ? [] : statics.filter((row) => (row['configuration'] ?? '') !== '').map(idOf)
  return [
    ...(on.length > 0 ? [{ verb: 'set' as const, menu, ids: on, values: { disabled: true } }] : []),
    ...(named.length > 0 ? [{ verb: 'set' as const, menu, ids: named, values: { configuration: null } }] : []),
  ]
}

/** Bridge ports that would refer to a removed interface. */
async function portsOf(session: Session, of: PlanContext, rows: readonly Row[]): Promise<Write[]> {
  if (of.isController || rows.length === 0) return []
  const names = new Set(rows.map(nameOf))
  const ports = await session.print('interface/bridge/port', { proplist: ['interface', 'dynamic'] })
  const own = ports.filter((port) => names.has(port['interface'] ?? '') && !flagOf(port['dynamic']))
  return removed('interface/bridge/port', own)
}

/** Profiles that only this network used. */
function unusedParts({ raw, target }: PlanContext, parts: readonly Part[]): Write[] {
  const leaving = new Set(
    target.carriers.flatMap((one) => (staysOff(one) ? one.interfaces.slice(1) : [one.row, ...one.interfaces])),
  )
  return parts.flatMap(({ kind, name }) => {
    const row = raw.profiles[kind].find((one) => nameOf(one) === name)
    if (row === undefined || usersOf(raw, kind, name).some((user) => !leaving.has(user))) return []
    return removed(profileMenu(raw, kind), [row])
  })
}
