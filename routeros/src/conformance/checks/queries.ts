import type { CheckContext } from '../context.ts'
import type { Check } from '../check.ts'
import { verify } from '../result.ts'
import { addAddress, addressesWhere, addressList } from './rows-for-checks.ts'

const subject = 'Queries'
const queryWords = 'routeros/src/api/words.ts queryWords'

/** An enabled row with a comment, and a disabled one without. */
async function twoRows(context: CheckContext): Promise<{ enabled: string; disabled: string }> {
  return {
    enabled: await addAddress(context, 1, { comment: 'one' }),
    disabled: await addAddress(context, 2, { disabled: true }),
  }
}

interface QueryCheck {
  name: string
  assumes: string
  usedBy: string
  where: Record<string, string | boolean | null>
  found: string
}

const queryCheck = ({ name, assumes, usedBy, where, found }: QueryCheck): Check => ({
  name,
  subject,
  assumes,
  usedBy: [queryWords, usedBy],
  steps: [
    'Adds an enabled row with a comment and a disabled one without to a firewall list.',
    'Prints with the query.',
  ],
  async run(context) {
    await twoRows(context)
    const rows = await addressesWhere(context, where)
    context.note(`found: ${rows === '' ? 'none' : rows}`)
    verify(rows === found, `The query found ${rows === '' ? 'nothing' : rows} instead of ${found}.`)
  },
})

export const queryChecks: readonly Check[] = [
  queryCheck({
    name: 'query-equal',
    assumes: 'A query `?name=value` returns the rows with this value.',
    usedBy: 'server/src/devices/steps.ts idsOf',
    where: {},
    found: '192.0.2.1 192.0.2.2',
  }),
  queryCheck({
    name: 'query-and',
    assumes: 'Several queries are joined by and.',
    usedBy: 'server/src/devices/steps.ts idsOf',
    where: { address: '192.0.2.2' },
    found: '192.0.2.2',
  }),
  queryCheck({
    name: 'query-true',
    assumes: 'The query for true, `?x=true ?x=yes ?#|`, finds rows in which a flag is set.',
    usedBy: 'server/src/devices/readings/interfaces.ts readTraffic',
    where: { disabled: true },
    found: '192.0.2.2',
  }),
  queryCheck({
    name: 'query-false',
    assumes: 'The query for false, `?x=true ?x=yes ?#|!`, finds rows in which a flag is false or absent.',
    usedBy: 'server/src/features/lan/lease.ts',
    where: { disabled: false },
    found: '192.0.2.1',
  }),
  queryCheck({
    name: 'query-unset',
    assumes: 'The query `?-name` finds rows without the property.',
    usedBy: 'routeros/src/session.ts Where',
    where: { comment: null },
    found: '192.0.2.2',
  }),
  {
    name: 'query-id',
    subject,
    assumes: 'The query `?.id=*5` returns this row only.',
    usedBy: [queryWords, 'server/src/devices/steps.ts rowOf'],
    steps: ['Adds two rows and prints one by its id.'],
    async run(context) {
      const { disabled } = await twoRows(context)
      const rows = await context.session.print(addressList, { where: { '.id': disabled }, proplist: ['address'] })
      verify(rows.length === 1 && rows[0]?.['.id'] === disabled, `The query returned ${rows.length} rows.`)
    },
  },
  {
    name: 'query-beside-proplist',
    subject,
    assumes: 'A query may name a property that .proplist does not.',
    usedBy: ['server/src/devices/readings/network-tables.ts', 'routeros/src/actions/export.ts readEarlier'],
    steps: ['Prints addresses of a list with the query on `list`, which is not in .proplist.'],
    async run(context) {
      await twoRows(context)
      const rows = await context.session.print(addressList, {
        proplist: ['address'],
        where: { list: context.prefix },
      })
      verify(rows.length === 2, `The print returned ${rows.length} rows instead of 2.`)
      verify(
        rows.every((row) => row.list === undefined),
        'The rows have properties that were not requested.',
      )
    },
  },
  {
    name: 'proplist',
    subject,
    assumes: '.proplist limits the properties, and returns .id if it is listed.',
    usedBy: ['routeros/src/api/words.ts propertyList'],
    steps: ['Prints one row with .proplist=.id,address.'],
    async run(context) {
      const { enabled } = await twoRows(context)
      const rows = await context.session.print(addressList, { proplist: ['address'], where: { '.id': enabled } })
      const properties = Object.keys(rows[0] ?? {})
      context.note(properties.join(', '))
      verify(properties.toSorted().join() === '.id,address', 'The row has other properties than .id and address.')
    },
  },
  {
    name: 'proplist-unknown',
    subject,
    assumes: 'Properties in .proplist that this version does not know are ignored.',
    usedBy: ['server/src/devices/readings/default-route.ts', 'server/src/devices/wifi/raw.ts'],
    steps: ['Prints a row with an unknown property in .proplist.'],
    async run(context) {
      const { enabled } = await twoRows(context)
      const proplist = ['address', 'trunkline-none']
      const rows = await context.session.print(addressList, { proplist, where: { '.id': enabled } })
      verify(rows.length === 1 && rows[0]?.address === '192.0.2.1', 'The row was not returned.')
    },
  },
  {
    name: 'count-only',
    subject,
    assumes: '`=count-only=` returns the number of rows in `ret` of !done.',
    usedBy: ['routeros/src/session.ts PrintOptions'],
    steps: ['Counts two rows of a list.'],
    async run(context) {
      await twoRows(context)
      const connection = await context.logInRaw()
      const replies = await connection.call(
        '/ip/firewall/address-list/print',
        '=count-only=',
        `?list=${context.prefix}`,
      )
      const count = replies.find(({ word }) => word === '!done')?.values.ret
      verify(count === '2', `The count is ${count ?? 'absent'} instead of 2.`)
    },
  },
]
