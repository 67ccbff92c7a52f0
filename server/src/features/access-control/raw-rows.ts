import { message } from '@trunkline/contract/errors'
import type { Body, Query } from '@trunkline/contract/endpoint'
import type { capsmanAccessList, RawAccessRow } from '@trunkline/contract/resources/access-control'
import { sql } from 'kysely'
import type { Step } from '../../devices/devices.ts'
import { hasDaysApart, type AccessLine, type LineField, type WantedRow } from '../../devices/wifi/access-lines.ts'
import { readMark } from '../../devices/wifi/access-mark.ts'
import { accessMenus, valuesToAdd, valuesToSet, type AccessMenu } from '../../devices/wifi/access-menus.ts'
import { spanKey, spansOf } from '../../devices/wifi/access-times.ts'
import { wifiMenus, type SeenAccessRow, type WifiReading, type WifiSystem } from '../../devices/wifi/shapes.ts'
import { conflict, invalid } from '../../errors.ts'
import { withExpected } from '../lan/address.ts'
import type { AddressErrors } from '../lan/addresses.ts'
import { throwErrors, checkNotDynamic, type Draft, type DraftContext } from '../lan/draft.ts'
import { expectedOf, flag, plain, wordFor, type Properties } from '../lan/properties.ts'

/** A row of the device as the API returns it, without the digest of the passphrase. */
export function shownRow({ mark, ...row }: SeenAccessRow): RawAccessRow {
  const shown: RawAccessRow & { passphrase_digest?: unknown } = {
    ...row,
    access_control_id: mark?.kind === 'access' ? mark.id : null,
  }
  delete shown.passphrase_digest
  return shown
}

/** Compared properties: those with the same notation in all RouterOS versions. */
const compared: Properties = {
  mac: plain('mac-address'),
  interface: wordFor('interface', 'any'),
  ssid_regexp: plain('ssid-regexp'),
  disabled: flag('disabled'),
  comment: plain('comment'),
}

type Input = Omit<Body<typeof capsmanAccessList.update>, 'id' | 'stack' | 'before' | 'seen'>

type WifiStack = WifiSystem['stack']

interface Lists {
  menus: AccessMenu[]
  rows: SeenAccessRow[]
  daysApart: boolean
}

/** The last reading: the systems of the device, their lists, and how its version writes weekdays. */
async function lastLists(context: DraftContext): Promise<Lists> {
  const [wifi, rows, state] = [
    (await context.last<never>(wifiMenus.state)) as unknown as WifiReading | undefined,
    await context.last<SeenAccessRow>(wifiMenus.accessList),
    await sql<{ version: string | null; stacks: WifiStack[] | null }>`
      select routeros_version as version, to_json(wifi_stacks) as stacks from hardware_state where hardware_id = ${context.device.id}`.execute(
      context.tx,
    ),
  ]
  const stacks = wifi?.systems.map(({ stack }) => stack) ?? state.rows[0]?.stacks ?? []
  return { menus: accessMenus(stacks), rows: rows ?? [], daysApart: hasDaysApart(state.rows[0]?.version) }
}

/** The menu of a system of the device. @throws AppError validation_failed at `stack` */
function menuOf({ menus }: Lists, stack: WifiStack): AccessMenu {
  const [kind] = accessMenus([stack])
  const found = menus.find((menu) => menu.kind === kind?.kind)
  if (found === undefined) throw invalid({ stack: message('wifi.stack_missing') })
  return found
}

/** A row to change. @throws AppError conflict for a row managed by the panel, and for a dynamic one */
function checkOwners(row: SeenAccessRow | undefined): void {
  if (row?.mark?.kind === 'access') throw conflict('access_list.row_of_site')
  if (row?.mark?.kind === 'hours') throw conflict('access_list.row_of_network')
  checkNotDynamic(row)
}

/** `4C:5E:0C:00:00:00` from any notation: with a mask it can be the prefix of many addresses. */
const upperMac = (text: string) => (text.replaceAll(/[^0-9A-Fa-f]/g, '').match(/../g) ?? []).join(':').toUpperCase()

