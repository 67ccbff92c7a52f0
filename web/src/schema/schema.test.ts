import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type * as z from 'zod/mini'
import { beforeEach, describe, expect, it, vi } from 'vitest'

const source = join(import.meta.dirname, '..')
const contract = join(source, '../../contract/src')

/** The functions that sources name as `z.…`, with the namespace `iso`. */
function named(): Set<string> {
  const names = new Set<string>()
  for (const folder of [source, contract])
    for (const file of readdirSync(folder, { recursive: true }) as string[]) {
      if (!/(?<!\.test)\.tsx?$/.test(file)) continue
      for (const [, name] of readFileSync(join(folder, file), 'utf8').matchAll(/\bz\.((?:iso\.)?[_a-z]\w*)\(/g))
        names.add(name as string)
    }
  return names
}

beforeEach(() => void vi.resetModules())

describe('schemas in the browser', () => {
  it('know every function of zod that the contract and the screens call', async () => {
    const deferred = await import('./deferred.ts')
    const known = Object.entries(deferred).flatMap(([name, value]) =>
      name === 'iso'
        ? Object.keys(value).map((key) => `iso.${key}`)
        : ['provide', 'globalRegistry'].includes(name)
          ? []
          : [name],
    )
    expect(known.sort(), 'deferred.ts and zod.ts name what is called').toEqual([...named()].sort())
    // Each is given the function of its own name.
    const zod = await import('zod/v4/mini')
    const given: Record<string, unknown> = {}
    vi.doMock('./deferred.ts', () => ({ provide: (of: object) => Object.assign(given, of) }))
    await import('./zod.ts')
    vi.doUnmock('./deferred.ts')
    const { iso, ...others } = zod as unknown as Record<string, unknown> & { iso: Record<string, unknown> }
    for (const name of known)
      expect(given[name], name).toBe(name.startsWith('iso.') ? iso[name.slice('iso.'.length)] : others[name])
  })

  it('are made when they are used, and not before zod is there', async () => {
    const of = (await import('./deferred.ts')) as unknown as typeof z
    const make = vi.fn<(value: string) => boolean>((value) => value !== 'no')
    const name = of.string().check(of.trim(), of.minLength(2, 'Too short.'), of.refine(make, 'Not no.'))
    const schema = of.extend(of.object({ name, kind: of.enum(['a', 'b']).register(of.globalRegistry, {}) }), {
      day: of.optional(of.iso.date()),
      list: of.array(of.union([of.literal(1), name])),
    })
    expect(() => schema.safeParse({})).toThrow('import schema/zod.ts')
    await import('./zod.ts')
    expect(schema.safeParse({ name: ' ab ', kind: 'a', day: '2026-02-04', list: [1, 'cd'] })).toEqual({
      success: true,
      data: { name: 'ab', kind: 'a', day: '2026-02-04', list: [1, 'cd'] },
    })
    const { error } = of.partial(schema).safeParse({ name: 'a', kind: 'c', day: 'x', list: [2, 'no'] })
    expect(error?.issues.map(({ path }) => path.join('.'))).toEqual(['name', 'kind', 'day', 'list.0', 'list.1'])
    expect(error?.issues[0]?.message).toBe('Too short.')
  })
})
