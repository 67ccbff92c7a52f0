import i18next from 'i18next'
import { hardware } from '@trunkline/contract/resources/hardware'
import { hardwareModels } from '@trunkline/contract/resources/hardware-model'
import { beforeAll, expect, it } from 'vitest'
import { schemaErrors } from '../../form/field-errors.ts'
import { said } from '../../ui/said.ts'
import './refusals.ts'
import de from './texts.de.ts'

beforeAll(() => i18next.init({ lng: 'de', resources: { de: { hardware: de } }, interpolation: { escapeValue: false } }))

const german = (message: string) => said(message, i18next.getFixedT('de'))

it('what the contract says of devices and models is German too', () => {
  const faults = {
    ...schemaErrors(hardware.store.body, { name: 'x', model: 1, serial_number: 'A B', management_port: 0 }),
    ...schemaErrors(hardwareModels.store.body, { name: 'x', type: 1, manufacturer: 1, radios: ['5', '5'] }),
  }
  expect(Object.keys(faults).sort()).toEqual(['management_port', 'radios', 'serial_number'])
  for (const message of Object.values(faults)) expect(german(message), message).not.toBe(message)
})

it('so is what the server says of them, with the names that it says', () => {
  for (const [message, words] of [
    ['Tower has this serial number.', 'Tower hat diese Seriennummer.'],
    ['r1 is in use: NAS Tower. Nothing was changed.', 'r1 wird benutzt: NAS Tower. Es wurde nichts geändert.'],
    ['r1 is in use: NAS Tower. Free it first.', 'r1 wird benutzt: NAS Tower. Lösen Sie das zuerst.'],
    ['r1 and 3 more are in use: NAS T. Nothing was changed.', 'r1 und 3 weitere werden benutzt'],
    ['hAP is still in use: 3 devices.', 'hAP wird noch benutzt'],
    ['At most 2027-11-21: hAP has 12 months of warranty.', 'Höchstens 2027-11-21: hAP hat 12 Monate Garantie.'],
    ['This device stands at Hull. Take it away from there first.', 'Dieses Gerät steht an Hull.'],
    ['a.dpk has the same content and is there already.', 'a.dpk hat denselben Inhalt'],
  ] as const)
    expect(german(message)).toContain(words)
})
