import { expect, it } from 'vitest'
import { readCode } from './scan-values.ts'

it.each([
  ['HGB09NQ5S2X', { serial: 'HGB09NQ5S2X' }],
  [' 48A98A0C1D2E ', { mac: '48:A9:8A:0C:1D:2E' }],
  ['48:a9:8a:0c:1d:2e', { mac: '48:A9:8A:0C:1D:2E' }],
  ['SN:HGB09NQ5S2X MAC:48-A9-8A-0C-1D-2E', { serial: 'HGB09NQ5S2X', mac: '48:A9:8A:0C:1D:2E' }],
  ['https://mt.lv/r?s=HGB09NQ5S2X&m=48A98A0C1D2E', { serial: 'HGB09NQ5S2X', mac: '48:A9:8A:0C:1D:2E' }],
  ['8D1A0C22F1B3/917', { serial: '8D1A0C22F1B3/917' }],
  ['https://mikrotik.com', {}],
  ['abc', {}],
])('reads %j', (text, found) => expect(readCode(text)).toEqual(found))
