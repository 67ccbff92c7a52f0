import { describe, expect, it } from 'vitest'
import { linkParts } from './linked-text.tsx'

describe('a text with addresses', () => {
  it('is parted at them, without the signs that end the sentence', () => {
    expect(linkParts('Open https://panel.example/register/abc/5. It works once (see https://a.example).')).toEqual([
      { text: 'Open ' },
      { href: 'https://panel.example/register/abc/5' },
      { text: '. It works once (see ' },
      { href: 'https://a.example' },
      { text: ').' },
    ])
  })
  it('without addresses stays whole, and a script address is none', () => {
    expect(linkParts('javascript:alert(1)')).toEqual([{ text: 'javascript:alert(1)' }])
  })
})
