import { message } from '@trunkline/contract/errors'
import type { Body } from '@trunkline/contract/endpoint'
import { wifi } from '@trunkline/contract/resources/wifi'
import type { QueuedOnDevice } from '@trunkline/contract/resources/wifi-shapes'
import type { Deps } from '../../deps.ts'
import type { Step } from '../../devices/devices.ts'
import { writtenWidth } from '../../devices/wifi/channel.ts'
import { wifiMenus, type SeenAccessPoint } from '../../devices/wifi/shapes.ts'
import { AppError, invalid } from '../../errors.ts'
import type { Call, Handlers } from '../../http/call.ts'
import { accessPointRows } from './access-point-rows.ts'
import { bandOf, isForbidden } from './channels.ts'
import { loadSite, rowKey, type WifiDevice, type WifiStack } from './wifi-devices.ts'
import { readingList } from './reading-list.ts'
import { enqueueRowChange, selectRows, several, type SelectedRows, type RowContext } from './row-commands.ts'

type Point = SeenAccessPoint & { stack: WifiStack }
type AccessPointChange = Omit<Body<typeof wifi.setAccessPoints>, 'ids' | 'versions'>
type Versions = Body<typeof wifi.setAccessPoints>['versions']

const systems = {
  old: ['caps-man', 'local-wireless'],
  new: ['wifi-capsman', 'local-wifi'],
} as const satisfies Record<string, readonly WifiStack[]>

const pointsOf = (device: WifiDevice): Promise<Point[]> =>
  Promise.resolve(
    (device.reading?.systems ?? []).flatMap(({ stack, access_points }) =>
      access_points.map((one) => ({ ...one, stack })),
    ),
  )

/** Access points that can be changed individually. @throws AppError validation_failed at `ids` */
async function choose(context: RowContext, ids: readonly string[]): Promise<SelectedRows<Point>[]> {
  const chosen = await selectRows(context, ids, pointsOf, message('wifi.access_point_not_at_site'))
  for (const { rows } of chosen)
    for (const { name, controlled_elsewhere, dynamic } of rows) {
      if (controlled_elsewhere) throw invalid({ ids: message('wifi.controlled_elsewhere', { name }) })
      if (dynamic) throw invalid({ ids: message('wifi.access_point_dynamic', { name }) })
    }
  return chosen
}

/**
 * Compares versions that the caller saw with those of the last readings.
 * @throws AppError stale_version with the changed rows
 */
function checkVersions(chosen: readonly SelectedRows<Point>[], versions: Versions): void {
  if (versions === undefined) return
  const stale = chosen.flatMap(({ device, rows }) =>
    rows.flatMap((row) => {
      const id = `${device.id}${rowKey(row)}`
      const { version = '' } = row
      return versions[id] === undefined || versions[id] === version ? [] : [{ id, name: row.name, version }]
    }),
  )
  if (stale.length === 0) return
  const names = stale.map(({ name }) => name)
  throw new AppError('stale_version', { reason: message('wifi.rows_changed', { names }), details: { rows: stale } })
}

const stepOf = (
  { menu, id, name, mac, settings }: Point,
  values: NonNullable<Step['values']>,
  versions: Versions,
): Step => ({
  menu,
  verb: 'set',
  id,
  values,
  expected: { name, ...(mac !== null && { 'mac-address': mac }), ...(versions !== undefined && settings) },
})

const reads = [wifiMenus.state]

async function setEnabled(
  context: RowContext,
  { ids, versions }: Body<typeof wifi.enableAccessPoints>,
  on: boolean,
): Promise<QueuedOnDevice[]> {
  const queued: QueuedOnDevice[] = []
  const chosen = await choose(context, ids)
  checkVersions(chosen, versions)
  for (const { device, rows } of chosen)
    queued.push(
      await enqueueRowChange(context, device, {
        target: 'wifi/access-point',
        verb: on ? 'enable' : 'disable',
        ...several(rows.map(({ name }) => name)),
        steps: rows.map((row) => stepOf(row, { disabled: !on }, versions)),
        reads,
      }),
    )
  return queued
}

/** The RouterOS properties of a change: CAPsMAN and the `wifi` package prefix the properties of a channel. */
function valuesOf({ stack }: Point, of: AccessPointChange): NonNullable<Step['values']> {
  const dialect = stack === 'caps-man' ? 'caps-man' : stack === 'local-wireless' ? 'wireless' : 'wifi'
  const prefix = dialect === 'wireless' ? '' : 'channel.'
  const values: NonNullable<Step['values']> = {}
  if (of.name !== undefined) values['name'] = of.name
  if (of.comment !== undefined) values['comment'] = of.comment ?? ''
  if (of.frequency !== undefined)
    values[`${prefix}frequency`] = dialect === 'wireless' ? (of.frequency ?? 'auto') : of.frequency
  if (of.channel_width !== undefined)
    for (const [name, value] of Object.entries(writtenWidth(dialect, of.channel_width))) values[prefix + name] = value
  if (of.tx_power !== undefined)
    if (dialect === 'wireless') {
      values['tx-power-mode'] = of.tx_power === null ? 'default' : 'all-rates-fixed'
      if (of.tx_power !== null) values['tx-power'] = of.tx_power
    } else values[dialect === 'wifi' ? 'configuration.tx-power' : 'channel.tx-power'] = of.tx_power
  return values
}

