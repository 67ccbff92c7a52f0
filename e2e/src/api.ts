import type { Page } from 'playwright-core'

/** Calls the API as the user of a page. @throws Error with the reply if it is rejected */
export async function api(page: Page, method: string, path: string, body?: unknown): Promise<unknown> {
  return await page.evaluate(
    async ([verb, address, sent]) => {
      if (!document.cookie.includes('XSRF-TOKEN=')) await fetch('/sanctum/csrf-cookie')
      const xsrf = /XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1] ?? ''
      const reply = await fetch(`/api${address}`, {
        method: verb,
        headers: {
          authorization: `Bearer ${localStorage.getItem('accessToken')}`,
          'content-type': 'application/json',
          'x-xsrf-token': decodeURIComponent(xsrf),
          'idempotency-key': `${Math.random().toString(36).slice(2)}${Date.now()}`.padEnd(20, '0'),
        },
        ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
      })
      const text = await reply.text()
      if (!reply.ok) throw new Error(`${verb} ${address} answers ${reply.status}: ${text}`)
      return text === '' ? undefined : (JSON.parse(text) as unknown)
    },
    [method, path, body] as const,
  )
}
