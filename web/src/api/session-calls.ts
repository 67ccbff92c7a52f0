import type { Endpoint } from '@trunkline/contract/endpoint'
import type { auth } from '@trunkline/contract/resources/auth'
import type { installation } from '@trunkline/contract/resources/installation'

/**
 * An endpoint without its schemas, typed by the contract: the compiler checks that both are equal. The schemas and zod
 * are 15 kB of the sign-in page's budget, and a call needs none.
 */
const outline = <E extends Endpoint>(stated: Pick<E, 'name' | 'method' | 'path' | 'access'>): E => stated as E

/** The calls of sign-in and session handling. Everything else imports the resources of the contract. */
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
