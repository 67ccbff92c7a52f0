import type { Endpoint } from '@trunkline/contract/endpoint'
import type { auth } from '@trunkline/contract/resources/auth'
import type { installation } from '@trunkline/contract/resources/installation'

/**
 * An endpoint without its schemas, of the contract's type: the compiler proves that what stands here is what stands
 * there. The schemas with their library are 15 kB of the 160 kB that the sign-in page may have, and a call needs none.
 */
const outline = <E extends Endpoint>(stated: Pick<E, 'name' | 'method' | 'path' | 'access'>): E => stated as E

/** What the sign-in and the care of a session call. Everything else imports the contract's own resources. */
export const sessionCalls = {
  login: outline<typeof auth.login>({ name: 'auth.login', method: 'POST', path: '/auth/login', access: 'public' }),
  userLogin: outline<typeof auth.userLogin>({
    name: 'auth.user.login',
    method: 'POST',
    path: '/auth/user/login',
    access: 'public',
  }),
  refresh: outline<typeof auth.refresh>({
    name: 'auth.refresh-token',
    method: 'POST',
    path: '/auth/refresh-token',
    access: 'public',
  }),
  logout: outline<typeof auth.logout>({ name: 'auth.logout', method: 'POST', path: '/auth/logout', access: 'self' }),
  update: outline<typeof auth.update>({ name: 'auth.update', method: 'PUT', path: '/auth/update', access: 'self' }),
  boot: outline<typeof installation.boot>({
    name: 'installation.boot',
    method: 'GET',
    path: '/installation/boot',
    access: 'public',
  }),
}
