import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { RawClient } from './testing/raw-client.ts'

interface Line {
  ready?: number
  ports: { api: number }
  identity: string
  serial: string
  personality: string
}

test('a process runs several routers, prints their addresses, and ends on a signal', async () => {
  const script = fileURLToPath(new URL('main.ts', import.meta.url))
  const args = ['--import', 'tsx', script, '--count', '7', '--port', '0', '--password', 'secret']
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const lines: Line[] = []
  try {
    for await (const text of createInterface({ input: child.stdout })) {
      const line = JSON.parse(text) as Line
      if (line.ready !== undefined) break
      lines.push(line)
    }
    expect(new Set(lines.map((line) => line.serial)).size).toBe(7)
    expect(new Set(lines.map((line) => line.personality)).size).toBe(6)
    const last = lines.at(-1)
    const client = await RawClient.logIn(last?.ports.api ?? 0)
    expect(await client.rows('/system/identity/print')).toEqual([{ name: 'router-7' }])
    client.close()
  } finally {
    child.kill('SIGTERM')
  }
  const [code] = (await once(child, 'exit')) as [number | null]
  expect(code).toBe(0)
})
