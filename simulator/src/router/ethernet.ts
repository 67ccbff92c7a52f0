import { between, chance } from '../tables/random.ts'
import type { Row } from '../tables/table.ts'
import { done } from './caller.ts'
import type { Handler } from './handler.ts'
import { interfacesNamed } from './commands-interface.ts'
import { monitor } from './monitor.ts'
import type { RouterState } from './router-state.ts'
import { drift } from './system.ts'
import { noPermission } from './trap.ts'

const isSfp = (row: Row): boolean => (row['default-name'] ?? '').startsWith('sfp')

/** A copper module and a DAC have no optical values. */
function opticsOf(router: RouterState, row: Row): Row {
  const name = row['default-name'] ?? ''
  const isPlugged = row['running'] === 'true' || chance(router.seed, `module ${name}`) < 0.2
  if (!isPlugged) return { 'sfp-module-present': 'false' }
  const isOptical = chance(router.seed, `optical ${name}`) < 0.7
  const module: Row = {
    'sfp-module-present': 'true',
    'sfp-rx-loss': String(row['running'] !== 'true'),
    'sfp-tx-fault': 'false',
    'sfp-type': 'SFP/SFP+/SFP28/SFP56',
    'sfp-connector-type': isOptical ? 'LC' : 'copper-pigtail',
    'sfp-vendor-name': 'MikroTik',
    'sfp-vendor-part-number': isOptical ? 'S-85DLC05D' : 'S+DA0001',
    'sfp-vendor-serial': `S${between(router.seed, `serial ${name}`, 100_000, 999_999)}`,
  }
  if (!isOptical) return { ...module, 'sfp-link-length-copper-active-om4': '1m' }
  return {
    ...module,
    'sfp-link-length-om2': '550m',
    'sfp-wavelength': '850nm',
    'sfp-temperature': `${Math.round(drift(router, `sfp ${name}`, 34, 46, 900_000))}C`,
    'sfp-supply-voltage': `${drift(router, `supply ${name}`, 3.27, 3.33).toFixed(3)}V`,
    'sfp-tx-bias-current': `${Math.round(drift(router, `bias ${name}`, 5, 7))}mA`,
    'sfp-tx-power': `${drift(router, `light out ${name}`, -5.6, -5.2).toFixed(3)}dBm`,
    'sfp-rx-power': `${drift(router, `light in ${name}`, -8.9, -6.4).toFixed(3)}dBm`,
  }
}

function portState(router: RouterState, row: Row): Row {
  const name = row['name'] ?? ''
  const isUp = row['running'] === 'true' && row['disabled'] !== 'true'
  const advertised = row['advertise'] ?? ''
  const rate = isSfp(row) ? '10Gbps' : chance(router.seed, `rate ${row['default-name']}`) < 0.15 ? '100Mbps' : '1Gbps'
  return {
    name,
    status: isUp ? 'link-ok' : 'no-link',
    'auto-negotiation': isUp ? 'done' : 'incomplete',
    ...(isUp ? { rate, 'full-duplex': 'true', 'tx-flow-control': 'false', 'rx-flow-control': 'false' } : {}),
    supported: advertised,
    advertising: advertised,
    'link-partner-advertising': isUp ? advertised : '',
    ...(isSfp(row) ? opticsOf(router, row) : {}),
  }
}

const monitorPorts: Handler = (router, _caller, args) => {
  const found = interfacesNamed(router, args)
  return monitor(router, args, () => found.map(({ row }) => portState(router, row)))
}

/** PoE of a port; off for a while after a power cycle. */
function powerState(router: RouterState, row: Row): Row {
  const name = row['name'] ?? ''
  const cycled = router.notes.get(`cycle ${row['.id']}`)
  const mode = row['poe-out'] ?? 'off'
  const isFed = mode !== 'off' && chance(router.seed, `poe ${row['.id']}`) < 0.6
  const isCycling = typeof cycled === 'number' && router.monotonic() < cycled
  if (mode === 'off') return { name, 'poe-out': mode, 'poe-out-status': 'disabled' }
  if (isCycling) return { name, 'poe-out': mode, 'poe-out-status': 'off' }
  if (!isFed) return { name, 'poe-out': mode, 'poe-out-status': 'waiting-for-load' }
  const voltage = drift(router, `volt ${name}`, 23.8, 24.2)
  const current = Math.round(drift(router, `current ${name}`, 110, 310))
  return {
    name,
    'poe-out': mode,
    'poe-out-status': 'powered-on',
    'poe-out-voltage': `${voltage.toFixed(1)}V`,
    'poe-out-current': `${current}mA`,
    'poe-out-power': `${((voltage * current) / 1000).toFixed(1)}W`,
  }
}

const monitorPower: Handler = (router, _caller, args) => {
  const rows = router.table('/interface/ethernet/poe').rows
  const names = (args.get('numbers') ?? args.get('.id') ?? '').split(',')
  const found = rows.filter((row) => names.includes(row['.id'] ?? '') || names.includes(row['name'] ?? ''))
  return monitor(router, args, () => found.map((row) => powerState(router, row)))
}

const powerCycle: Handler = (router, caller, args) => {
  if (!caller.policies.has('write')) throw noPermission()
  for (const { row } of interfacesNamed(router, args)) {
    router.notes.set(`cycle ${row['.id']}`, router.monotonic() + 5000)
    router.log('system,info', `poe power cycle of ${row['name']}`)
  }
  return done
}

/**
 * A cable test: a port without a link reports where each pair is open, in metres; one with a link interrupts it shortly.
 */
const cableTest: Handler = (router, caller, args) => {
  if (!caller.policies.has('test')) throw noPermission()
  const found = interfacesNamed(router, args)
  return monitor(router, args, () =>
    found.map(({ row }): Row => {
      if (row['running'] === 'true') return { name: row['name'] ?? '', status: 'link-ok' }
      const metres = Math.floor(chance(router.seed, `cable ${row['.id']}`) * 40)
      const pairs = [0, 0, 1, 0].map((more) => `open:${metres + more}`)
      return { name: row['name'] ?? '', status: 'no-link', 'cable-pairs': pairs.join(',') }
    }),
  )
}

export const ethernetHandlers: Readonly<Record<string, Handler>> = {
  '/interface/ethernet/monitor': monitorPorts,
  '/interface/ethernet/cable-test': cableTest,
  '/interface/ethernet/blink': () => done,
  '/interface/blink': () => done,
  '/interface/ethernet/poe/monitor': monitorPower,
  '/interface/ethernet/poe/power-cycle': powerCycle,
}
