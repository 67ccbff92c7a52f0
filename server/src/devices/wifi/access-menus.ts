import type { Row, Session, Values, WifiStack } from '@trunkline/routeros'
import { detectWifi, isMissingMenu } from '@trunkline/routeros'
import type { Keys } from '../../secrets.ts'
import { flagOf, macOf, maybeFlag, textOf, integerOf } from '../readings/values.ts'
import { isHidden } from '../same-value.ts'
import type { LineField, WantedRow } from './access-lines.ts'
import { readMark } from './access-mark.ts'
import { daysText, hoursText, readSpan, scheduleOf } from './access-times.ts'
import { passphraseDigest } from './digest.ts'
import type { SeenAccessRow } from './shapes.ts'

/** A menu with an access list. The device's radios and the new controller share one. */
export interface AccessMenu {
  kind: 'caps-man' | 'wifi' | 'wireless'
  /** The stack that its rows are displayed under: the controller, if there is one. */
  stack: WifiStack
  /** `interface/wifi`; `interface/wifiwave2` before 7.13. */
  root: string
  menu: string
}

const common = ['mac-address', 'interface', 'signal-range', 'time', 'vlan-id', 'disabled', 'dynamic', 'comment']
const limits = ['ap-tx-limit', 'client-tx-limit', 'vlan-mode']
const shared = ['mac-address-mask', 'ssid-regexp', 'action']
const properties: Record<AccessMenu['kind'], readonly string[]> = {
  'caps-man': [...common, ...limits, ...shared, 'private-passphrase', 'client-to-client-forwarding'],
  wifi: [...common, ...shared, 'days', 'passphrase', 'client-isolation', 'match-count', 'last-logged-in'],
  wireless: [...common, ...limits, 'authentication', 'private-algo', 'private-pre-shared-key', 'forwarding'],
}

/** The access list menus of the Wi-Fi systems that a device uses, each once. */
export function accessMenus(stacks: readonly WifiStack[]): AccessMenu[] {
  const menus: AccessMenu[] = []
  const add = (kind: AccessMenu['kind'], root: string, stack: WifiStack | undefined) => {
    if (stack !== undefined) menus.push({ kind, stack, root, menu: `${root}/access-list` })
  }
  const first = (...of: WifiStack[]) => of.find((stack) => stacks.includes(stack))
  add('caps-man', 'caps-man', first('caps-man'))
  add('wifi', 'interface/wifi', first('wifi-capsman', 'local-wifi'))
  add('wireless', 'interface/wireless', first('local-wireless'))
  return menus
}

/**
 * Raw rows of a menu. The new system had another name before 7.13.
 * @throws RouterError
 */
export async function printAccess(session: Session, menu: AccessMenu): Promise<{ menu: AccessMenu; rows: Row[] }> {
  const proplist = properties[menu.kind]
  try {
    return { menu, rows: await session.print(menu.menu, { proplist }) }
  } catch (error) {
    if (menu.root !== 'interface/wifi' || !isMissingMenu(error)) throw error
    const root = 'interface/wifiwave2'
    const early = { ...menu, root, menu: `${root}/access-list` }
    return { menu: early, rows: await session.print(early.menu, { proplist }) }
  }
}

/**
 * Access lists of all Wi-Fi systems of a device, each in order.
 * @throws RouterError
 */
export async function readAccessList(session: Session, { keys }: { keys: Keys }): Promise<SeenAccessRow[]> {
  const menus = accessMenus(await detectWifi(session))
  const read: SeenAccessRow[] = []
  for (const one of menus) {
    const { menu, rows } = await printAccess(session, one)
    read.push(...seenRows(menu, rows, keys))
  }
  return read
}

export const seenRows = (menu: AccessMenu, rows: readonly Row[], keys: Keys): SeenAccessRow[] =>
  rows.map((row, at) => seenRow(menu, row, at + 1, keys))

/** `any` and `all` mean no interface, and a reference to a removed interface is its bare id. */
const interfaceOf = (value: string | undefined) => (value === 'any' || value === 'all' ? null : textOf(value))
const positive = (value: string | undefined) => integerOf(value) || null

/** Without a mask all bits of an address count. */
const maskOf = (value: string | undefined) => {
  const mask = macOf(value)
  return mask === 'FF:FF:FF:FF:FF:FF' ? null : mask
}

function signalOf(value: string | undefined): [number | null, number | null] {
  const found = /^(-?\d+)\.\.(-?\d+)$/.exec(value ?? '')
  if (found === null) return [null, null]
  const [from, to] = [Number(found[1]), Number(found[2])]
  return from === -120 && to === 120 ? [null, null] : [from, to]
}

function actionOf(kind: AccessMenu['kind'], row: Row): SeenAccessRow['action'] {
  if (kind === 'wireless')
    return row['authentication'] === 'false' || row['authentication'] === 'no' ? 'reject' : 'accept'
  const action = row['action']
  return action === 'reject' || action === 'query-radius' ? action : 'accept'
}

function vlanOf(kind: AccessMenu['kind'], row: Row): number | null {
  // The VLAN id is present even if the mode disables tagging.
  const tagged = kind === 'wifi' || row['vlan-mode'] === 'use-tag' || row['vlan-mode'] === 'use-service-tag'
  return tagged ? positive(row['vlan-id']) : null
}

