import type { Row } from '../tables/table.ts'
import type { Args, CommandOutcome } from './caller.ts'
import type { RouterState } from './router-state.ts'
import { parseDuration } from './values.ts'

/**
 * Readings of a monitor command: one with `once`, several with `duration`, else endless. Readings are numbered by
 * `.section`, except a single one.
 * @param interval default in milliseconds of the router's clock
 */
export function monitor(
  router: RouterState,
  args: Args,
  sample: () => readonly Row[],
  interval = 1000,
): CommandOutcome {
  if (args.has('once')) return { rows: sample() }
  const step = (parseDuration(args.get('interval') ?? '') ?? interval) / router.speed
  const duration = parseDuration(args.get('duration') ?? '')
  const readings =
    duration === undefined ? Number.POSITIVE_INFINITY : Math.max(1, Math.round(duration / router.speed / step))
  return {
    stream: {
      start(emit, end) {
        let section = 0
        const tick = (): void => {
          for (const row of sample()) emit({ '.section': String(section), ...row })
          section += 1
          if (section < readings) return
          clearInterval(timer)
          end()
        }
        const timer = setInterval(tick, Math.max(10, step))
        timer.unref()
        tick()
        return () => clearInterval(timer)
      },
    },
  }
}
