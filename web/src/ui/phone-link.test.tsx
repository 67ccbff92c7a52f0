import { expect, it } from 'vitest'
import { shows } from '../testing/page.ts'
import { screenTests } from '../testing/screen.tsx'
import { phoneLink } from './phone-link.tsx'
import { phoneText } from './phone-text.tsx'

const { visit } = screenTests(['panel'])

it('writes a number in international format, and leaves a text that is none', () => {
  expect(phoneText('+442079460958')).toBe('+44 20 7946 0958')
  expect(phoneText('+4930901820')).toBe('+49 30 901820')
  expect(phoneText('+0')).toBe('+0')
  expect(phoneText('extension 7')).toBe('extension 7')
})

it('can be called', async () => {
  await visit({ '/': () => <p>{phoneLink('+442079460958')}</p> }, '/')
  await shows('+44 20 7946 0958')
  expect(document.querySelector('a[href^="tel:"]')?.getAttribute('href')).toBe('tel:+442079460958')
})

it('is nothing without a number', () => {
  expect(phoneLink(null)).toBeNull()
  expect(phoneLink('')).toBeNull()
})
