import { afterAll, expect, test } from 'vitest'
import { setupDeviceFixture } from '../../testing/devices/device-fixture.ts'
import { runWithKills } from '../../testing/devices/rollout-kills.ts'

const fixture = await setupDeviceFixture()
afterAll(() => fixture.drop())

/** `npm run test:rollout` sets 500. */
const routers = Number(process.env['ROLLOUT_ROUTERS'] ?? 40)
const maxSeconds = 120 + routers * 3

test(
  `${routers} routers end with the right verdict, each upgraded once, although workers are killed`,
  async () => {
    const { kills, seconds, wrong, verdicts } = await runWithKills(fixture, {
      routers,
      workers: routers > 100 ? 3 : 2,
      killMs: 2500,
      maxSeconds,
      report: (line) => routers > 40 && console.log(line),
    })
    if (routers > 40) console.log(`${seconds} s, ${kills} kills, ${JSON.stringify(verdicts)}`)
    expect(wrong).toEqual([])
    const each = routers / 20
    expect(verdicts).toEqual({ upgraded: routers - 2 * each, failed: each, held: each })
    expect(kills).toBeGreaterThan(2)
  },
  (maxSeconds + 60) * 1000,
)
