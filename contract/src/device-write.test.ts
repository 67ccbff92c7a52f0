import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { contract } from './contract.ts'
import type { Endpoint, ObjectSchema } from './endpoint.ts'

const endpoints: Endpoint[] = Object.values(contract).flatMap((part) => Object.values(part) as Endpoint[])

/** Whether a schema contains, at any depth, the reply of a call that writes to a device: `id`, `job`, `state`. */
function answersCommand(schema: unknown): boolean {
  const has = (part: unknown): boolean => {
    if (typeof part !== 'object' || part === null) return false
    const { properties } = part as { properties?: Record<string, unknown> }
    if (properties !== undefined && 'job' in properties && 'state' in properties) return true
    return Object.values(part).some(has)
  }
  return has(z.toJSONSchema(schema as z.ZodMiniType, { unrepresentable: 'any', io: 'output' }))
}

const namesIn = (schema: z.ZodMiniType | undefined): string[] => {
  if (schema === undefined) return []
  const { innerType } = (schema as unknown as { def: { innerType?: z.ZodMiniType } }).def
  return innerType === undefined ? Object.keys((schema as ObjectSchema).shape ?? {}) : namesIn(innerType)
}

const writing = endpoints.filter(
  ({ method, reply }) => method !== 'GET' && reply !== undefined && answersCommand(reply),
)

describe('a call that writes to a device', () => {
  it('exists many times in the contract', () => expect(writing.length).toBeGreaterThan(50))

  it.each(writing.map((one) => [one.name, one] as const))(
    '%s declares how it detects concurrent changes',
    (_, endpoint) => {
      expect(endpoint.deviceWrite).toBeDefined()
      const { deviceWrite } = endpoint
      if (deviceWrite === 'adds' || deviceWrite === 'acts') return
      expect([...namesIn(endpoint.body), ...namesIn(endpoint.query)]).toContain(deviceWrite)
    },
  )

  it('is the only kind of call that declares it', () => {
    expect(endpoints.filter((one) => one.deviceWrite !== undefined && !writing.includes(one))).toEqual([])
  })
})
