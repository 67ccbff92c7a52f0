import { expect, test } from 'vitest'
import { acceptedLanguage } from './language.ts'

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['fr', 'en'],
  ['de', 'de'],
  ['de-AT,en;q=0.5', 'de'],
  ['en;q=0.4, de;q=0.8', 'de'],
  ['de;q=0', 'en'],
  ['*', 'en'],
  ['DE', 'de'],
  ['x'.repeat(10_000), 'en'],
])('the language of Accept-Language %s is %s', (header, language) => {
  expect(acceptedLanguage(header)).toBe(language)
})
