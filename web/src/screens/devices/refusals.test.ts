import i18next from 'i18next'
import { beforeAll, expect, it } from 'vitest'
import { said } from '../../ui/said.ts'
import './refusals.ts'
import de from './texts.de.ts'

beforeAll(() => i18next.init({ lng: 'de', resources: { de: { devices: de } }, interpolation: { escapeValue: false } }))

const german = (message: string) => said(message, i18next.getFixedT('de'))

it('what is said of devices is German too, with the names and numbers that it holds', () => {
  for (const [message, words] of [
    ['The tunnel is not up: its VPN dial-up has no session.', 'Der Tunnel steht nicht'],
    [
      'Another device answers there: its serial number is HF1, and not HF2.',
      'Seine Seriennummer ist HF1 und nicht HF2.',
    ],
    ['Given up after 5 tries of the panel: nothing was sent.', 'Nach 5 Versuchen'],
    ['The row *4 is not on the device any more.', 'Die Zeile *4 ist nicht mehr auf dem Gerät.'],
    ['The device has changed since it was looked at: address is 10.0.0.1/24, and was 10.0.0.2/24.', '10.0.0.2/24.'],
    ['Taken back by Mara Lind <mara@reseller.example>.', 'Zurückgenommen von Mara Lind'],
    ['The command has begun already.', 'Der Befehl hat schon begonnen.'],
  ] as const)
    expect(german(message)).toContain(words)
})

it('words of the device itself stay as they are', () => {
  expect(german('failure: already have such address')).toBe('failure: already have such address')
})
