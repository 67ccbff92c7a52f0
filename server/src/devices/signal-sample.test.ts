import { expect, test } from 'vitest'
import { memoryLoad, noSignal, signalOf, signalSample } from './signal-sample.ts'

test('the sample of a signal has the running modem, and the mean of the Wi-Fi clients', () => {
  const cell = (running: boolean, value: number | null) => ({
    running,
    rsrp: value === null ? null : { value, grade: 'good' },
    nr_rsrp: null,
  })
  expect(
    signalSample({
      'interface/lte': [cell(false, -70), cell(true, -97)],
      'wifi/registration': [{ signal: -50 }, { signal: -61 }, { signal: null }],
    }),
  ).toEqual({ lte_rsrp: -97, wifi_clients: 3, wifi_signal: -55 })
  // A device without these menus, and one whose menus are empty.
  expect(signalSample({})).toEqual(noSignal)
  expect(signalSample({ 'interface/lte': [], 'wifi/registration': [] })).toEqual({ ...noSignal, wifi_clients: 0 })
})

test('a signal is used for the two intervals after its reading', () => {
  const values = { lte_rsrp: -90, wifi_clients: null, wifi_signal: null }
  expect(signalOf({ signal: { slot: 10, values } }, 12)).toEqual(values)
  expect(signalOf({ signal: { slot: 10, values } }, 13)).toEqual(noSignal)
  expect(signalOf({}, 13)).toEqual(noSignal)
})

test('the memory in use is a percentage, and unknown without both values', () => {
  expect(memoryLoad({ memory_total: 1000, memory_free: 250 })).toBe(75)
  expect(memoryLoad({ memory_total: 0, memory_free: 0 })).toBeNull()
  expect(memoryLoad({ memory_total: 1000 })).toBeNull()
})
