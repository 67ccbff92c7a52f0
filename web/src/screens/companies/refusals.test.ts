import i18next, { type TFunction } from 'i18next'
import { companyTypes, typesBelow } from '@trunkline/contract/abilities'
import { beforeAll, describe, expect, it } from 'vitest'
import { changeLanguage, loadTexts, startLanguage } from '../../i18n/language.ts'
import { said } from '../../ui/said.ts'
import './refusals.ts'

let t: TFunction
beforeAll(async () => {
  await startLanguage('en')
  await loadTexts(['companies', 'panel'])
  await changeLanguage('de')
  t = i18next.t
})

describe('what the server says with a name in it', () => {
  it.each([
    ['This company still has 1 company and 3 users.', 'Diese Firma hat noch 1 Firma und 3 Benutzer.'],
    ['This company still has 12 companies.', 'Diese Firma hat noch 12 Firmen.'],
    ['This company still has 1 user.', 'Diese Firma hat noch 1 Benutzer.'],
    ['Elm & Co. is the primary admin of this company.', 'Elm & Co. ist der Hauptadministrator dieser Firma.'],
    [
      'This address belongs to Ida Tal, who is a user already.',
      'Diese Adresse gehört Ida Tal; dort gibt es schon ein Benutzerkonto.',
    ],
    ['Elm is in the trash. Take it back out first.', 'Elm ist im Papierkorb. Holen Sie sie zuerst zurück.'],
    ["A distributor can't stand under a reseller.", 'Ein Distributor kann nicht unter einem Wiederverkäufer stehen.'],
  ])('%s', (english, german) => {
    expect(said(english, t)).toBe(german)
  })

  it('knows every pair of companies of which one can not stand under the other', () => {
    const described = ['the provider', 'a master distributor', 'a distributor', 'a reseller', 'a client']
    for (const [at, type] of companyTypes.entries())
      for (const [above, parent] of companyTypes.entries()) {
        if (typesBelow(parent).includes(type)) continue
        const words = `${described[at]!.charAt(0).toUpperCase()}${described[at]!.slice(1)} can't stand under ${described[above]!}.`
        expect(said(words, t), words).not.toBe(words)
      }
  })
})
