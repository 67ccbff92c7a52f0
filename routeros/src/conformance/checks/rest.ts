import { isMissingMenu, isMissingRow } from '../../actions/missing.ts'
import type { Check } from '../check.ts'
import { rejectionOf, verify } from '../result.ts'
import type { CheckContext } from '../context.ts'
import type { RestReply } from '../rest-probe.ts'
import { addAddress, addressList } from './rows-for-checks.ts'

const subject = 'REST'
const session = 'routeros/src/rest/session.ts'
const body = 'routeros/src/rest/body.ts'

const isRow = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Status and body of a reply as evidence. */
const noted = (context: CheckContext, what: string, { status, body: content }: RestReply) =>
  context.note(`${what}: ${status} ${JSON.stringify(content ?? '(no JSON)')}`)

const isSuccess = ({ status }: RestReply) => status >= 200 && status < 300

export const restChecks: readonly Check[] = [
  {
    name: 'rest-login',
    subject,
    assumes: 'GET of a singleton answers 200 with an object of strings.',
    usedBy: [`${session} connectRest`],
    steps: ['GET /rest/system/identity.'],
    async run(context) {
      const reply = await context.rest().call('GET', 'system/identity')
      context.note(`status ${reply.status}`)
      verify(reply.status === 200, `The status is ${reply.status}.`)
      verify(isRow(reply.body) && typeof reply.body['name'] === 'string', 'The body is not an object with a name.')
    },
  },
  {
    name: 'rest-unauthorized',
    subject,
    assumes: 'A wrong login is answered with 401.',
    usedBy: [`${body} errorOf`],
    steps: ['GET /rest/system/identity as a user that does not exist.'],
    async run(context) {
      const login = { user: context.prefix, password: context.prefix }
      const reply = await context.rest().call('GET', 'system/identity', undefined, login)
      noted(context, 'GET', reply)
      verify(reply.status === 401, `The status is ${reply.status}.`)
    },
  },
  {
    name: 'rest-add',
    subject,
    assumes: 'PUT adds a row, and answers 2xx with the whole row and its id.',
    usedBy: [`${session} add`],
    steps: ['PUT an address into a firewall list.'],
    async run(context) {
      context.cleans(addressList)
      const values = { list: context.prefix, address: '192.0.2.1' }
      const reply = await context.rest().call('PUT', addressList, values)
      noted(context, 'PUT', reply)
      verify(isSuccess(reply), `The status is ${reply.status}.`)
      verify(isRow(reply.body) && reply.body['.id']?.startsWith('*') === true, 'The body has no id.')
    },
  },
  {
    name: 'rest-set',
    subject,
    assumes: 'PATCH changes a row, answers 2xx, and a null clears a property.',
    usedBy: [`${session} set`],
    steps: ['Adds a row with a comment over the binary API.', 'PATCH another comment, then null.'],
    async run(context) {
      const id = await addAddress(context, 1, { comment: 'one' })
      const probe = context.rest()
      const path = `${addressList}/${id}`
      const read = async () => (await context.session.print(addressList, { where: { '.id': id } }))[0]?.comment ?? ''
      noted(context, 'PATCH', await probe.call('PATCH', path, { comment: 'two' }))
      verify((await read()) === 'two', 'The comment was not changed.')
      const cleared = await probe.call('PATCH', path, { comment: null })
      noted(context, 'PATCH null', cleared)
      verify(isSuccess(cleared), `The status is ${cleared.status}.`)
      verify((await read()) === '', 'The null did not clear the comment.')
    },
  },
  {
    name: 'rest-remove',
    subject,
    assumes: 'DELETE removes a row and answers 2xx; a second one answers 404.',
    usedBy: [`${session} remove`, `${body} errorOf`],
    steps: ['Adds a row over the binary API.', 'DELETE it twice.'],
    async run(context) {
      const id = await addAddress(context, 1)
      const probe = context.rest()
      const first = await probe.call('DELETE', `${addressList}/${id}`)
      const second = await probe.call('DELETE', `${addressList}/${id}`)
      noted(context, 'first', first)
      noted(context, 'second', second)
      verify(isSuccess(first), `The first status is ${first.status}.`)
      verify(second.status === 404, `The second status is ${second.status}.`)
      const client = await context.openRest()
      const error = await rejectionOf(client.remove(addressList, id), 'The router removed the row twice.')
      verify(isMissingRow(error), 'The client does not recognise the reply as a missing row.')
    },
  },
  {
    name: 'rest-print',
    subject,
    assumes: 'POST of print accepts `.proplist` and `.query`, with the query words of the binary API.',
    usedBy: [`${session} print`],
    steps: ['Adds an enabled and a disabled row, and prints the disabled one with a query.'],
    async run(context) {
      await addAddress(context, 1)
      await addAddress(context, 2, { disabled: true })
      const client = await context.openRest()
      const rows = await client.print(addressList, {
        proplist: ['address'],
        where: { list: context.prefix, disabled: true },
      })
      context.note(JSON.stringify(rows))
      verify(rows.length === 1 && rows[0]?.address === '192.0.2.2', `The print returned ${rows.length} rows.`)
      verify(rows[0].list === undefined, 'The row has properties that were not requested.')
      const none = await client.print(addressList, { where: { list: `${context.prefix}-none` } })
      verify(none.length === 0, 'A print without rows is not an empty list.')
    },
  },
  {
    name: 'rest-menu-unknown',
    subject,
    assumes: 'An unknown menu is answered with 400, 404 or 406, and a `detail` that starts with `no such command`.',
    usedBy: [`${body} errorOf`, 'routeros/src/actions/missing.ts isMissingMenu'],
    steps: ['POST print of a menu that does not exist.'],
    async run(context) {
      const path = 'trunkline/none/print'
      const reply = await context.rest().call('POST', path, {})
      noted(context, 'POST', reply)
      verify([400, 404, 406].includes(reply.status), `The status is ${reply.status}.`)
      const client = await context.openRest()
      const error = await rejectionOf(client.run(path), 'The router accepted an unknown menu.')
      context.note(error.message)
      verify(isMissingMenu(error), 'The client does not recognise the reply as a missing menu.')
    },
  },
  {
    name: 'rest-value-invalid',
    subject,
    assumes: 'An invalid value is answered with 400 and the message of the console in `detail`.',
    usedBy: [`${body} errorOf`],
    steps: ['PUT a firewall rule with an interface that does not exist.'],
    async run(context) {
      context.cleans('ip/firewall/filter')
      const values = { chain: context.prefix, action: 'passthrough', disabled: 'yes', 'in-interface': context.prefix }
      const reply = await context.rest().call('PUT', 'ip/firewall/filter', values)
      noted(context, 'PUT', reply)
      verify(reply.status === 400, `The status is ${reply.status}.`)
      verify(isRow(reply.body) && (reply.body['detail'] ?? '') !== '', 'The body has no detail.')
    },
  },
  {
    name: 'rest-singleton-set',
    subject,
    assumes: 'POST of set changes a singleton.',
    usedBy: [`${session} set`],
    steps: ['Writes the current value of `allow-remote-requests` to /ip/dns.'],
    async run(context) {
      const client = await context.openRest()
      const [before] = await client.print('ip/dns')
      const value = before?.['allow-remote-requests'] ?? ''
      await client.set('ip/dns', null, { 'allow-remote-requests': value })
      const [after] = await client.print('ip/dns')
      verify(after?.['allow-remote-requests'] === value, 'The value differs from the written one.')
    },
  },
  {
    name: 'rest-monitor-once',
    subject,
    assumes: 'A monitor command with `once` answers with a list of rows and does not block.',
    usedBy: [`${session} run`, 'server/src/devices/readings/interfaces.ts readTraffic'],
    steps: ['POST monitor-traffic of the first interface.'],
    async run(context) {
      const client = await context.openRest()
      const [first] = await client.print('interface', { proplist: ['name'] })
      const args = { interface: first?.name ?? '', once: '' }
      const { rows } = await client.run('interface/monitor-traffic', args, { timeoutMs: 10_000 })
      context.note(Object.keys(rows[0] ?? {}).join(', '))
      verify(rows[0]?.['rx-bits-per-second'] !== undefined, 'The row has no rate.')
    },
  },
  {
    name: 'rest-move',
    subject,
    assumes: 'POST of move moves a rule before another one.',
    usedBy: [`${session} move`],
    steps: ['Adds two disabled rules over the binary API, and moves the second before the first.'],
    async run(context) {
      const menu = 'ip/firewall/filter'
      const values = { chain: context.prefix, action: 'passthrough', disabled: true }
      const first = await context.add(menu, values)
      const second = await context.add(menu, values)
      const client = await context.openRest()
      await client.move(menu, second, first)
      const rows = await context.session.print(menu, { proplist: ['chain'] })
      const own = rows.filter((row) => row.chain === context.prefix).map((row) => row['.id'])
      verify(own.join() === `${second},${first}`, 'The rules are not in the wanted order.')
    },
  },
]
