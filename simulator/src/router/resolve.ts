import { isIP } from 'node:net'
import { between } from '../tables/random.ts'
import { answer, done } from './caller.ts'
import { interfacesNamed } from './commands-interface.ts'
import type { Handler } from './handler.ts'
import { echo } from './ping.ts'
import { noPermission, Trap } from './trap.ts'

/** Resolves any name to an address of TEST-NET-3 (RFC 5737), except names below `.invalid` (RFC 2606). */
const resolveName: Handler = (router, caller, args) => {
  if (!caller.policies.has('test')) throw noPermission()
  const name = args.get('domain-name') ?? ''
  if (name === '') throw new Trap('missing value(s) of argument(s) domain-name', 1)
  if (isIP(name) !== 0) return answer(name)
  const server = args.get('server')
  if (server !== undefined && !('us' in echo(router, server, 0))) throw new Trap('failure: timeout')
  const own = router.rows('/ip/dns/static').find((row) => row['name'] === name && row['disabled'] !== 'true')
  if (own?.['address'] !== undefined) return answer(own['address'])
  if (/(^|\.)invalid\.?$/.test(name)) throw new Trap('failure: dns name does not exist')
  return answer(`203.0.113.${between(router.seed, `resolve ${name}`, 1, 254)}`)
}

/** A magic packet has no reply. */
const wakeOnLan: Handler = (router, caller, args) => {
  if (!caller.policies.has('test')) throw noPermission()
  interfacesNamed(router, new Map([['interface', args.get('interface') ?? '']]))
  if (!/^([0-9A-F]{2}:){5}[0-9A-F]{2}$/i.test(args.get('mac') ?? '')) throw new Trap('invalid value of mac-address', 1)
  return done
}

export const resolveHandlers: Readonly<Record<string, Handler>> = { '/resolve': resolveName, '/tool/wol': wakeOnLan }
