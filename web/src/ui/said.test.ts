import { newPassword, telephone } from '@trunkline/contract/fields'
import i18next from 'i18next'
import { describe, expect, it } from 'vitest'
import de from '../form/texts.de.ts'
import en from '../form/texts.en.ts'
import { said, saidKey } from './said.ts'
import { teachSentences } from './sentences.ts'

const messageOf = (
  schema: { safeParse: (value: unknown) => { error?: { issues: { message: string }[] } | undefined } },
  value: unknown,
) => schema.safeParse(value).error?.issues[0]?.message as string
const speak = async (lng: 'en' | 'de') => {
  const i18n = i18next.createInstance()
  await i18n.init({ lng, resources: { en: { form: en }, de: { form: de } }, interpolation: { escapeValue: false } })
  return i18n.t
}

describe('what the contract and the server say', () => {
  it('is said in the language of the page, with its numbers', async () => {
    const t = await speak('de')
    expect(said(messageOf(newPassword(), 'short'), t)).toBe('Mindestens 12 Zeichen.')
    expect(said(messageOf(newPassword(), 'x'.repeat(200)), t)).toBe('Höchstens 128 Zeichen.')
    expect(said(messageOf(telephone(), 'abc'), t)).toBe(
      'Geben Sie die Nummer mit Plus und Ländervorwahl an, zum Beispiel +44 20 7946 0958.',
    )
    expect(said('At most 1,000 rows at a time.', t)).toBe('Höchstens 1,000 Zeilen auf einmal.')
  })

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
