import i18next from 'i18next'
import { describe, expect, it } from 'vitest'
import de from '../form/texts.de.ts'
import en from '../form/texts.en.ts'
import { said, saidKey } from './said.ts'
import { teachSentences } from './sentences.ts'

const speak = async (lng: 'en' | 'de') => {
  const i18n = i18next.createInstance()
  await i18n.init({ lng, resources: { en: { form: en }, de: { form: de } }, interpolation: { escapeValue: false } })
  return i18n.t
}

describe('what the contract and the server say', () => {
  it('stays as it is where nobody has put it into words', async () => {
    const t = await speak('de')
    expect(said('This address belongs to Ida Tal, who is a user already.', t)).toBe(
      'This address belongs to Ida Tal, who is a user already.',
    )
  })

  it('is found by its own English words', async () => {
    const t = await speak('en')
    for (const [key, words] of Object.entries(en.said)) {
      if (key === 'invalid-input') continue
      expect(saidKey(words.replace('{{n}}', '7'))).toBe(key)
      expect(said(words.replace('{{n}}', '7'), t)).toBe(words.replace('{{n}}', '7'))
    }
  })

  it('is known again with the names that are in it, the fuller sentence first', async () => {
    const i18n = i18next.createInstance()
    await i18n.init({
      lng: 'de',
      resources: { de: { room: { words: { by: '{{b}} hat {{a}}.', so: '{{a}} ist {{b}}.' } } } },
      interpolation: { escapeValue: false },
    })
    teachSentences('room:words', { so: '{{a}} is {{b}}.', by: '{{a}} is taken by {{b}}.' })
    expect(said('2001:db8::/32 is taken by 10.0.0.0/8 (Ida & Co.).', i18n.t)).toBe(
      '10.0.0.0/8 (Ida & Co.) hat 2001:db8::/32.',
    )
    expect(said('It is late.', i18n.t)).toBe('It ist late.')
    expect(said('Nobody knows this (?).', i18n.t)).toBe('Nobody knows this (?).')
  })
})
