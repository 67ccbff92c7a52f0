import * as z from 'zod/mini'
import { line, requiredLine, text, timeZone } from '@trunkline/contract/fields'
import { describe, expect, it } from 'vitest'
import { changedFields, changesBy, filledFields, sentFields } from './changes.ts'
import { formOf } from './form-of.ts'

const schema = z.object({
  name: requiredLine(),
  city: z.nullish(line(128)),
  notes: z.nullish(text()),
  email: z.nullish(z.union([z.literal(''), line(254)])),
  time_zone: z.optional(timeZone()),
  kind: z.optional(z.enum(['router', 'switch'])),
  ports: z.nullish(z.int().check(z.minimum(0), z.maximum(512))),
  site_id: z.nullish(z.int().check(z.minimum(1))),
  parts: z.optional(z.array(z.string())),
  is_active: z.optional(z.boolean()),
  version: z.int(),
})
const form = formOf(schema)

describe('the form of a schema', () => {
  it('starts empty: no text, no choice, nothing switched on', () => {
    expect(form.values()).toEqual({
      name: '',
      city: '',
      notes: '',
      email: '',
      time_zone: '',
      kind: null,
      ports: null,
      site_id: null,
      parts: [],
      is_active: false,
      version: 0,
    })
  })

  it('starts from a record, whose lists it does not share', () => {
    const record = { name: 'Mill', city: null, parts: ['a'], ports: 5, version: 4, created_at: 'x' }
    const values = form.values(record)
    expect(values).toMatchObject({ name: 'Mill', city: '', parts: ['a'], ports: 5, version: 4 })
    expect(values).not.toHaveProperty('created_at')
    expect(values.parts).not.toBe(record.parts)
  })

  it('makes a body that the contract takes: trimmed, empty fields null or left out', () => {
    const body = form.body({ ...form.values(), name: ' Mill ', notes: '  ' })
    expect(body).toEqual({
      name: 'Mill',
      city: null,
      notes: null,
      email: null,
      ports: null,
      site_id: null,
      parts: [],
      is_active: false,
    })
    expect(z.omit(schema, { version: true }).safeParse(body).success).toBe(true)
  })

  it('sends required text also where it is empty, for the contract to say so', () => {
    expect(form.body(form.values())).toHaveProperty('name', '')
  })

  it('sends of a known record what has changed, with its version', () => {
    const before = form.values({ name: 'Mill', city: 'Ulm', version: 4 })
    expect(form.changes(before, { ...before, name: ' Mill' })).toBeUndefined()
    expect(form.changes(before, { ...before, city: '', ports: 8 })).toEqual({ city: null, ports: 8, version: 4 })
  })

  it('knows the limits of its inputs', () => {
    expect(form.limits).toMatchObject({
      name: { maxLength: 191 },
      city: { maxLength: 128 },
      email: { maxLength: 254 },
      ports: { min: 0, max: 512 },
      site_id: { min: 1 },
      kind: {},
    })
    expect(form.limits.site_id).not.toHaveProperty('max')
  })
})

describe('what a form sends', () => {
  it('is only what changed; a field that only the later body names is sent with nothing in it', () => {
    const changes = changesBy((of: { version: number; name: string; clears: boolean }) => ({
      name: of.name,
      ...(of.clears && { secret: null }),
    }))
    const before = { version: 2, name: 'A', clears: false }
    expect(changes(before, { ...before })).toBeUndefined()
    expect(changes(before, { ...before, name: 'B' })).toEqual({ name: 'B', version: 2 })
    expect(changes(before, { ...before, clears: true })).toEqual({ secret: null, version: 2 })
  })

  it('has null for what is empty, and no version among its fields', () => {
    expect(sentFields({ version: 3, name: 'A', city: ' ', zone: null })).toEqual({ name: 'A', city: null, zone: null })
    expect(changedFields({ city: 'Ulm', zone: 'UTC' }, { city: ' ', zone: 'UTC' })).toEqual({ city: null })
    expect(filledFields({ name: 'A', city: ' ', zone: null, on: false })).toEqual({ name: 'A', on: false })
  })
})
