import { describe, expect, it } from 'vitest'
import { loginPath, safeReturn } from './navigate.ts'

describe('a return path', () => {
  it('is a path of this panel', () => {
    expect(safeReturn('/company-management/list?page=2')).toBe('/company-management/list?page=2')
  })
  it('is refused where it leads elsewhere', () => {
    for (const to of ['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', '', null, 5])
      expect(safeReturn(to)).toBeUndefined()
  })
  it('stands in the address of the sign-in, but for home', () => {
    expect(loginPath('/profile?tab=tokens')).toBe('/login?to=%2Fprofile%3Ftab%3Dtokens')
    expect(loginPath('/')).toBe('/login')
  })
})
