import { randomBytes } from 'node:crypto'
import { policiesOf } from '../../actions/identity.ts'
import { connect } from '../../connect.ts'
import { isSince } from '../../values/version.ts'
import type { Check } from '../check.ts'
import { NotApplicable, rejectionOf, verify } from '../result.ts'
import { lineOf } from '../raw-connection.ts'
import { addressList, openAsOwnUser } from './rows-for-checks.ts'

const subject = 'Login'

export const loginChecks: readonly Check[] = [
  {
    name: 'login-plain',
    subject,
    assumes: 'A router since 6.43 accepts name and password in one request; an earlier one replies with a challenge.',
    usedBy: ['routeros/src/api/login.ts logIn'],
    steps: ['Connects a second time and logs in.'],
    async run(context) {
      const connection = await context.openRaw()
      const { isChallenged } = await connection.logIn(context.run.target)
      context.note(isChallenged ? 'The router sent a challenge.' : 'The router accepted the password.')
      if (isSince(context.version, '6.45.1')) verify(!isChallenged, 'The router sent a challenge.')
      const rows = await connection.call('/system/identity/print')
      verify(rows.at(-1)?.word === '!done', 'The first command after the login did not end with !done.')
    },
  },
  {
    name: 'login-rejected',
    subject,
    assumes: 'A wrong user or password is rejected with a trap, and not with a closed connection.',
    usedBy: ['routeros/src/api/login.ts logIn', 'server/src/devices/login-backoff.ts'],
    steps: ['Logs in as a user that does not exist. The router logs one failed login.'],
    async run(context) {
      const login = { user: context.prefix, password: randomBytes(12).toString('base64url') }
      const error = await rejectionOf(
        connect({ ...context.run.target, ...login, signal: context.signal }),
        'The router accepted a user that does not exist.',
      )
      context.note(`${error.kind}: ${error.message}`)
      verify(error.kind === 'login', `The error was ${error.kind} instead of login.`)
    },
  },
  {
    name: 'login-required',
    subject,
    assumes: 'A command before the login is answered with !fatal or a trap, and is not executed.',
    usedBy: ['routeros/src/api/channel.ts Channel'],
    steps: ['Connects, and prints /system/identity without a login.'],
    async run(context) {
      const connection = await context.openRaw()
      connection.send('/system/identity/print')
      await connection.until(() => connection.replies.length > 0 || !connection.isOpen)
      for (const reply of connection.replies) context.note(lineOf(reply))
      verify(!connection.replies.some(({ word }) => word === '!re'), 'The router executed the command.')
    },
  },
  {
    name: 'tls-certificate',
    subject,
    assumes: 'api-ssl agrees on the ciphers of the client, and presents the same certificate on each connection.',
    usedBy: ['routeros/src/net/socket.ts openSocket', 'server/src/devices/device-trust.ts'],
    steps: ['Connects a second time and compares the certificates.', 'Connects with another pinned certificate.'],
    async run(context) {
      if (context.run.target.transport !== 'api-ssl') throw new NotApplicable('The run does not use api-ssl (--tls).')
      const other = await context.open()
      verify(other.fingerprint === context.session.fingerprint, 'The certificates of two connections differ.')
      context.note(
        other.fingerprint === undefined ? 'Anonymous TLS, without a certificate.' : 'The router has a certificate.',
      )
      const error = await rejectionOf(context.open({ pinned: '00'.repeat(32) }), 'Another certificate was accepted.')
      verify(error.kind === 'certificate', `The error was ${error.kind} instead of certificate.`)
    },
  },
  {
    name: 'login-second',
    subject,
    assumes: 'A second session opens while the first one is open, and both answer.',
    usedBy: ['server/src/devices/guarded.ts settleGuarded'],
    steps: ['Opens a second session and prints /system/identity in both.'],
    async run(context) {
      const other = await context.open()
      const [first, second] = await Promise.all([
        context.session.print('system/identity'),
        other.print('system/identity'),
      ])
      verify(first.length === 1 && second.length === 1, 'One of two sessions did not answer.')
    },
  },
  {
    name: 'login-listed',
    subject,
    assumes: '/user/active lists the session with its address, and its `via` starts with api or rest.',
    usedBy: ['server/src/devices/readings/network-tables.ts readManagerPorts'],
    steps: ['Prints /user/active.'],
    async run(context) {
      const rows = await context.session.print('user/active', { proplist: ['address', 'via'] })
      const vias = rows.map((row) => row.via ?? '')
      context.note(`via: ${vias.join(', ')}`)
      const own = rows.filter((row) => /^(api|rest)/.test(row.via ?? ''))
      verify(own.length > 0, 'No row of /user/active is a session of the API.')
      verify(
        own.every((row) => (row.address ?? '') !== ''),
        'A session of the API has no address.',
      )
    },
  },
  {
    name: 'login-policies',
    subject,
    assumes: 'A login may read its own group, whose `policy` lists granted policies and denied ones with `!`.',
    usedBy: ['routeros/src/actions/identity.ts policiesOf', 'server/src/devices/contact.ts readPolicies'],
    steps: ['Prints the user of the run and its group.'],
    async run(context) {
      const policies = await policiesOf(context.session, context.run.target.user)
      context.note(policies.join(', '))
      verify(policies.length > 0, 'The router did not report the policies of the login.')
      verify(policies.includes('read'), 'The policy read is missing, although the login reads.')
    },
  },
  {
    name: 'login-limited',
    subject,
    assumes:
      'A login without the policies write and sensitive is rejected with `not enough permissions` when it writes, and reads secrets as empty, as stars, or not at all.',
    usedBy: ['server/src/devices/same-value.ts isHidden', 'server/src/devices/contact.ts'],
    steps: [
      'Adds a group with the policies read and api, a user with a random password, and a disabled PPP secret.',
      'Logs in as that user, reads the secret and tries to write.',
      'Removes all three.',
    ],
    async run(context) {
      const { prefix } = context
      await context.add('ppp/secret', { name: prefix, password: 'visible-or-not', disabled: true })
      const limited = await openAsOwnUser(context, 'read,api')
      const rows = await limited.print('ppp/secret', { proplist: ['name', 'password'], where: { name: prefix } })
      verify(rows.length === 1, 'A login with the policy read does not see the row.')
      const seen = rows[0]?.password
      context.note(`password=${seen ?? '(absent)'}`)
      verify(seen === undefined || /^\**$/.test(seen), 'A login without the policy sensitive reads the secret.')
      context.cleans(addressList)
      const error = await rejectionOf(
        limited.add(addressList, { list: prefix, address: '192.0.2.1' }),
        'A login without the policy write added a row.',
      )
      context.note(error.message)
      verify(/not enough permissions/.test(error.message), 'The message is not `not enough permissions`.')
      await limited.close()
    },
  },
]
