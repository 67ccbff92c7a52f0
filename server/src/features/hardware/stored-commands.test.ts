import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { queryOnce } from '../../db/embedded/postmaster.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'

const migration = readFileSync(new URL('../../../../db/migrations/0075_command_labels.sql', import.meta.url), 'utf8')

/** Kind, target, verb and label as stored by earlier versions, then the expected verb, label and number of others. */
const stored = [
  ['reboot', '', '', 'Reboot', '', 'Attic', 0],
  ['reload', '', '', 'After its call home', 'call-home', 'Attic', 0],
  ['dpk', 'dpk', '', 'brand.dpk', '', 'brand.dpk', 0],
  ['wifi', 'wifi', 'push', 'Wi-Fi "Café "am": Hafen": write to the device', 'push', 'Café "am": Hafen', 0],
  ['wifi', 'wifi', 'provision', 'Wi-Fi "Home": provision (3)', 'provision', 'Home', 0],
  ['wifi', 'wifi', 'controller', 'Wi-Fi "Home": switch the controller off', 'disable', 'Home', 0],
  ['wifi', 'wifi', 'controller', 'Wi-Fi: switch the controller on', 'enable', 'Attic', 0],
  ['wifi', 'wifi/access-control', 'access', 'Who may join the Wi-Fi of Main building', 'access', 'Main building', 0],
  ['change', 'wifi/access-point', 'disable', 'Access point hall and 2 others: switch off', 'disable', 'hall', 2],
  ['change', 'wifi/access-point', 'set', 'Access point hall: change', 'set', 'hall', 0],
  [
    'change',
    'wifi/registration',
    'remove',
    '4C:5E:0C:00:00:01 and 1 other: send off the Wi-Fi',
    'remove',
    '4C:5E:0C:00:00:01',
    1,
  ],
  ['change', 'wifi/access-list', 'add', 'block 4C:5E:0C:00:00:01', 'add', '4C:5E:0C:00:00:01', 0],
  ['change', 'wifi/access-list', 'add', 'ask RADIUS everybody', 'add', '', 0],
  ['change', 'ip/address', 'add', '10.0.0.1/24 on ether2', 'add', '10.0.0.1/24, ether2', 0],
  ['change', 'ip/firewall/address-list', 'add', '203.0.113.0/24 on allowed', 'add', '203.0.113.0/24, allowed', 0],
  ['change', 'ip/dhcp-server', 'set', 'DHCP server dhcp1 on bridge', 'set', 'dhcp1, bridge', 0],
  ['change', 'ip/dhcp-server', 'remove', 'DHCP server dhcp1', 'remove', 'dhcp1', 0],
  ['change', 'ip/dhcp-server/network', 'add', 'DHCP network 10.0.0.0/24', 'add', '10.0.0.0/24', 0],
  [
    'change',
    'ip/dhcp-server/lease',
    'add',
    '10.9.0.9 for 4C:5E:0C:01:02:03 (outside of every DHCP network of the device)',
    'add',
    '10.9.0.9, 4C:5E:0C:01:02:03',
    0,
  ],
  [
    'change',
    'ip/pool',
    'add',
    'Pool office: 10.0.0.10-10.0.0.20 (outside of every network of the device)',
    'add',
    'office, 10.0.0.10-10.0.0.20',
    0,
  ],
  ['change', 'ip/pool', 'remove', 'Pool office', 'remove', 'office', 0],
  ['change', 'ip/dns', 'set', 'DNS: 9.9.9.9, 2620:fe::fe', 'set', '9.9.9.9, 2620:fe::fe', 0],
  ['change', 'ip/dns', 'set', 'DNS: remote requests, cache size', 'set', '', 0],
  ['change', 'ip/firewall/nat', 'add', 'TCP and UDP 53 → 10.2.0.20', 'add', 'TCP/UDP 53 → 10.2.0.20', 0],
  [
    'change',
    'ip/firewall/nat',
    'add',
    'TCP 9443 → 172.20.0.9:443 (outside of every network of the router; filter rule 9 (all else) drops it)',
    'add',
    'TCP 9443 → 172.20.0.9:443',
    0,
  ],
  ['change', 'ip/firewall/nat', 'move', 'rule 3 (camera) before rule 1 (all)', 'move', '#3 (camera)', 0],
  ['change', 'ip/firewall/nat', 'move', 'rule 3 to the end', 'move', '#3', 0],
  ['change', 'ip/firewall/nat', 'set', 'srcnat rule 1 (masquerade)', 'set', 'srcnat #1 (masquerade)', 0],
  ['change', 'interface/ethernet', 'power-cycle', 'ether5 without power for 10 s', 'power-cycle', 'ether5', 0],
  ['change', 'network', 'add', 'Network office: VLAN 20 on bridge, 10.0.0.1/24', 'add', 'office, 10.0.0.1/24', 0],
  ['change', 'network', 'remove', 'Network office, 10.0.0.1/24', 'remove', 'office, 10.0.0.1/24', 0],
  ['change', 'switch-port', 'set', 'Port ether3: in bridge, VLAN 20 untagged, off', 'set', 'ether3', 0],
] as const

let database: TestDatabase
const run = (statement: string) => queryOnce(database.url, statement)
const quoted = (value: string) => `'${value.replaceAll("'", "''")}'`

beforeAll(async () => {
  database = await createTestDatabase()
  await run(`
    insert into company (id, name, type) overriding system value values (1, 'Provider', 'simrush');
    set session_replication_role = replica;
    insert into hardware (id, company_id, model_id, type_id, manufacturer_id, name, serial_number, ancestor_ids)
      overriding system value values (1, 1, 1, 1, 1, 'Attic', 'A1', '{1}');
    alter table device_command drop column others, drop column notes;
    ${stored
      .map(
        ([kind, target, verb, label]) => `
          insert into device_command (company_id, hardware_id, kind, target, verb, label, input, deadline_at, ancestor_ids)
            values (1, 1, ${[kind, target, verb, label].map(quoted).join(', ')},
              ${quoted(JSON.stringify({ enabled: label.endsWith(' on') }))}, now(), '{1}');`,
      )
      .join('')}
    set session_replication_role = origin;
    -- As on a database whose owner is no superuser: forced row security shows it no row.
    grant create on schema public to trunkline_radius;
    grant execute on all functions in schema public to trunkline_radius;
    alter table device_command owner to trunkline_radius;
    alter table hardware owner to trunkline_radius;
    set role trunkline_radius;
    ${migration}
    reset role`)
})
afterAll(() => database?.drop())

test('labels of earlier versions are reduced to the name of what the command is about', async () => {
  const rows = await run('select verb, label, others from device_command order by id')
  expect(rows).toEqual(stored.map(([, , , , verb, label, others]) => ({ verb, label, others })))
})
