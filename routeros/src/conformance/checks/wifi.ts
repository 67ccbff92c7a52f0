import { isMissingMenu } from '../../actions/missing.ts'
import { detectWifi } from '../../actions/wifi.ts'
import type { Values } from '../../session.ts'
import type { Check } from '../check.ts'
import { NotApplicable, verify } from '../result.ts'
import type { CheckContext } from '../context.ts'

const subject = 'Wi-Fi'

/** The first of these menus that the router has; undefined if it has none. */
async function firstPresent(context: CheckContext, menus: readonly string[]): Promise<string | undefined> {
  for (const menu of menus) {
    try {
      await context.session.print(menu, { proplist: ['.id'] })
      return menu
    } catch (error) {
      if (!isMissingMenu(error)) throw error
    }
  }
  return undefined
}

const newRoots = ['interface/wifi', 'interface/wifiwave2']

async function rootOf(context: CheckContext, roots: readonly string[]): Promise<string> {
  const menu = await firstPresent(
    context,
    roots.map((root) => `${root}/access-list`),
  )
  if (menu === undefined) throw new NotApplicable(`The router has no /${roots[0]}.`)
  return menu.replace('/access-list', '')
}

const profileCheck = (name: string, roots: readonly string[], security: Values): Check => ({
  name,
  subject,
  assumes: `Profiles of /${roots[0]} are added and changed by name, refer to each other by name, and a passphrase is stored.`,
  usedBy: ['server/src/devices/wifi/writes.ts sendWrites', 'server/src/devices/wifi/wanted-values.ts'],
  steps: ['Adds a security profile and a configuration that refers to it, which no radio uses.', 'Changes the SSID.'],
  async run(context) {
    const { prefix, session } = context
    const root = await rootOf(context, roots)
    await context.add(`${root}/security`, { name: prefix, passphrase: 'visible-or-not', ...security })
    const menu = `${root}/configuration`
    const id = await context.add(menu, { name: prefix, ssid: 'Trunkline A', security: prefix })
    await session.set(menu, id, { ssid: 'Trunkline B' })
    const [row] = await session.print(menu, { where: { '.id': id } })
    context.note(`ssid=${row?.ssid ?? '(absent)'} security=${row?.security ?? '(absent)'}`)
    verify(row?.ssid === 'Trunkline B', 'The SSID was not changed.')
    verify(row.security === prefix, 'The reference is not the name of the profile.')
    const [profile] = await session.print(`${root}/security`, { where: { name: prefix } })
    context.note(`authentication-types=${profile?.['authentication-types'] ?? '(absent)'}`)
    verify(
      profile?.['authentication-types'] === security['authentication-types'],
      'The authentication types differ from the written ones.',
    )
  },
})

const accessCheck = (name: string, roots: readonly string[], rule: Values): Check => ({
  name,
  subject,
  assumes: `Rules of /${roots[0]}/access-list are ordered, and have comments, MAC addresses and signal ranges.`,
  usedBy: ['server/src/devices/wifi/access-write.ts writePlan', 'server/src/devices/wifi/access-menus.ts'],
  steps: ['Adds two disabled rules for addresses that no device has, the second before the first.', 'Reads them back.'],
  async run(context) {
    const { prefix, session } = context
    const menu = `${await rootOf(context, roots)}/access-list`
    const values = { comment: prefix, disabled: true, 'signal-range': '-80..120', ...rule }
    const first = await context.add(menu, { 'mac-address': '02:00:5E:00:53:01', ...values })
    const second = await context.add(menu, { 'mac-address': '02:00:5E:00:53:02', ...values, 'place-before': first })
    const rows = await session.print(menu, {
      proplist: ['mac-address', 'comment', 'signal-range', ...Object.keys(rule)],
    })
    const own = rows.filter((row) => row.comment === prefix)
    context.note(own.map((row) => `${row['mac-address']} ${row['signal-range']}`).join(', '))
    verify(own.map((row) => row['.id']).join() === `${second},${first}`, 'The rules are not in the wanted order.')
    verify(
      own.every((row) => row['signal-range'] === '-80..120'),
      'The signal range differs from the written one.',
    )
  },
})

export const wifiChecks: readonly Check[] = [
  {
    name: 'wifi-systems',
    subject,
    assumes:
      'The Wi-Fi systems of a router can be detected by reading their menus; those that are missing are rejected.',
    usedBy: ['routeros/src/actions/wifi.ts detectWifi'],
    steps: ['Detects the systems with the function of the panel.'],
    async run(context) {
      const found = await detectWifi(context.session)
      context.note(found.length === 0 ? 'none' : found.join(', '))
    },
  },
  profileCheck('wifi-profiles', newRoots, { 'authentication-types': 'wpa2-psk,wpa3-psk' }),
  profileCheck('capsman-profiles', ['caps-man'], { 'authentication-types': 'wpa2-psk', encryption: 'aes-ccm' }),
  accessCheck('wifi-access-list', newRoots, { action: 'reject' }),
  accessCheck('capsman-access-list', ['caps-man'], { action: 'reject' }),
  accessCheck('wireless-access-list', ['interface/wireless'], { authentication: false }),
]
