import { Translations } from '../../i18n/translations.ts'
import { describe, expect, it } from 'vitest'
import { daysText } from '../../ui/week-days.ts'
import { scheduleKind, scheduleText } from './schedule.ts'
import de from './texts.de.ts'
import en from './texts.en.ts'

const translate = (language: 'en' | 'de') => new Translations(language, { en: { wifi: en }, de: { wifi: de } }).t

describe('a schedule', () => {
  it('joins consecutive days', () => {
    expect(daysText(['fri', 'mon', 'tue', 'wed', 'thu', 'sun'], 'en')).toBe('Mon–Fri, Sun')
    expect(daysText(['mon', 'tue'], 'de')).toBe('Mo, Di')
  })

  it('marks an end on the next day', () => {
    const t = translate('en')
    const all = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
    expect(scheduleText({ days: [...all], from: '22:00', until: '02:00' }, t, 'en')).toBe(
      'Daily 22:00–02:00 (next day)',
    )
    expect(scheduleText({ days: ['sat'], from: '08:00', until: '18:00' }, t, 'en')).toBe('Sat 08:00–18:00')
    expect(scheduleText({ days: ['sat'], from: '08:00', until: '00:00' }, t, 'en')).toBe('Sat 08:00–24:00')
    expect(scheduleText(null, translate('de'), 'de')).toBe('Immer')
  })

  it('is within a day, overnight, or 24 hours', () => {
    expect(scheduleKind({ from: '08:00', until: '18:00' })).toBe('day')
    expect(scheduleKind({ from: '22:00', until: '06:00' })).toBe('overnight')
    expect(scheduleKind({ from: '08:00', until: '00:00' })).toBe('day')
    expect(scheduleKind({ from: '08:00', until: '08:00' })).toBe('fullDay')
  })
})
