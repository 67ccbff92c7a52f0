import { RouterError } from '../../errors.ts'
import { duration } from '../../values/time.ts'
import { flag } from '../../values/plain.ts'
import type { Check } from '../check.ts'
import { CheckFailure, NotApplicable, rejectionOf, verify } from '../result.ts'
import { lineOf } from '../raw-connection.ts'
import { addAddress, addressesWhere, addressList, addRule, filter } from './rows-for-checks.ts'

const subject = 'Writes'
const steps = 'server/src/devices/steps.ts'

export const writeChecks: readonly Check[] = [
  {
    name: 'add-id',
    subject,
    assumes: 'add returns the id of the new row, under which it can be read at once.',
    usedBy: ['routeros/src/api/session.ts add', `${steps} addedRow`],
    steps: ['Adds a row and reads it by the returned id.'],
    async run(context) {
      const id = await addAddress(context, 1)
      context.note(id)
      verify(/^\*[0-9A-F]+$/.test(id), 'The id is not an asterisk and a hexadecimal number in upper case.')
      const rows = await context.session.print(addressList, { where: { '.id': id } })
      verify(rows[0]?.address === '192.0.2.1', 'The row cannot be read by its id.')
    },
  },
  {
    name: 'set-reply',
    subject,
    assumes: 'set and remove are answered with !done only.',
    usedBy: ['routeros/src/api/channel.ts Channel'],
    steps: ['Sets a comment and removes the row, and looks at the replies.'],
    async run(context) {
      const id = await addAddress(context, 1)
      const connection = await context.logInRaw()
      for (const sentence of [
        ['/ip/firewall/address-list/set', `=.id=${id}`, '=comment=x'],
        ['/ip/firewall/address-list/remove', `=.id=${id}`],
      ]) {
        const replies = await connection.call(...sentence)
        context.note(replies.map(lineOf).join(' | '))
        verify(replies.length === 1 && replies[0]?.word === '!done', 'The reply is not !done.')
      }
    },
  },
  {
    name: 'set-several',
    subject,
    assumes: 'set and remove accept several ids, separated by commas, in `.id`.',
    usedBy: ['server/src/devices/wifi/writes.ts setRows', 'server/src/devices/wifi/access-write.ts'],
    steps: ['Adds two rows, sets a comment for both in one command, and removes both in one command.'],
    async run(context) {
      const ids = [await addAddress(context, 1), await addAddress(context, 2)]
      await context.session.set(addressList, ids.join(','), { comment: 'both' })
      const changed = await addressesWhere(context, { comment: 'both' })
      verify(changed === '192.0.2.1 192.0.2.2', `The command changed ${changed === '' ? 'no row' : changed}.`)
      await context.session.remove(addressList, ids)
      const left = await addressesWhere(context, {})
      verify(left === '', `The command did not remove ${left}.`)
    },
  },
  {
    name: 'set-boolean',
    subject,
    assumes: 'Booleans are written as yes and no, and read as true and false or yes and no.',
    usedBy: ['routeros/src/api/words.ts written', 'routeros/src/values/plain.ts truth'],
    steps: ['Disables and enables a row with set.'],
    async run(context) {
      const id = await addAddress(context, 1)
      for (const disabled of [true, false]) {
        await context.session.set(addressList, id, { disabled })
        const [row] = await context.session.print(addressList, { where: { '.id': id } })
        context.note(`disabled=${row?.disabled ?? '(absent)'}`)
        verify(flag(row?.disabled) === disabled, 'The flag read differs from the one written.')
        verify(
          row?.disabled === undefined || /^(true|false|yes|no)$/.test(row.disabled),
          'The flag has another notation.',
        )
      }
    },
  },
  {
    name: 'set-empty',
    subject,
    assumes: 'An empty value clears a comment.',
    usedBy: ['routeros/src/api/session.ts #unset'],
    steps: ['Adds a row with a comment, and sets it to an empty value.'],
    async run(context) {
      const id = await addAddress(context, 1, { comment: 'one' })
      await context.session.set(addressList, id, { comment: '' })
      const [row] = await context.session.print(addressList, { where: { '.id': id } })
      verify((row?.comment ?? '') === '', 'The comment was not cleared.')
    },
  },
  {
    name: 'unset',
    subject,
    assumes: 'A property of a firewall rule is removed by unset, or by an empty value where the menu has no unset.',
    usedBy: ['routeros/src/api/session.ts #unset', 'server/src/features/firewall/forward.ts'],
    steps: ['Adds a rule with a source address and unsets it.'],
    async run(context) {
      const id = await addRule(context, { 'src-address': '192.0.2.1' })
      await context.session.set(filter, id, { 'src-address': null })
      const [row] = await context.session.print(filter, { where: { '.id': id } })
      context.note(`src-address=${row?.['src-address'] ?? '(absent)'}`)
      verify((row?.['src-address'] ?? '') === '', 'The property was not removed.')
    },
  },
  {
    name: 'id-stable',
    subject,
    assumes: 'A row has the same id after changes, after others were added and removed, and on another connection.',
    usedBy: [`${steps} readBack`, 'server/src/devices/guarded.ts'],
    steps: ['Adds three rows, removes the first, changes the second, and reads it on another connection.'],
    async run(context) {
      const [first, second] = [await addAddress(context, 1), await addAddress(context, 2)]
      await addAddress(context, 3)
      await context.session.remove(addressList, first)
      await context.session.set(addressList, second, { comment: 'changed' })
      const other = await context.open()
      const rows = await other.print(addressList, { where: { '.id': second } })
      verify(rows[0]?.address === '192.0.2.2', 'The id belongs to another row, or to none.')
    },
  },
  {
    name: 'id-not-reused',
    subject,
    assumes: 'The id of a removed row is not given to the next one.',
    usedBy: [`${steps} checkStep`],
    steps: ['Adds a row, removes it, and adds another one.'],
    async run(context) {
      const removed = await addAddress(context, 1)
      await context.session.remove(addressList, removed)
      const next = await addAddress(context, 2)
      context.note(`${removed}, then ${next}`)
      verify(next !== removed, 'The new row has the id of the removed one.')
    },
  },
  {
    name: 'duplicate-row',
    subject,
    assumes: 'A second equal row of a firewall list is rejected, with a message that contains `already`.',
    usedBy: ['server/src/devices/faults.ts', 'server/src/features/firewall/entry.ts'],
    steps: ['Adds the same address twice.'],
    async run(context) {
      await addAddress(context, 1)
      const error = await rejectionOf(addAddress(context, 1), 'The router accepted a second equal row.')
      context.note(`category=${error.category ?? 'absent'} ${error.message}`)
      verify(/already/.test(error.message), 'The message does not contain `already`.')
      verify((await addressesWhere(context, {})) === '192.0.2.1', 'The list does not have exactly one row.')
    },
  },
  {
    name: 'duplicate-name',
    subject,
    assumes: 'A second scheduler entry of the same name is rejected.',
    usedBy: ['routeros/src/actions/rollback.ts armRollback'],
    steps: ['Adds two disabled scheduler entries of the same name.'],
    async run(context) {
      const values = { name: context.prefix, disabled: true, interval: '1d', 'on-event': ':nothing' }
      await context.add('system/scheduler', values)
      const error = await rejectionOf(
        context.session.add('system/scheduler', values),
        'The router accepted a second entry of the same name.',
      )
      context.note(`category=${error.category ?? 'absent'} ${error.message}`)
    },
  },
  {
    name: 'row-dynamic',
    subject,
    assumes: 'A list entry with a timeout is dynamic, its timeout counts down, and it can be set again.',
    usedBy: ['server/src/features/firewall/entry.ts', `${steps} differing`],
    steps: ['Adds an address with a timeout of ten minutes, and sets it to twenty.'],
    async run(context) {
      const id = await addAddress(context, 1, { timeout: '600s' })
      const read = async () => {
        const [row] = await context.session.print(addressList, {
          where: { '.id': id },
          proplist: ['timeout', 'dynamic'],
        })
        context.note(`timeout=${row?.timeout ?? '(absent)'} dynamic=${row?.dynamic ?? '(absent)'}`)
        return { seconds: duration(row?.timeout), isDynamic: flag(row?.dynamic) }
      }
      const first = await read()
      verify(first.isDynamic, 'The row is not dynamic.')
      verify(first.seconds !== null && first.seconds > 500 && first.seconds <= 600, 'The timeout is not as written.')
      await context.session.set(addressList, id, { timeout: '1200s' })
      const second = await read()
      verify(second.seconds !== null && second.seconds > 1_100, 'The timeout was not changed.')
    },
  },
  {
    name: 'reference-removed',
    subject,
    assumes: 'A reference to a removed row is rejected at its removal, disappears, or is read as a bare id.',
    usedBy: ['server/src/devices/wifi/access-menus.ts interfaceOf'],
    steps: ['Adds an interface list and a disabled rule that refers to it, and removes the list.'],
    async run(context) {
      const id = await context.add('interface/list', { name: context.prefix })
      const rule = await addRule(context, { 'in-interface-list': context.prefix })
      try {
        await context.session.remove('interface/list', id)
      } catch (error) {
        if (!(error instanceof RouterError) || error.kind !== 'refused') throw error
        context.note(`The removal was rejected: ${error.message}`)
        return
      }
      const [row] = await context.session.print(filter, { where: { '.id': rule } })
      const reference = row?.['in-interface-list']
      context.note(`in-interface-list=${reference ?? '(absent)'}`)
      verify(
        row === undefined || reference === undefined || reference === '' || /^\*[0-9A-F]+$/.test(reference),
        'The rule refers to the removed list by another notation.',
      )
    },
  },
  {
    name: 'lan-rows',
    subject,
    assumes: 'Bridges, VLANs, addresses and pools are added with the properties that the panel writes.',
    usedBy: ['server/src/features/lan/network-add.ts', 'server/src/features/lan/address.ts'],
    steps: [
      'Adds a disabled bridge without ports, a disabled VLAN on it, a disabled address on the VLAN, and an unused pool.',
      'Reads each back.',
    ],
    async run(context) {
      const { prefix, session } = context
      await context.add('interface/bridge', { name: prefix, disabled: true })
      const vlan = `${prefix}-v`
      await context.add('interface/vlan', { name: vlan, interface: prefix, 'vlan-id': 3999, disabled: true })
      const own = { address: '192.0.2.1/24', interface: vlan, comment: prefix, disabled: true }
      const address = await context.add('ip/address', own)
      const pool = await context.add('ip/pool', { name: prefix, ranges: '192.0.2.10-192.0.2.20' })
      const [addressRow] = await session.print('ip/address', { where: { '.id': address } })
      context.note(`address=${addressRow?.address} network=${addressRow?.network} interface=${addressRow?.interface}`)
      verify(addressRow?.address === '192.0.2.1/24', 'The address differs from the written one.')
      verify(addressRow.network === '192.0.2.0', 'The router did not derive the network.')
      const [poolRow] = await session.print('ip/pool', { where: { '.id': pool } })
      context.note(`ranges=${poolRow?.ranges}`)
      verify(poolRow?.ranges === '192.0.2.10-192.0.2.20', 'The range differs from the written one.')
      const [vlanRow] = await session.print('interface', { where: { name: vlan }, proplist: ['name', 'type'] })
      verify(vlanRow?.type === 'vlan', 'The menu /interface does not list the VLAN.')
    },
  },
  {
    name: 'interface-name-taken',
    subject,
    assumes: 'A second interface of the same name is rejected.',
    usedBy: ['server/src/features/lan/network-add.ts'],
    steps: ['Adds a disabled bridge without ports, and a VLAN of the same name.'],
    async run(context) {
      const { prefix } = context
      await context.add('interface/bridge', { name: prefix, disabled: true })
      const error = await rejectionOf(
        context.add('interface/vlan', { name: prefix, interface: prefix, 'vlan-id': 3998, disabled: true }),
        'The router accepted a second interface of the same name.',
      )
      context.note(`category=${error.category ?? 'absent'} ${error.message}`)
    },
  },
  {
    name: 'dhcp-network',
    subject,
    assumes: 'A DHCP network stores several DNS servers as a list, and an empty value clears them.',
    usedBy: ['server/src/features/lan/network.ts'],
    steps: ['Adds a network that no server uses, with two DNS servers, and clears them.'],
    async run(context) {
      const menu = 'ip/dhcp-server/network'
      const id = await context.add(menu, {
        address: '192.0.2.0/24',
        gateway: '192.0.2.1',
        'dns-server': '192.0.2.2,192.0.2.3',
        comment: context.prefix,
      })
      const read = async () => (await context.session.print(menu, { where: { '.id': id } }))[0]?.['dns-server'] ?? ''
      const servers = await read()
      context.note(`dns-server=${servers}`)
      verify(servers === '192.0.2.2,192.0.2.3', 'The servers differ from the written ones.')
      await context.session.set(menu, id, { 'dns-server': '' })
      verify((await read()) === '', 'An empty value did not clear the servers.')
    },
  },
  {
    name: 'lease-static',
    subject,
    assumes: 'A static lease is added by address and MAC address, which is read in upper case; its `dynamic` is false.',
    usedBy: ['server/src/features/lan/lease.ts', 'routeros/src/values/plain.ts mac'],
    steps: ['Adds a disabled static lease and reads it back.'],
    async run(context) {
      const menu = 'ip/dhcp-server/lease'
      const id = await context.add(menu, {
        address: '192.0.2.30',
        'mac-address': '02:00:5e:00:53:01',
        comment: context.prefix,
        disabled: true,
      })
      const rows = await context.session.print(menu, { where: { '.id': id, dynamic: false } })
      const mac = rows[0]?.['mac-address']
      context.note(`mac-address=${mac ?? '(absent)'} server=${rows[0]?.server ?? '(absent)'}`)
      verify(mac === '02:00:5E:00:53:01', 'The MAC address is not read in upper case.')
    },
  },
  {
    name: 'singleton-set',
    subject,
    assumes: 'A singleton is printed as one row and changed by set without an id.',
    usedBy: ['server/src/features/lan/dns.ts', `${steps} rowOf`],
    steps: ['Writes the current value of `allow-remote-requests` to /ip/dns.'],
    async run(context) {
      const before = await context.session.print('ip/dns')
      verify(before.length === 1, `The print returned ${before.length} rows.`)
      const value = before[0]?.['allow-remote-requests']
      if (value === undefined) throw new CheckFailure('/ip/dns has no allow-remote-requests.')
      await context.session.set('ip/dns', null, { 'allow-remote-requests': flag(value) })
      const [after] = await context.session.print('ip/dns')
      verify(after?.['allow-remote-requests'] === value, 'The value differs from the written one.')
    },
  },
  {
    name: 'lease-dynamic',
    subject,
    assumes: 'A dynamic lease rejects set.',
    usedBy: ['server/src/features/lan/lease.ts'],
    steps: ['Writes to a dynamic lease the comment that it has, if there is a dynamic lease.'],
    async run(context) {
      const menu = 'ip/dhcp-server/lease'
      const rows = await context.session.print(menu, { where: { dynamic: true }, proplist: ['comment'] })
      const row = rows.find((one) => (one.comment ?? '') === '')
      if (row === undefined) throw new NotApplicable('The router has no dynamic lease.')
      const error = await rejectionOf(
        context.session.set(menu, row['.id'] ?? '', { comment: '' }),
        'The router accepted a change of a dynamic lease.',
      )
      context.note(`category=${error.category ?? 'absent'} ${error.message}`)
    },
  },
]
