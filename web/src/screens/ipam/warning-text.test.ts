import i18next from 'i18next'
import { expect, it } from 'vitest'
import de from './texts.de.ts'
import en from './texts.en.ts'
import { warningText } from './warning-text.ts'

const speak = async (lng: 'en' | 'de') => {
  const i18n = i18next.createInstance()
  await i18n.init({ lng, resources: { en: { ipam: en }, de: { ipam: de } }, interpolation: { escapeValue: false } })
  return i18n.t
}

it('says warnings in the language of the page, with their numbers', async () => {
  const [german, english] = [await speak('de'), await speak('en')]
  const warning = 'A point-to-point link does with a /31 (RFC 3021); this is a /30.'
  expect(warningText(warning, german)).toBe(
    'Einer Punkt-zu-Punkt-Verbindung genügt ein /31 (RFC 3021); dies ist ein /30.',
  )
  expect(warningText(warning, english)).toBe(warning)
  expect(warningText('Loopbacks are given as /128; the unit here is /64.', german)).toContain('/64')
})

it('leaves one that nobody has put into words as it is', async () => {
  expect(warningText('The moon is full.', await speak('de'))).toBe('The moon is full.')
})
