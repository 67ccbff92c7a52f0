import { afterAll, expect, test } from 'vitest'
import { setupDeviceFixture } from '../../testing/devices/device-fixture.ts'
import { runWithKills } from '../../testing/devices/rollout-kills.ts'

const fixture = await setupDeviceFixture()
afterAll(() => fixture.drop())

test('40 routers end with the right verdict, each upgraded once, although workers are killed', async () => {
  const { kills, wrong, verdicts } = await runWithKills(fixture, {
    routers: 40,
    workers: 2,
    killMs: 2500,
    maxSeconds: 240,
  })
  expect(wrong).toEqual([])
  expect(verdicts).toEqual({ upgraded: 36, failed: 2, held: 2 })
  expect(kills).toBeGreaterThan(2)
}, 300_000)
