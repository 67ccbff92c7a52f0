import { wifi } from '@trunkline/contract/resources/wifi'
import { describe, expect, it } from 'vitest'
import { schemaErrors } from '../../form/field-errors.ts'
import { accessPointBodies, accessPointValues } from './access-point-values.ts'
import { accessPointRow } from '../../testing/wifi-samples.ts'

const one = accessPointRow()
const old = accessPointRow({ id: '8*2', hardware_id: 8, stack: 'caps-man' })

describe('a change of access points', () => {
  it('is empty if nothing was changed', () => {
    expect(accessPointBodies([one], accessPointValues([one]))).toEqual({ oldSystem: undefined, newSystem: undefined })
  })

  it('is sent to the endpoint of each Wi-Fi system', () => {
    const values = { ...accessPointValues([one, old]), channel_width: 40, frequency: 'none' as const }
    const bodies = accessPointBodies([one, old], values)
    expect(bodies.newSystem).toEqual({ ids: ['9*5'], versions: { '9*5': 'v1' }, channel_width: 40, frequency: null })
    expect(bodies.oldSystem).toEqual({ ids: ['8*2'], versions: { '8*2': 'v1' }, channel_width: 40, frequency: null })
    expect(schemaErrors(wifi.setNewAccessPoints.body, bodies.newSystem)).toEqual({})
  })

  it('renames only a single access point', () => {
    const single = accessPointBodies([one], { ...accessPointValues([one]), name: ' hall ' })
    expect(single.newSystem).toEqual({ ids: ['9*5'], versions: { '9*5': 'v1' }, name: 'hall' })
    const both = accessPointBodies([one, old], { ...accessPointValues([one, old]), name: 'hall' })
    expect(both.newSystem).toBeUndefined()
  })

  it('sets a custom power, or removes it', () => {
    expect(
      accessPointBodies([one], { ...accessPointValues([one]), power: 'set', tx_power: 12 }).newSystem?.tx_power,
    ).toBe(12)
    expect(
      accessPointBodies([one], { ...accessPointValues([one]), power: 'none', tx_power: 12 }).newSystem?.tx_power,
    ).toBeNull()
  })
})
