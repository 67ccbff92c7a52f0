import type { Row } from '../tables/table.ts'
import { done } from './caller.ts'
import type { Handler } from './handler.ts'
import { capsOf, masterOf, newStack, oldStack, refreshCaps, type Cap, type Stack } from './controller.ts'
import type { RouterState } from './router-state.ts'
import { holds } from './text.ts'
import { noPermission, noSuchItem, Trap } from './trap.ts'

/** Whether a rule matches a radio; an absent matcher matches every radio. */
function fits(rule: Row, cap: Cap, radio: Cap['radios'][number]): boolean {
  if (rule['disabled'] === 'true') return false
  const { 'radio-mac': mac, 'identity-regexp': identity, 'supported-bands': bands, 'hw-supported-modes': modes } = rule
  if (mac !== undefined && mac !== '' && mac !== '00:00:00:00:00:00' && mac !== radio.mac) return false
  if (identity !== undefined && identity !== '' && !holds(cap.identity, identity)) return false
  if (bands !== undefined && bands !== '' && !bands.split(',').some((band) => band.startsWith(radio.band))) return false
  if (modes === undefined || modes === '') return true
  return modes.split(',').some((mode) => (radio.band === '2ghz' ? /^(gn|b|g)$/ : /^(an|ac|a)$/).test(mode))
}

function freeName(router: RouterState, rule: Row | undefined, cap: Cap, stack: Stack): string {
  const format = rule?.['name-format'] ?? ''
  const prefix = rule?.['name-prefix'] ?? ''
  const base =
    format === 'prefix-identity' || format.includes('%I')
      ? `${prefix === '' ? 'cap' : prefix}-${cap.identity}-`
      : prefix === ''
        ? stack === newStack
          ? 'cap-wifi'
          : 'cap'
        : `${prefix}-`
  // The new system counts up: a recreated interface has a new name. The legacy one uses a free name.
  const counted = router.notes.get(`named ${base}`)
  let number = stack === newStack ? Number(counted ?? cap.radios.length) + 1 : 1
  while (router.interfaceNamed(`${base}${number}`)) number += 1
  if (stack === newStack) router.notes.set(`named ${base}`, number)
  return `${base}${number}`
}

function interfaceRow(stack: Stack, name: string, mac: string, values: Row): Row {
  const shared: Row = {
    name,
    'mac-address': mac,
    'arp-timeout': 'auto',
    ...values,
    disabled: values['disabled'] ?? 'false',
    bound: 'false',
    inactive: 'true',
    running: 'false',
  }
  if (stack === newStack) return { ...shared, l2mtu: '1560' }
  return {
    ...shared,
    l2mtu: '1600',
    'current-state': '',
    'current-channel': '2412/20-Ce/gn(28dBm)',
    'current-rate-set': 'OFDM:6-54 BW:1x SGI:1x HT:0-15',
    'current-basic-rate-set': 'OFDM:6',
    'current-registered-clients': '0',
    'current-authorized-clients': '0',
  }
}

/** Recreates a radio's interfaces by the first matching rule. */
export function provisionRadio(router: RouterState, stack: Stack, cap: Cap, radio: Cap['radios'][number]): void {
  const old = masterOf(router, stack, radio.mac)
  if (old) {
    const slaves = router.table(stack.interfaces).rows.filter((row) => row['master-interface'] === old['name'])
    for (const row of [...slaves, old]) router.drop(stack.interfaces, row['.id'] ?? '')
  }
  const rule = router.table(stack.provisioning).rows.find((one) => fits(one, cap, radio))
  // The legacy system creates an interface without configuration if no rule matches.
  const action = rule?.['action'] ?? (stack === oldStack ? 'create-enabled' : 'none')
  if (action === 'none') return
  const disabled = String(action === 'create-disabled')
  const dynamic: Row = action === 'create-dynamic-enabled' ? { dynamic: 'true' } : {}
  const configuration: Row =
    rule?.['master-configuration'] === undefined ? {} : { configuration: rule['master-configuration'] }
  const name = freeName(router, rule, cap, stack)
  const root: Row = stack === oldStack ? { 'master-interface': 'none', 'radio-name': radio.mac.replace(/:/g, '') } : {}
  router.insert(
    stack.interfaces,
    interfaceRow(stack, name, radio.mac, {
      'radio-mac': radio.mac,
      ...root,
      master: 'true',
      ...configuration,
      ...dynamic,
      disabled,
    }),
  )
  const slaves = (rule?.['slave-configurations'] ?? '').split(',').filter(Boolean)
  for (const [index, slave] of slaves.entries()) {
    // A virtual interface has its own MAC address, which no radio has.
    const mac = `${(Number.parseInt(radio.mac.slice(0, 2), 16) | 2).toString(16).padStart(2, '0').toUpperCase()}${radio.mac.slice(2)}`
    const own = stack === oldStack ? mac : radio.mac
    router.insert(
      stack.interfaces,
      interfaceRow(stack, `${name}-${index + 1}`, mac, {
        'radio-mac': own,
        'master-interface': name,
        master: 'false',
        configuration: slave,
        ...dynamic,
        disabled,
      }),
    )
  }
}

const provision =
  (stack: Stack, menu: 'remote' | 'radio'): Handler =>
  (router, caller, args) => {
    if (!caller.policies.has('write')) throw noPermission()
    refreshCaps(router, stack)
    const ids = (args.get('numbers') ?? args.get('.id') ?? '').split(',')
    const caps = capsOf(router)
    for (const id of ids) {
      const row = router.table(stack[menu]).find(id)
      if (!row) throw noSuchItem()
      for (const cap of caps) {
        if (menu === 'remote' && cap.baseMac !== row['base-mac']) continue
        for (const radio of cap.radios) {
          if (menu === 'remote' || radio.mac === row['radio-mac']) provisionRadio(router, stack, cap, radio)
        }
      }
    }
    refreshCaps(router, stack)
    return done
  }

/** The name of a managed device, the same as in its own menu. */
const setIdentity =
  (stack: Stack): Handler =>
  (router, caller, args) => {
    if (!caller.policies.has('write')) throw noPermission()
    const identity = args.get('identity') ?? args.get('name') ?? ''
    if (identity === '') throw new Trap('missing =identity=')
    for (const id of (args.get('numbers') ?? args.get('.id') ?? '').split(',')) {
      const row = router.table(stack.remote).find(id)
      const cap = capsOf(router).find((one) => one.baseMac === row?.['base-mac'])
      if (!cap) throw noSuchItem()
      cap.identity = identity
    }
    refreshCaps(router, stack)
    return done
  }

export const provisionHandlers: Readonly<Record<string, Handler>> = {
  '/interface/wifi/capsman/remote-cap/provision': provision(newStack, 'remote'),
  '/interface/wifi/radio/provision': provision(newStack, 'radio'),
  '/caps-man/remote-cap/provision': provision(oldStack, 'remote'),
  '/caps-man/radio/provision': provision(oldStack, 'radio'),
  '/interface/wifi/capsman/remote-cap/set-identity': setIdentity(newStack),
  '/caps-man/remote-cap/set-identity': setIdentity(oldStack),
}
