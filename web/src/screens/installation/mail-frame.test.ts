import { describe, expect, it } from 'vitest'
import { parseMail } from './mail-frame.tsx'

const mail = `<!doctype html><html><head><style>p { color: teal }</style><script>alert(1)</script></head>
<body style="margin: 0"><p class="x" style="color: red">Hello</p><a href="https://panel.example/x" style='color:#fff'>Open</a><iframe></iframe><object></object></body></html>`

describe('an e-mail in its frame', () => {
  it('has its styles removed from the markup, where the policy would reject them', () => {
    const { body, sheets } = parseMail(mail)
    expect(sheets.join('')).toContain('color: teal')
    expect(body.querySelectorAll('[style]')).toHaveLength(0)
    expect(body.getAttribute('data-mail-style')).toBe('margin: 0')
    expect(body.querySelector('p')?.getAttribute('data-mail-style')).toBe('color: red')
    expect(body.querySelector('a')?.getAttribute('data-mail-style')).toBe('color:#fff')
  })
  it('loses what runs or loads, and its links open in a new tab', () => {
    const { body } = parseMail(mail)
    expect(body.querySelectorAll('script, iframe, object')).toHaveLength(0)
    expect(body.querySelector('a')).toMatchObject({ target: '_blank', rel: 'noopener noreferrer' })
  })
})