/** The body as a row, and which properties it sets. @throws AppError validation_failed at the fields */
function rowOf(
  menu: AccessMenu,
  body: Input,
  before: SeenAccessRow | undefined,
): { row: WantedRow; fields: LineField[] } {
  const errors: AddressErrors = {}
  const spans = body.schedule == null ? [] : spansOf(body.schedule)
  if (spans.length > 1) errors['schedule'] = message('access_list.over_midnight')
  if (menu.kind === 'wireless') {
    for (const field of ['ssid_regexp', 'mac_mask'] as const)
      if (body[field] != null) errors[field] = message('access_list.condition_unsupported')
    if (body.action === 'query-radius') errors['action'] = message('access_list.radius_unsupported')
  }
  if (readMark(body.comment) !== null) errors['comment'] = message('device.comment_reserved')
  const from = body.signal_from === undefined ? (before?.signal_from ?? null) : body.signal_from
  const to = body.signal_to === undefined ? (before?.signal_to ?? null) : body.signal_to
  if ((from ?? -120) > (to ?? 120))
    errors[body.signal_to == null ? 'signal_from' : 'signal_to'] = message('access_list.signal_order')
  throwErrors(errors)
  const span = spans[0] === undefined || spanKey(spans[0]) === '' ? null : spans[0]
  const line: AccessLine = {
    mac: body.mac == null ? null : upperMac(body.mac),
    mac_mask: body.mac_mask == null ? null : upperMac(body.mac_mask),
    interface: body.interface == null || body.interface === '' ? null : body.interface,
    signal: from === null && to === null ? null : `${from ?? -120}..${to ?? 120}`,
    ssid_regexp: body.ssid_regexp == null || body.ssid_regexp === '' ? null : body.ssid_regexp,
    hours: spanKey(span),
    action: body.action ?? before?.action ?? 'accept',
    vlan_id: body.vlan_id ?? null,
    passphrase: null,
    ap_tx_limit: null,
    client_tx_limit: null,
    disabled: body.disabled ?? false,
    comment: body.comment ?? '',
  }
  const sent: Partial<Record<LineField, boolean>> = {
    mac: body.mac !== undefined,
    mac_mask: body.mac_mask !== undefined,
    interface: body.interface !== undefined,
    signal: body.signal_from !== undefined || body.signal_to !== undefined,
    ssid_regexp: body.ssid_regexp !== undefined,
    hours: body.schedule !== undefined,
    action: body.action !== undefined,
    vlan_id: body.vlan_id !== undefined,
    disabled: body.disabled !== undefined,
    comment: body.comment !== undefined,
  }
  const fields = (Object.keys(sent) as LineField[]).filter((field) => sent[field] === true)
  return { row: { mark: { kind: 'access', id: 0 }, key: '', span, line }, fields }
}

/** Position of a row: never before those of the panel. @throws AppError validation_failed at `before` */
function checkBefore(lists: Lists, menu: AccessMenu, before: string | null | undefined): void {
  if (before == null) return
  const row = lists.rows.find(({ id, stack }) => id === before && stack === menu.stack)
  if (row?.mark != null) throw invalid({ before: message('access_list.panel_rows_first') })
}

/** Label and notes of a row: `4C:5E:0C:01:02:03`, and what happens to it; empty for a row that matches every client. */
const describe = (line: Pick<AccessLine, 'action' | 'mac' | 'interface' | 'ssid_regexp'>) => ({
  label: line.mac ?? line.interface ?? line.ssid_regexp ?? '',
  notes: [message('command_note.access', { action: line.action })],
})

const reads = [wifiMenus.accessList]

export async function addRow(
  context: DraftContext,
  { stack, before, ...body }: Body<typeof capsmanAccessList.store>,
): Promise<Draft> {
  const lists = await lastLists(context)
  const menu = menuOf(lists, stack)
  checkBefore(lists, menu, before)
  const { row } = rowOf(menu, body, undefined)
  const values = valuesToAdd(menu, row, { daysApart: lists.daysApart, passphrase: null })
  const own = ['mac-address', 'interface', 'ssid-regexp', 'comment'].flatMap((name) =>
    values[name] === undefined || values[name] === null ? [] : [[name, values[name]] as const],
  )
  return {
    verb: 'add',
    ...describe(row.line),
    change: {
      steps: [
        {
          menu: menu.menu,
          verb: 'add',
          values,
          ...(before != null && { before }),
          ...(own.length > 0 && { identifies: Object.fromEntries(own) }),
        },
      ],
      reads,
    },
  }
}

export async function setRow(
  context: DraftContext,
  { id, stack, before, seen, ...body }: Body<typeof capsmanAccessList.update>,
): Promise<Draft> {
  const lists = await lastLists(context)
  const menu = menuOf(lists, stack)
  const last = lists.rows.find((row) => row.id === id && row.stack === menu.stack)
  checkOwners(last)
  checkBefore(lists, menu, before)
  if (before === id) throw invalid({ before: message('device.row_before_itself') })
  const { row, fields } = rowOf(menu, body, last)
  const steps: Step[] = []
  if (fields.length > 0)
    steps.push({
      menu: menu.menu,
      verb: 'set',
      id,
      values: valuesToSet(menu, row, fields, { daysApart: lists.daysApart, passphrase: null }),
      ...withExpected(expectedOf(compared, seen)),
    })
  if (before !== undefined) steps.push({ menu: menu.menu, verb: 'move', id, before })
  if (steps.length === 0) throw invalid({ action: message('device.no_change') })
  return {
    verb: fields.length > 0 ? 'set' : 'move',
    ...(last === undefined
      ? { label: id }
      : describe({ ...last, ...(body.action !== undefined && { action: body.action }) })),
    change: { steps, reads },
  }
}

export async function removeRow(
  context: DraftContext,
  { id, stack }: Query<typeof capsmanAccessList.destroy>,
): Promise<Draft> {
  const lists = await lastLists(context)
  const named = lists.rows.filter(
    (row) => row.id === id && (stack === undefined || row.stack === menuOf(lists, stack).stack),
  )
  const menus = stack === undefined ? accessMenus(named.map((row) => row.stack)) : [menuOf(lists, stack)]
  const candidates = menus.length > 0 ? menus : lists.menus
  const [menu] = candidates
  if (menu === undefined || candidates.length > 1) throw invalid({ stack: message('wifi.stack_required') })
  const last = named.find((row) => row.stack === menu.stack)
  checkOwners(last)
  return {
    verb: 'remove',
    ...(last === undefined ? { label: id } : describe(last)),
    change: {
      steps: [
        {
          menu: menu.menu,
          verb: 'remove',
          id,
          ...withExpected(last && { 'mac-address': last.mac ?? '', comment: last.comment ?? '' }),
        },
      ],
      reads,
    },
  }
}
