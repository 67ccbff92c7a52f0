import { i18n } from './translations.ts'
import { expect, it } from 'vitest'
import { changeLanguage, loadTexts, startLanguage } from './language.ts'

it('has a room’s texts in the new language when both are asked for at once', async () => {
  await startLanguage('en')
  // Somebody logs in as a user of another language: the page changes its language and opens the dashboard.
  const changed = changeLanguage('de')
  const opened = loadTexts(['dashboard'])
  await Promise.all([changed, opened])
  expect(i18n.language).toBe('de')
  expect(i18n.t('dashboard:title')).toBe('Übersicht')
})

it('has them as well when the room comes first', async () => {
  await changeLanguage('en')
  const opened = loadTexts(['audit'])
  const changed = changeLanguage('de')
  await Promise.all([opened, changed])
  expect(i18n.t('audit:title')).toBe('Protokoll')
})
