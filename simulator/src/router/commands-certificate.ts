import { certificateOf } from '../protocol/certificate.ts'
import type { Row } from '../tables/table.ts'
import { done } from './caller.ts'
import type { Handler } from './handler.ts'
import type { RouterState } from './router-state.ts'
import { noPermission, Trap } from './trap.ts'
import { formatDateTime } from './values.ts'
import { rowsNamed } from './write.ts'

/** Creates a key and certificate for a row; services that reference the row present it from then on. */
export function makeCertificate(router: RouterState, row: Row): Row {
  const certificate = certificateOf(row['common-name'] ?? router.serial)
  router.certificates.set(row['name'] ?? '', certificate)
  const now = router.now()
  return {
    'key-type': 'ec',
    'key-size': 'prime256v1',
    'digest-algorithm': 'sha256',
    'days-valid': '3650',
    trusted: 'true',
    ...row,
    'private-key': 'true',
    authority: 'true',
    'invalid-before': formatDateTime(router.version, now - 86_400_000),
    'invalid-after': formatDateTime(router.version, now + 3649 * 86_400_000),
    fingerprint: certificate.fingerprint,
  }
}

const sign: Handler = (router, caller, args) => {
  if (!caller.policies.has('write')) throw noPermission()
  const menu = router.menus.get('/certificate')
  if (!menu) throw new Trap('no such command', 0)
  for (const { path, row } of rowsNamed(router, menu, args)) {
    if (row['fingerprint'] !== undefined) throw new Trap('failure: already signed')
    router.replace(path, row, makeCertificate(router, row))
  }
  return done
}

export const certificateHandlers: Readonly<Record<string, Handler>> = { '/certificate/sign': sign }
