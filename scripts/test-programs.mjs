// Programs that tests start, their Debian packages, and how npm test handles missing ones.
import { findProgram, missingPackages, radiusPackages } from './packages.mjs'

/** Files that the tests need, and their packages. */
const needs = [
  ...radiusPackages,
  ['/usr/bin/radclient', ['freeradius-utils']],
  ['/usr/bin/eapol_test', ['eapoltest']],
  // A connection pooler for the database.
  ['/usr/sbin/pgbouncer', ['pgbouncer']],
  // A VPN client.
  ['/usr/lib/ipsec/charon', ['strongswan-charon', 'libcharon-extra-plugins', 'libcharon-extauth-plugins']],
  ['/usr/sbin/charon-cmd', ['charon-cmd', 'libstrongswan-standard-plugins', 'libstrongswan-extra-plugins']],
  ['/usr/sbin/swanctl', ['strongswan-swanctl']],
  ['/usr/sbin/ip', ['iproute2']],
  // Third-party clients, which must not see a difference between a simulated router and a real one.
  ['/usr/lib/python3/dist-packages/librouteros/__init__.py', ['python3-librouteros']],
  ['/usr/bin/ansible-playbook', ['ansible']],
  // The examples in deploy/ are loaded by both.
  ['/usr/sbin/nginx', ['nginx']],
  ['/usr/bin/caddy', ['caddy']],
]

/** Services of these packages would use the ports; tests start the programs themselves. */
export const services = ['freeradius', 'strongswan', 'strongswan-starter', 'nginx', 'caddy', 'pgbouncer']

/** Chromium without its user interface, which needs a third less processor time for the same pages; else with it. */
export const browserPackages = ['chromium-headless-shell', 'chromium']

/** The browser of end-to-end tests; undefined if there is none. */
export const findBrowser = () =>
  process.env.CHROMIUM_PATH ??
  findProgram([...browserPackages, 'chromium-browser', 'google-chrome-stable', 'google-chrome'])

/** Missing Debian packages that the tests need, without the browser. */
export const missingTestPackages = () => missingPackages(needs)

/**
 * What `npm test` does about missing packages. `install`: installs them; `list`: prints the command, and the tests that
 * need them are skipped. A development machine is changed only with consent.
 * @param of.missing names of packages
 * @param of.inCi
 * @param of.consents `--install` was given
 */
export function decideTestPackages({ missing, inCi, consents }) {
  if (missing.length === 0) return 'nothing'
  return inCi || consents ? 'install' : 'list'
}

/** The message for `list`. */
export const listOf = (missing) =>
  `Not installed: ${missing.join(', ')}. Tests that need them are skipped. To install them:
  sudo apt-get install --no-install-recommends ${missing.join(' ')}
or let the tests do it, which also keeps their services from starting: npm test -- --install
`
