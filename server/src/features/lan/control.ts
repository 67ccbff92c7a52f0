import type { Endpoint } from '@trunkline/contract/endpoint'
import { control } from '@trunkline/contract/resources/control'
import type { CellInfo, DhcpLease } from '@trunkline/contract/resources/control-shapes'
import { actorMayOn, relationTo } from '../../access/actor.ts'
import { readAddresses, readDns, readLeases, readNetworks, readPools, readServers } from '../../devices/readings/lan.ts'
import { readInterfaces, readTraffic } from '../../devices/readings/interfaces.ts'
import { readCells } from '../../devices/readings/cells.ts'
import { readPorts } from '../../devices/readings/ports.ts'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/call.ts'
import { addAddress, markManagement, removeAddress, setAddress } from './address.ts'
import { managementAddresses } from './device.ts'
import { setDns } from './dns.ts'
import { createDraftQueue, draftContext } from './enqueue-draft.ts'
import { addLease, removeLease, reserveLease, setLease } from './lease.ts'
import { addNetwork, removeNetwork, setNetwork } from './network.ts'
import { addPool, removePool, setPool } from './pool.ts'
import { powerCycle } from './ports.ts'
import { answerReading, type Menu } from './reading.ts'
import { addServer, removeServer, setServer } from './server.ts'

type Reading = Parameters<typeof answerReading>[2]

const none = async () => undefined
const asRead = <T>(rows: T) => rows

/** Masks IMEI, IMSI, ICCID and phone number for callers who may not change the device. */
const masked = (cells: readonly CellInfo[], mayChange: boolean): CellInfo[] =>
  mayChange
    ? [...cells]
    : cells.map((cell) => ({ ...cell, imei: null, imsi: null, iccid: null, subscriber_number: null }))

const noDns = {
  servers: [],
  dynamic_servers: [],
  allow_remote_requests: false,
  cache_size_kib: null,
  cache_used_kib: null,
  cache_max_ttl_seconds: null,
  use_doh_server: null,
  verify_doh_cert: false,
}

/** Handlers of the LAN menus: they read a device and enqueue commands that change it. */
export const controlHandlers = (deps: Deps): Handlers<typeof control> => {
  const read =
    <T>(endpoint: Endpoint, menu: Menu<T>) =>
    (call: Reading) =>
      answerReading(deps, endpoint, call, menu, none, asRead)

  const enqueueDraft = createDraftQueue(deps, draftContext)

  /** For a call that adds a row. The device assigns the id. */
  const add = async <B>(...of: Parameters<typeof enqueueDraft<B>>) => {
    const { data } = await enqueueDraft(...of)
    return { data: { ...data, id: null } }
  }

  const address = 'ip/address'
  const network = 'ip/dhcp-server/network'
  const pool = 'ip/pool'
  const lease = 'ip/dhcp-server/lease'
  const server = 'ip/dhcp-server'
  const ethernet = 'interface/ethernet'

  return {
    async statistics(call) {
      if (call.query.type === 'onlyTraffic')
        return answerReading(
          deps,
          control.statistics,
          call,
          { key: 'interface/traffic', work: (session) => readTraffic(session), empty: [] },
          none,
          (traffic) => ({ traffic }),
        )
      return answerReading(
        deps,
        control.statistics,
        call,
        { key: 'interface', work: readInterfaces, empty: [] },
        none,
        (interfaces) => ({ interfaces }),
      )
    },
    ports: read(control.ports, { key: ethernet, work: readPorts, empty: [] }),
    powerCycle: (call) => enqueueDraft(control.powerCycle, ethernet, call, call.body, powerCycle),
    cells: (call) =>
      answerReading(
        deps,
        control.cells,
        call,
        { key: 'interface/lte', work: readCells, empty: [] },
        async ({ device, actor }) =>
          actorMayOn(actor, { action: 'update', subject: 'site-network' }, relationTo(actor, device.company_id)),
        masked,
      ),

    addresses: (call) =>
      answerReading(
        deps,
        control.addresses,
        call,
        { key: address, work: (session) => readAddresses(session), empty: [] },
        ({ tx, device }) => managementAddresses(tx, device),
        markManagement,
      ),
    addAddress: (call) => add(control.addAddress, address, call, call.body, addAddress),
    setAddress: (call) => enqueueDraft(control.setAddress, address, call, call.body, setAddress),
    removeAddress: (call) => enqueueDraft(control.removeAddress, address, call, call.query, removeAddress),

    dns: read(control.dns, { key: 'ip/dns', work: readDns, empty: noDns }),
    storeDns: (call) => add(control.storeDns, 'ip/dns', call, call.body, (_context, body) => setDns(body)),
    setDns: (call) => enqueueDraft(control.setDns, 'ip/dns', call, call.body, (_context, body) => setDns(body)),

    networks: read(control.networks, { key: network, work: readNetworks, empty: [] }),
    addNetwork: (call) => add(control.addNetwork, network, call, call.body, addNetwork),
    setNetwork: (call) => enqueueDraft(control.setNetwork, network, call, call.body, setNetwork),
    removeNetwork: (call) => enqueueDraft(control.removeNetwork, network, call, call.query, removeNetwork),

    pools: read(control.pools, { key: pool, work: readPools, empty: [] }),
    addPool: (call) => add(control.addPool, pool, call, call.body, addPool),
    setPool: (call) => enqueueDraft(control.setPool, pool, call, call.body, setPool),
    removePool: (call) => enqueueDraft(control.removePool, pool, call, call.query, removePool),

    leases: (call) => {
      const { dinamic } = call.query
      return answerReading(
        deps,
        control.leases,
        call,
        { key: lease, work: readLeases, empty: [] as DhcpLease[] },
        none,
        (rows) => (dinamic === undefined ? rows : rows.filter((row) => row.dynamic === dinamic)),
      )
    },
    addLease: (call) => add(control.addLease, lease, call, call.body, addLease),
    setLease: (call) => enqueueDraft(control.setLease, lease, call, call.body, setLease),
    reserveLease: (call) => enqueueDraft(control.reserveLease, lease, call, call.body, reserveLease),
    removeLease: (call) => enqueueDraft(control.removeLease, lease, call, call.query, removeLease),

    servers: read(control.servers, { key: server, work: readServers, empty: [] }),
    addServer: (call) => add(control.addServer, server, call, call.body, addServer),
    setServer: (call) => enqueueDraft(control.setServer, server, call, call.body, setServer),
    removeServer: (call) => enqueueDraft(control.removeServer, server, call, call.query, removeServer),
  }
}
