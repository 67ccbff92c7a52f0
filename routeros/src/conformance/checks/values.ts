import { offset, duration, localTime } from '../../values/time.ts'
import { size } from '../../values/units.ts'
import { readVersion } from '../../values/version.ts'
import type { Check } from '../check.ts'
import { verify } from '../result.ts'
import { addAddress, addressList } from './rows-for-checks.ts'

const subject = 'Values'

export const valueChecks: readonly Check[] = [
  {
    name: 'duration-written',
    subject,
    assumes: 'A duration may be written in seconds (`5400s`), and is read in a notation that the panel parses.',
    usedBy: ['routeros/src/values/time.ts duration', 'server/src/devices/same-value.ts sameValue'],
    steps: ['Adds a disabled scheduler entry with an interval of 5400s and reads it back.'],
    async run(context) {
      const menu = 'system/scheduler'
      const values = { name: context.prefix, interval: '5400s', 'on-event': ':nothing', disabled: true }
      const id = await context.add(menu, values)
      const [row] = await context.session.print(menu, { where: { '.id': id } })
      context.note(`interval=${row?.interval ?? '(absent)'}`)
      verify(duration(row?.interval) === 5_400, 'The interval is not 5,400 seconds.')
    },
  },
  {
    name: 'clock-format',
    subject,
    assumes: '/system/clock has a time, a date and an offset from UTC in notations that the panel parses.',
    usedBy: ['routeros/src/actions/rollback.ts armRollback', 'routeros/src/values/time.ts localTime'],
    steps: ['Prints /system/clock.'],
    async run(context) {
      const [row = {}] = await context.session.print('system/clock')
      context.note(`date=${row.date} time=${row.time} gmt-offset=${row['gmt-offset']}`)
      verify(/^\d{2}:\d{2}:\d{2}$/.test(row.time ?? ''), 'The time is not HH:MM:SS.')
      verify(localTime(`${row.date} ${row.time}`) !== null, 'The date cannot be parsed.')
      verify(offset(row['gmt-offset']) !== null, 'The offset cannot be parsed.')
    },
  },
  {
    name: 'uptime-format',
    subject,
    assumes: 'The uptime can be parsed, and increases with real time.',
    usedBy: ['server/src/devices/restart.ts verifyRestart'],
    steps: ['Reads the uptime twice, two seconds apart.'],
    async run(context) {
      const read = async () => {
        const [row] = await context.session.print('system/resource', { proplist: ['uptime'] })
        context.note(`uptime=${row?.uptime ?? '(absent)'}`)
        return duration(row?.uptime)
      }
      const first = await read()
      await context.sleep(2_000)
      const second = await read()
      verify(first !== null && second !== null, 'The uptime cannot be parsed.')
      verify(second > first, 'The uptime did not increase.')
    },
  },
  {
    name: 'version-format',
    subject,
    assumes: 'The version is a number with two or three parts, followed by the channel.',
    usedBy: ['routeros/src/values/version.ts readVersion'],
    steps: ['Reads the version.'],
    async run(context) {
      const [row] = await context.session.print('system/resource', { proplist: ['version'] })
      context.note(`version=${row?.version ?? '(absent)'}`)
      verify(readVersion(row?.version).major >= 6, 'The version cannot be parsed.')
    },
  },
  {
    name: 'size-format',
    subject,
    assumes: 'The cache size is written as a number of KiB; sizes are read in bytes or with KiB, MiB or GiB.',
    usedBy: ['routeros/src/values/units.ts size', 'server/src/features/lan/dns.ts'],
    steps: ['Writes the current cache size of /ip/dns, and reads the memory.'],
    async run(context) {
      const [before] = await context.session.print('ip/dns', { proplist: ['cache-size'] })
      const bytes = size(before?.['cache-size'])
      context.note(`cache-size=${before?.['cache-size'] ?? '(absent)'}`)
      verify(bytes !== null, 'The cache size cannot be parsed.')
      // RouterOS counts a number without a unit in KiB here.
      const kibibytes = /^\d+$/.test(before?.['cache-size'] ?? '') ? bytes : bytes / 1_024
      await context.session.set('ip/dns', null, { 'cache-size': kibibytes })
      const [after] = await context.session.print('ip/dns', { proplist: ['cache-size'] })
      verify(after?.['cache-size'] === before?.['cache-size'], 'The cache size differs from the written one.')
      const [memory] = await context.session.print('system/resource', { proplist: ['total-memory'] })
      context.note(`total-memory=${memory?.['total-memory'] ?? '(absent)'}`)
      verify(size(memory?.['total-memory']) !== null, 'The memory cannot be parsed.')
    },
  },
  {
    name: 'host-prefix',
    subject,
    assumes: 'An address with the prefix length 32 is read with or without it.',
    usedBy: ['server/src/devices/same-value.ts sameProperty'],
    steps: ['Adds 192.0.2.9/32 to a firewall list.'],
    async run(context) {
      const id = await context.add(addressList, { list: context.prefix, address: '192.0.2.9/32' })
      const [row] = await context.session.print(addressList, { where: { '.id': id } })
      context.note(`address=${row?.address ?? '(absent)'}`)
      verify(['192.0.2.9', '192.0.2.9/32'].includes(row?.address ?? ''), 'The address has another notation.')
    },
  },
  {
    name: 'creation-time',
    subject,
    assumes: 'The creation time of a list entry can be parsed.',
    usedBy: ['server/src/devices/readings/firewall.ts'],
    steps: ['Adds an address to a firewall list, and reads `creation-time`.'],
    async run(context) {
      const id = await addAddress(context, 1)
      const [row] = await context.session.print(addressList, { where: { '.id': id } })
      context.note(`creation-time=${row?.['creation-time'] ?? '(absent)'}`)
      verify(localTime(row?.['creation-time']) !== null, 'The creation time cannot be parsed.')
    },
  },
]