function secretOf(kind: AccessMenu['kind'], row: Row): string | undefined {
  if (kind === 'caps-man') return row['private-passphrase']
  if (kind === 'wifi') return row['passphrase']
  return row['private-algo'] === undefined || row['private-algo'] === 'none' ? undefined : row['private-pre-shared-key']
}

function seenRow(menu: AccessMenu, row: Row, position: number, keys: Keys): SeenAccessRow {
  const { kind, stack } = menu
  const span = readSpan(row['time'], row['days'])
  const schedule = span === null || span === undefined ? undefined : scheduleOf(span)
  const [signal_from, signal_to] = signalOf(row['signal-range'])
  const secret = secretOf(kind, row)
  const forwarding = maybeFlag(row['client-to-client-forwarding'] ?? row['forwarding'])
  const isolation = kind === 'wifi' ? maybeFlag(row['client-isolation']) : forwarding === null ? null : !forwarding
  return {
    id: row['.id'] ?? '',
    stack,
    position,
    mac: macOf(row['mac-address']),
    mac_mask: maskOf(row['mac-address-mask']),
    interface: interfaceOf(row['interface']),
    signal_from,
    signal_to,
    ssid_regexp: textOf(row['ssid-regexp']),
    schedule: schedule ?? null,
    time: span === null || schedule !== undefined ? null : [row['time'], row['days']].filter(Boolean).join(','),
    action: actionOf(kind, row),
    vlan_id: vlanOf(kind, row),
    has_passphrase: secret !== undefined && secret !== '',
    passphrase_digest: isHidden(secret) ? null : passphraseDigest(keys, secret as string),
    ap_tx_limit: positive(row['ap-tx-limit']),
    client_tx_limit: positive(row['client-tx-limit']),
    client_isolation: isolation,
    disabled: flagOf(row['disabled']),
    dynamic: flagOf(row['dynamic']),
    comment: textOf(row['comment']),
    mark: readMark(row['comment']),
    match_count: integerOf(row['match-count']),
    last_joined: textOf(row['last-logged-in']),
  }
}

/** How a system clears a property: the list of the local radios does not support `unset`. */
const used = (kind: AccessMenu['kind'], word: string | number) => (kind === 'wireless' ? word : null)

/** The properties that represent a row field. */
function fieldValues(
  { kind }: AccessMenu,
  { line, span }: WantedRow,
  field: LineField,
  of: { daysApart: boolean; passphrase: string | null },
): Values {
  switch (field) {
    case 'mac':
      return { 'mac-address': line.mac }
    case 'mac_mask':
      return { 'mac-address-mask': line.mac_mask }
    case 'interface':
      return { interface: line.interface ?? used(kind, 'any') }
    case 'signal':
      return { 'signal-range': line.signal ?? used(kind, '-120..120') }
    case 'ssid_regexp':
      return { 'ssid-regexp': line.ssid_regexp }
    case 'hours': {
      if (kind === 'wifi' && of.daysApart)
        return {
          time: span === null ? null : hoursText(span),
          days: span === null || span.days.length === 0 ? null : daysText(span),
        }
      const text = span === null ? null : `${hoursText(span)},${daysText(span)}`
      return { time: text ?? used(kind, '0s-1d,sun,mon,tue,wed,thu,fri,sat') }
    }
    case 'action':
      return kind === 'wireless' ? { authentication: line.action !== 'reject' } : { action: line.action }
    case 'vlan_id':
      if (kind === 'wifi') return { 'vlan-id': line.vlan_id }
      return line.vlan_id === null
        ? { 'vlan-mode': used(kind, 'default'), ...(kind === 'caps-man' && { 'vlan-id': null }) }
        : { 'vlan-mode': 'use-tag', 'vlan-id': line.vlan_id }
    case 'passphrase':
      if (kind === 'caps-man') return { 'private-passphrase': of.passphrase }
      if (kind === 'wifi') return { passphrase: of.passphrase }
      return {
        'private-algo': of.passphrase === null ? 'none' : 'aes-ccm',
        'private-pre-shared-key': of.passphrase ?? '',
      }
    case 'ap_tx_limit':
      return { 'ap-tx-limit': line.ap_tx_limit ?? used(kind, 0) }
    case 'client_tx_limit':
      return { 'client-tx-limit': line.client_tx_limit ?? used(kind, 0) }
    case 'disabled':
      return { disabled: line.disabled }
    case 'comment':
      return { comment: line.comment }
  }
}

/** The property values for these fields of a row; null clears a property. */
export const valuesToSet = (
  menu: AccessMenu,
  row: WantedRow,
  fields: readonly LineField[],
  of: { daysApart: boolean; passphrase: string | null },
): Values => Object.assign({}, ...fields.map((field) => fieldValues(menu, row, field, of))) as Values

/** A new row: unset fields are omitted. */
export function valuesToAdd(
  menu: AccessMenu,
  row: WantedRow,
  of: { daysApart: boolean; passphrase: string | null },
): Values {
  const { line } = row
  const fields = (Object.keys(line) as LineField[]).filter(
    (field) => field === 'action' || field === 'disabled' || (line[field] !== null && line[field] !== ''),
  )
  // The mark is written first: if a later write fails, the row is still recognised as the panel's.
  return { comment: line.comment, ...valuesToSet(menu, row, fields, of) }
}
