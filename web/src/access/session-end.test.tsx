import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { companies } from '@trunkline/contract/resources/company'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { call } from '../api/call.ts'
import { storage } from '../api/storage.ts'
import { reply, startApiServer, type ApiServer } from '../testing/api-server.ts'
import { sessionFor } from '../testing/sessions.ts'
import { setNavigator } from './navigate.ts'
import { discardSession } from './session-end.ts'
import { clearSession, dropInMemorySession, isInMemory, storeSession, shownSession, storedSession } from './session.ts'
import { useUnsavedInput } from './unsaved.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

function Form({ dirty }: { dirty: boolean }) {
  useUnsavedInput(dirty)
  return null
}

let api: ApiServer
let page: Root
let went: string[]

beforeEach(async () => {
  localStorage.clear()
  clearSession()
  api = await startApiServer()
  ;(window as unknown as { happyDOM: { setURL: (url: string) => void } }).happyDOM.setURL(
    `${location.origin}/company-management/update/5`,
  )
  went = []
  setNavigator((to) => went.push(to))
  storeSession(sessionFor())
  api.on('DELETE /api/company/5/destroy', ({ headers }) =>
    headers.authorization === 'Bearer back-again-token-00' ? undefined : reply(401, 'unauthenticated'),
  )
  api.on('POST /api/auth/refresh-token', () => reply(401, 'unauthenticated'))
  page = createRoot(document.createElement('div'))
})
afterEach(async () => {
  act(() => page.unmount())
  dropInMemorySession()
  await api.close()
})

const save = () => call(companies.destroy, { params: { id: 5 } })
const until = async (done: () => boolean) => {
  while (!done()) await new Promise((resolve) => setTimeout(resolve, 5))
}

describe('a session that ends', () => {
  it('under unsaved input clears the storage, keeps the page, and the call goes on when the same user comes back', async () => {
    act(() => page.render(<Form dirty />))
    const saving = save()
    await until(isInMemory)
    expect([storage.get('accessToken'), storage.get('refreshToken'), storage.get('userData')]).toEqual([
      null,
      null,
      null,
    ])
    expect(shownSession()?.user.id).toBe(7)
    expect(storedSession()).toBeNull()
    expect(went).toEqual([])

    storeSession(sessionFor({ access: 'back-again-token-00' }))
    await saving
    expect(api.of('/api/company/5/destroy')).toHaveLength(2)
    expect(isInMemory()).toBe(false)
  })

  it('drops the input and goes to the sign-in when the user gives up', async () => {
    act(() => page.render(<Form dirty />))
    const saving = save()
    await until(isInMemory)
    discardSession()
    await expect(saving).rejects.toMatchObject({ status: 401 })
    expect(went).toEqual(['/login?to=%2Fcompany-management%2Fupdate%2F5'])
  })

  it('without unsaved input goes to the sign-in at once', async () => {
    act(() => page.render(<Form dirty={false} />))
    await expect(save()).rejects.toMatchObject({ status: 401 })
    expect(isInMemory()).toBe(false)
    expect(went).toEqual(['/login?to=%2Fcompany-management%2Fupdate%2F5'])
  })

  it('in another tab holds a form here too, and gives it to nobody else', async () => {
    act(() => page.render(<Form dirty />))
    expect(storedSession()?.user.id).toBe(7)
    localStorage.clear()
    window.dispatchEvent(new StorageEvent('storage', { key: null }))
    expect(isInMemory()).toBe(true)
    const saving = save()
    await until(() => api.of('/api/company/5/destroy').length === 1)
    const other = sessionFor({ id: 8, access: 'somebody-elses-token' })
    localStorage.setItem('accessToken', other.access.token)
    localStorage.setItem(
      'userData',
      JSON.stringify({ role: 'admin', roles: other.roles, abilities: other.abilities, user: other.user }),
    )
    window.dispatchEvent(new StorageEvent('storage', { key: 'userData' }))
    await expect(saving).rejects.toMatchObject({ status: 401 })
    expect(shownSession()?.user.id).toBe(8)
    expect(
      api.of('/api/company/5/destroy').every(({ headers }) => headers.authorization !== 'Bearer somebody-elses-token'),
    ).toBe(true)
  })
})
