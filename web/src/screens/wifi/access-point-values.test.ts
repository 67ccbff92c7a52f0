import { wifi } from '@trunkline/contract/resources/wifi'
import { describe, expect, it } from 'vitest'
import { schemaErrors } from '../../form/field-errors.ts'
import { pointBodies, pointValues } from './access-point-values.ts'
import { accessPointRow } from '../../testing/wifi-samples.ts'

const one = accessPointRow()
const old = accessPointRow({ id: '8*2', hardware_id: 8, stack: 'caps-man' })

describe('a change of access points', () => {
  it('is nothing where nothing was touched', () => {
    expect(pointBodies([one], pointValues([one]))).toEqual({ old: undefined, young: undefined })
  })

  it('goes to the call of each system', () => {
    const values = { ...pointValues([one, old]), channel_width: 40, frequency: 'none' as const }
    const bodies = pointBodies([one, old], values)
    expect(bodies.young).toEqual({ ids: ['9*5'], versions: { '9*5': 'v1' }, channel_width: 40, frequency: null })
    expect(bodies.old).toEqual({ ids: ['8*2'], versions: { '8*2': 'v1' }, channel_width: 40, frequency: null })
    expect(schemaErrors(wifi.setNewAccessPoints.body, bodies.young)).toEqual({})
  })

  it('names one alone', () => {
    const named = pointBodies([one], { ...pointValues([one]), name: ' hall ' })
    expect(named.young).toEqual({ ids: ['9*5'], versions: { '9*5': 'v1' }, name: 'hall' })
    const both = pointBodies([one, old], { ...pointValues([one, old]), name: 'hall' })
    expect(both.young).toBeUndefined()
  })

  it('sets a power by hand, or gives it back to the country', () => {
    expect(pointBodies([one], { ...pointValues([one]), power: 'set', tx_power: 12 }).young?.tx_power).toBe(12)
    expect(pointBodies([one], { ...pointValues([one]), power: 'none', tx_power: 12 }).young?.tx_power).toBeNull()
  })
})
