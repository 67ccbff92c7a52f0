import { describe, expect, it } from 'vitest'
import { changedParts } from './Settings.tsx'

const before = {
  legal: { terms_en: 'a', terms_de: '', privacy_en: '', privacy_de: '' },
  chat_script: '',
  default_country: 'DE',
  licence_enforcement: false,
  licence_enforced_since: null,
  radius_address: '',
  radius_address_2: '',
}

describe('the settings', () => {
  it('are sent by the part that changed', () => {
    expect(changedParts(before, { ...before })).toEqual({})
    expect(changedParts(before, { ...before, default_country: 'GB' })).toEqual({ default_country: 'GB' })
    expect(changedParts(before, { ...before, licence_enforcement: true })).toEqual({ licence_enforcement: true })
    expect(changedParts(before, { ...before, legal: { ...before.legal, privacy_de: 'x' } })).toEqual({
      legal: { ...before.legal, privacy_de: 'x' },
    })
  })
})
