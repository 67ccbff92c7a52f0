import { between } from '../tables/random.ts'
import type { Row } from '../tables/table.ts'
import { done } from './caller.ts'
import type { Handler } from './handler.ts'
import type { RouterState } from './router-state.ts'
import type { Rule } from './rule.ts'
import { noPermission } from './trap.ts'

/** `/ip/cloud`: with DDNS enabled it has a name, and a warning if its own addresses are private. */
export function cloudRows(router: RouterState): Row[] {
  const { '.id': _, ...row } = router.single('/ip/cloud')
  if (row['ddns-enabled'] !== 'true' && row['ddns-enabled'] !== 'yes') return [row]
  return [
    {
      ...row,
      'public-address': `203.0.113.${between(router.seed, 'cloud', 1, 254)}`,
      'dns-name': `${router.serial.toLowerCase()}.sn.mynetname.net`,
      status: 'updated',
      warning: 'Router is behind a NAT. Remote connection might not work.',
    },
  ]
}

const forceUpdate: Handler = (_router, caller) => {
  if (!caller.policies.has('write')) throw noPermission()
  return done
}

/** Milliseconds by which a synchronised clock may be wrong. */
const maxOffset = 1000

/** `/system/ntp/client`. It reports how wrong the clock is, and does not set it: tests do. */
export function ntpRows(router: RouterState): Row[] {
  const { '.id': _, ...stored } = router.single('/system/ntp/client')
  const isEnabled = stored['enabled'] === 'true'
  if (router.version.major < 7) {
    return [isEnabled ? { ...stored, 'active-server': stored['primary-ntp'] ?? '', 'poll-interval': '16s' } : stored]
  }
  const row: Row = { servers: '', vrf: 'main', ...stored }
  const [server = ''] = (row['servers'] ?? '').split(',')
  if (!isEnabled || server === '') return [{ ...row, 'freq-drift': '0', status: isEnabled ? 'waiting' : 'stopped' }]
  const offset = router.now() - router.monotonic()
  if (Math.abs(offset) > maxOffset)
    return [{ ...row, 'freq-drift': '0', status: 'waiting', 'system-offset': String(offset) }]
  return [
    {
      ...row,
      'freq-drift': '3.109',
      status: 'synchronized',
      'synced-server': server,
      'synced-stratum': '2',
      'system-offset': String(offset),
    },
  ]
}

/** Tables and rules of routing, the cloud and the time. */
export const serviceRules: Readonly<Record<string, Rule>> = {
  '/ip/cloud': { defaults: { 'ddns-enabled': 'false', 'ddns-update-interval': 'none', 'update-time': 'true' } },
  '/ip/cloud/advanced': { defaults: { 'use-local-address': 'false' } },
  '/ip/neighbor/discovery-settings': {
    defaults: { 'discover-interface-list': 'static', mode: 'tx-and-rx', protocol: 'cdp,lldp,mndp' },
  },
  '/system/ntp/client': { defaults: { enabled: 'false', mode: 'unicast' } },
  '/routing/table': { defaults: { disabled: 'false', dynamic: 'false', invalid: 'false' }, required: ['name'] },
  '/routing/rule': {
    defaults: { action: 'lookup', disabled: 'false', inactive: 'false' },
    references: { table: { menu: '/routing/table' }, interface: { menu: '/interface' } },
  },
  '/routing/id': {
    defaults: { 'select-dynamic-id': 'any', 'select-from-vrf': 'main', disabled: 'false', inactive: 'false' },
    required: ['name'],
  },
}

export const serviceHandlers: Readonly<Record<string, Handler>> = { '/ip/cloud/force-update': forceUpdate }
