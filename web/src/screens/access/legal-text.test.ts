import { describe, expect, it } from 'vitest'
import { legalText, paragraphs } from './legal-text.ts'

const texts = { terms_en: 'Terms', terms_de: 'Bedingungen', privacy_en: 'Privacy', privacy_de: ' ' }

describe('legal texts', () => {
  it('use the language of the page, else another one that exists, else none', () => {
    expect(legalText(texts, 'terms', 'de')).toEqual({ text: 'Bedingungen', lang: 'de' })
    expect(legalText(texts, 'privacy', 'de')).toEqual({ text: 'Privacy', lang: 'en' })
    expect(legalText({ ...texts, privacy_en: '' }, 'privacy', 'en')).toBeNull()
  })
  it('are split into paragraphs at empty lines', () => {
    expect(paragraphs('One\nstill one\n\n \nTwo\n')).toEqual(['One\nstill one', 'Two'])
  })
})