/** @throws AppError validation_failed at a field that does not apply to the access point */
function checkPoint(point: Point, of: AccessPointChange, names: ReadonlySet<string>, country: string | null): void {
  const { name, kind, band } = point
  if (of.name !== undefined && of.name !== name && names.has(of.name))
    throw invalid({ name: message('wifi.access_point_name_taken') })
  for (const field of ['frequency', 'channel_width', 'tx_power'] as const)
    if (kind === 'virtual' && of[field] !== undefined)
      throw invalid({ [field]: message('wifi.access_point_virtual', { name }) })
  const { frequency, channel_width } = of
  if (frequency != null) {
    const wanted = bandOf(frequency)
    if (wanted === undefined) throw invalid({ frequency: message('wifi.frequency_outside_wifi', { frequency }) })
    if (band !== null && wanted !== band)
      throw invalid({ frequency: message('wifi.access_point_band', { name, band }) })
    if (country !== null && isForbidden(country, frequency))
      throw invalid({ frequency: message('wifi.frequency_forbidden', { frequency, country }) })
  }
  if (band === '2ghz' && channel_width != null && channel_width > 40)
    throw invalid({ channel_width: message('wifi.width_2ghz') })
}

/** Country setting of the network that an access point broadcasts, from the last reading. */
const countryOf = (device: WifiDevice, { stack, profile }: Point): string | null =>
  device.reading?.systems
    .find((system) => system.stack === stack)
    ?.networks.find((network) => network.profile === profile)?.country ?? null

async function setPoints(
  context: RowContext,
  system: keyof typeof systems,
  { ids, versions, ...of }: Body<typeof wifi.setAccessPoints>,
): Promise<QueuedOnDevice[]> {
  if (Object.values(of).every((value) => value === undefined)) throw invalid({ ids: message('device.no_change') })
  if (of.name !== undefined && ids.length > 1) throw invalid({ name: message('wifi.name_for_one') })
  const chosen = await choose(context, ids)
  checkVersions(chosen, versions)
  for (const { device, rows } of chosen) {
    const names = new Set((await pointsOf(device)).map(({ name }) => name))
    for (const row of rows) {
      if (!(systems[system] as readonly WifiStack[]).includes(row.stack))
        throw invalid({ ids: message('wifi.access_point_stack', { name: row.name, stack: row.stack }) })
      checkPoint(row, of, names, countryOf(device, row))
    }
  }
  const queued: QueuedOnDevice[] = []
  for (const { device, rows } of chosen)
    queued.push(
      await enqueueRowChange(context, device, {
        target: 'wifi/access-point',
        verb: 'set',
        ...several(rows.map(({ name }) => name)),
        steps: rows.map((row) => stepOf(row, valuesOf(row, of), versions)),
        reads,
      }),
    )
  return queued
}

/** Handlers of the access points of a site: they list the last readings and enqueue one command per device. */
export const accessPointHandlers = (
  deps: Deps,
): Pick<
  Handlers<typeof wifi>,
  'accessPoints' | 'setAccessPoints' | 'setNewAccessPoints' | 'enableAccessPoints' | 'disableAccessPoints'
> => {
  const change =
    <B>(
      endpoint: (typeof wifi)['setAccessPoints' | 'enableAccessPoints'],
      work: (context: RowContext, body: B) => Promise<QueuedOnDevice[]>,
    ) =>
    ({
      actor,
      params,
      body,
      db,
    }: Pick<Call, 'db'> & { actor: NonNullable<Call['actor']>; params: { id: number }; body: B }) =>
      db(async (tx) => {
        const site = await loadSite(tx, actor, endpoint.access, params.id, { writes: true })
        return { data: await work({ deps, tx, actor, site }, body) }
      })

  return {
    accessPoints: readingList(deps, wifi.accessPoints, { rows: accessPointRows }),
    setAccessPoints: change(wifi.setAccessPoints, (context, body) => setPoints(context, 'old', body)),
    setNewAccessPoints: change(wifi.setAccessPoints, (context, body) => setPoints(context, 'new', body)),
    enableAccessPoints: change(wifi.enableAccessPoints, (context, body: Body<typeof wifi.enableAccessPoints>) =>
      setEnabled(context, body, true),
    ),
    disableAccessPoints: change(wifi.enableAccessPoints, (context, body: Body<typeof wifi.enableAccessPoints>) =>
      setEnabled(context, body, false),
    ),
  }
}
