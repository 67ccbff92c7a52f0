import { Translations } from '../../i18n/translations.ts'
import { describe, expect, it } from 'vitest'
import { daysText, hoursText, isOverMidnight } from './hours.ts'
import de from './texts.de.ts'
import en from './texts.en.ts'

const formatIn = async (lng: 'en' | 'de') => {
  const i18n = new Translations(lng, { en: { wifi: en }, de: { wifi: de } })
  return i18n.t
}

describe('hours', () => {
  it('gather days that follow each other', () => {
    expect(daysText(['fri', 'mon', 'tue', 'wed', 'thu', 'sun'], 'en')).toBe('Mon–Fri, Sun')
    expect(daysText(['mon', 'tue'], 'de')).toBe('Mo, Di')
  })

  it('say that they end on the next day', async () => {
    const t = await formatIn('en')
    const all = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
    expect(hoursText({ days: [...all], from: '22:00', until: '02:00' }, t, 'en')).toBe(
      'every day 22:00–02:00 of the next day',
    )
    expect(hoursText({ days: ['sat'], from: '08:00', until: '18:00' }, t, 'en')).toBe('Sat 08:00–18:00')
    expect(isOverMidnight({ from: '08:00', until: '18:00' })).toBe(false)
  })
})
