import { isMissingMenu, isMissingRow } from '../../actions/missing.ts'
import { isSince } from '../../values/version.ts'
import type { Check } from '../check.ts'
import { rejectionOf, verify } from '../result.ts'
import { lineOf } from '../raw-connection.ts'
import { addAddress, addressList } from './rows-for-checks.ts'

const subject = 'Protocol'
const channel = 'routeros/src/api/channel.ts Channel'

export const protocolChecks: readonly Check[] = [
  {
    name: 'trap-then-done',
    subject,
    assumes: 'A rejected command is answered with a trap that has a message, and then with !done.',
    usedBy: [channel],
    steps: ['Sends a command that does not exist.'],
    async run(context) {
      const connection = await context.logInRaw()
      const replies = await connection.call('/trunkline/none')
      context.note(replies.map(lineOf).join(' | '))
      verify(replies.map(({ word }) => word).join(' ') === '!trap !done', 'The replies are not !trap and !done.')
      verify((replies[0]?.values.message ?? '') !== '', 'The trap has no message.')
    },
  },
  {
    name: 'tags',
    subject,
    assumes: 'Every reply has the tag of its command, also if several commands are in flight.',
    usedBy: [channel],
    steps: ['Sends four commands at once, and compares each reply with its command.'],
    async run(context) {
      const connection = await context.logInRaw()
      const from = connection.replies.length
      const tags = ['name', 'none', 'name', 'none'].map((property) =>
        connection.send('/system/identity/print', `=.proplist=${property}`),
      )
      await connection.until(() => tags.every((tag) => connection.of(tag).some(({ word }) => word === '!done')))
      const untagged = connection.replies.slice(from).filter(({ tag }) => tag === undefined)
      verify(untagged.length === 0, 'A reply has no tag.')
      const named = tags.map((tag) => connection.of(tag).some(({ values }) => values.name !== undefined))
      verify(named.join() === 'true,false,true,false', 'A reply has the tag of another command.')
    },
  },
  {
    name: 'calls-in-parallel',
    subject,
    assumes: 'Overlapping calls of one session are all answered completely.',
    usedBy: [channel, 'server/src/devices/read-all.ts'],
    steps: ['Sends 24 prints, of which four are in flight at a time.'],
    async run(context) {
      await addAddress(context, 1)
      const counts = await Promise.all(
        Array.from({ length: 24 }, async (_, at) => {
          const where = { list: at % 2 === 0 ? context.prefix : `${context.prefix}-none` }
          return (await context.session.print(addressList, { where, proplist: ['address'] })).length
        }),
      )
      verify(
        counts.every((count, at) => count === (at % 2 === 0 ? 1 : 0)),
        'A reply is incomplete.',
      )
    },
  },
  {
    name: 'print-empty',
    subject,
    assumes: 'A print without rows is answered with !done, since 7.18 preceded by !empty.',
    usedBy: [channel],
    steps: ['Prints rows of a firewall list that does not exist.'],
    async run(context) {
      const connection = await context.logInRaw()
      const replies = await connection.call('/ip/firewall/address-list/print', `?list=${context.prefix}-none`)
      const sequence = replies.map(({ word }) => word)
      context.note(sequence.join(' '))
      verify(sequence.at(-1) === '!done', 'The last reply is not !done.')
      verify(
        sequence.slice(0, -1).every((word) => word === '!empty'),
        'The replies are not !empty and !done.',
      )
      if (!isSince(context.version, '7.18')) verify(sequence.length === 1, 'A version before 7.18 sent !empty.')
    },
  },
  {
    name: 'cancel-running',
    subject,
    assumes:
      'A running command is ended by /cancel with a trap of category 2 and !done; /cancel itself ends with !done.',
    usedBy: [channel],
    steps: ['Listens to a menu and cancels it.'],
    async run(context) {
      const connection = await context.logInRaw()
      const listened = connection.send('/ip/firewall/address-list/listen')
      const cancel = connection.send('/cancel', `=tag=${listened}`)
      const isEnded = (tag: string) => connection.of(tag).some(({ word }) => word === '!done')
      await connection.until(() => isEnded(listened) && isEnded(cancel))
      for (const reply of [...connection.of(listened), ...connection.of(cancel)])
        context.note(`${reply.tag === cancel ? 'cancel' : 'listen'}: ${lineOf(reply)}`)
      const trap = connection.of(listened).find(({ word }) => word === '!trap')
      verify(trap !== undefined, 'The cancelled command ended without a trap.')
      verify(trap.values.category === '2', `The category of the trap is ${trap.values.category ?? 'absent'}.`)
    },
  },
  {
    name: 'cancel-finished',
    subject,
    assumes: 'Cancelling a command that has ended does not end the connection.',
    usedBy: [channel],
    steps: ['Cancels the tag of a print that has ended, and prints again.'],
    async run(context) {
      const connection = await context.logInRaw()
      const finished = connection.send('/system/identity/print')
      await connection.until(() => connection.of(finished).some(({ word }) => word === '!done'))
      const cancel = connection.send('/cancel', `=tag=${finished}`)
      const after = await connection.call('/system/identity/print')
      context.note(connection.of(cancel).map(lineOf).join(' | '))
      verify(after.at(-1)?.word === '!done', 'The connection does not answer after the cancel.')
    },
  },
  {
    name: 'listen',
    subject,
    assumes: 'listen sends changed rows with their id, and for removed ones the id with `.dead`.',
    usedBy: ['routeros/src/api/session.ts listen'],
    steps: ['Listens to the firewall lists, adds a row and removes it.'],
    async run(context) {
      const seen: string[] = []
      const listening = await context.session.listen(addressList, (change) =>
        seen.push('gone' in change ? `gone ${change.gone}` : `row ${change.row['.id']}`),
      )
      listening.ended.catch(() => undefined)
      const id = await addAddress(context, 1)
      verify(await context.until(5_000, async () => seen.includes(`row ${id}`)), 'The new row was not sent.')
      await context.session.remove(addressList, id)
      verify(await context.until(5_000, async () => seen.includes(`gone ${id}`)), 'The removal was not sent.')
      await listening.cancel()
    },
  },
  {
    name: 'menu-unknown',
    subject,
    assumes: 'An unknown menu or command is rejected with a message that starts with `no such command`.',
    usedBy: ['routeros/src/actions/missing.ts isMissingMenu'],
    steps: ['Prints a menu that does not exist, and runs an unknown command in an existing menu.'],
    async run(context) {
      for (const command of ['trunkline/none/print', 'ip/address/trunkline-none']) {
        const error = await rejectionOf(context.session.run(command), `The router accepted /${command}.`)
        context.note(`/${command}: category=${error.category ?? 'absent'} ${error.message}`)
        verify(isMissingMenu(error), `The message about /${command} does not start with \`no such command\`.`)
      }
    },
  },
  {
    name: 'row-unknown',
    subject,
    assumes: 'An id without a row is rejected by set and remove with a message that starts with `no such item`.',
    usedBy: ['routeros/src/actions/missing.ts isMissingRow', 'routeros/src/actions/rollback.ts removeNamed'],
    steps: ['Adds a row, removes it, and then sets and removes it again.'],
    async run(context) {
      const id = await addAddress(context, 1)
      await context.session.remove(addressList, id)
      for (const [verb, work] of [
        ['set', () => context.session.set(addressList, id, { comment: 'x' })],
        ['remove', () => context.session.remove(addressList, id)],
      ] as const) {
        const error = await rejectionOf(work(), `The router accepted ${verb} of a removed row.`)
        context.note(`${verb}: category=${error.category ?? 'absent'} ${error.message}`)
        verify(isMissingRow(error), `The message about ${verb} does not start with \`no such item\`.`)
      }
    },
  },
  {
    name: 'property-unknown',
    subject,
    assumes: 'A command with an unknown property is rejected as a whole.',
    usedBy: ['server/src/devices/steps.ts writeStep', 'server/src/devices/wifi/access-write.ts'],
    steps: ['Adds a row with an unknown property, and looks for the row.'],
    async run(context) {
      context.cleans(addressList)
      const values = { list: context.prefix, address: '192.0.2.1', 'trunkline-none': '1' }
      const error = await rejectionOf(context.session.add(addressList, values), 'The router accepted the property.')
      context.note(`category=${error.category ?? 'absent'} ${error.message}`)
      const rows = await context.session.print(addressList, { where: { list: context.prefix } })
      verify(rows.length === 0, 'The router rejected the command, but added the row.')
    },
  },
  {
    name: 'value-invalid',
    subject,
    assumes: 'An invalid value is rejected with a trap, and the row stays as it was.',
    usedBy: ['server/src/devices/guarded.ts runGuarded'],
    steps: ['Adds a firewall rule, sets an invalid protocol, and reads it back.'],
    async run(context) {
      const filter = 'ip/firewall/filter'
      const id = await context.add(filter, { chain: context.prefix, action: 'passthrough', disabled: true })
      const error = await rejectionOf(
        context.session.set(filter, id, { 'in-interface': `${context.prefix}-none` }),
        'The router accepted an interface that does not exist.',
      )
      context.note(`category=${error.category ?? 'absent'} ${error.message}`)
      const [row] = await context.session.print(filter, { where: { '.id': id } })
      verify((row?.['in-interface'] ?? '') === '', 'The router rejected the value, but changed the row.')
    },
  },
  {
    name: 'value-long',
    subject,
    assumes: 'Values of 20,000 characters are written and read unchanged: lengths of several bytes are correct.',
    usedBy: ['routeros/src/wire/length.ts'],
    steps: ['Stores a script of 20,000 characters and reads it back.'],
    async run(context) {
      const source = Array.from({ length: 400 }, (_, at) => `# ${String(at).padStart(46, '.')}`).join('\n')
      await context.add('system/script', { name: context.prefix, source })
      const [row] = await context.session.print('system/script', { where: { name: context.prefix } })
      context.note(`${source.length} characters written, ${row?.source?.length ?? 0} read`)
      verify(row?.source?.replaceAll('\r\n', '\n') === source, 'The script differs from the written one.')
    },
  },
  {
    name: 'text-utf8',
    subject,
    assumes: 'Text in UTF-8 is stored and returned byte by byte.',
    usedBy: ['routeros/src/wire/text.ts textReader'],
    steps: ['Writes a comment in several scripts and reads it back.'],
    async run(context) {
      const comment = 'Zürich – 東京 ✓'
      const id = await addAddress(context, 1, { comment })
      const [row] = await context.session.print(addressList, { where: { '.id': id } })
      context.note(row?.comment ?? '(absent)')
      verify(row?.comment === comment, 'The comment differs from the written one.')
    },
  },
  {
    name: 'text-special',
    subject,
    assumes: 'Equals signs, quotes, dollar signs, backslashes, semicolons and line breaks need no escaping.',
    usedBy: ['routeros/src/api/words.ts argumentWords'],
    steps: ['Writes a comment with such characters and reads it back.'],
    async run(context) {
      const comment = 'a=b "c" \\n $d ; #e [f]\nsecond line'
      const id = await addAddress(context, 1, { comment })
      const [row] = await context.session.print(addressList, { where: { '.id': id } })
      context.note(row?.comment ?? '(absent)')
      verify(row?.comment === comment, 'The comment differs from the written one.')
    },
  },
]
