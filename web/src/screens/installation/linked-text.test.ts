import { describe, expect, it } from 'vitest'
import { linkParts } from './linked-text.tsx'

describe('a text with addresses', () => {
  it('is split at them, without the punctuation that ends the sentence', () => {
    expect(linkParts('Open https://panel.example/register/abc/5. It works once (see https://a.example).')).toEqual([
      { text: 'Open ' },
      { href: 'https://panel.example/register/abc/5' },
      { text: '. It works once (see ' },
      { href: 'https://a.example' },
      { text: ').' },
    ])
  })
  it('without addresses is not split, and a script address is none', () => {
    expect(linkParts('javascript:alert(1)')).toEqual([{ text: 'javascript:alert(1)' }])
  })
})
