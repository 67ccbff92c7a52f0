/** What a duration counts by: the wall clock, which can jump, or the time since boot, which cannot. */
export type TimeBase = 'clock' | 'monotonic'

/** Longest delay of a Node.js timer. */
const maxTimer = 0x7fff_ffff

interface Sleeper {
  isOver: () => boolean
  /** Starts its timer again: the clock was set. */
  rearm: () => void
}

/**
 * The two times of a router, in milliseconds since 1970. Both run `speed` times faster than real time; the wall clock
 * can be set, the monotonic time cannot.
 */
export class Clock {
  private readonly speed: number
  private readonly start = Date.now()
  private readonly origin = performance.now()
  private offset = 0
  private readonly sleepers = new Set<Sleeper>()

  constructor(speed: number) {
    this.speed = speed
  }

  /** Never jumps. Equal to the wall clock until that is set. */
  monotonic(): number {
    return Math.floor(this.start + (performance.now() - this.origin) * this.speed)
  }

  /** The wall clock. */
  now(): number {
    return this.monotonic() + this.offset
  }

  /** The reading of the wall clock, by its current setting, at a moment of monotonic time. */
  at(monotonic: number): number {
    return monotonic + this.offset
  }

  /** Sets the wall clock forward or back. */
  jump(milliseconds: number): void {
    this.offset += milliseconds
    for (const sleeper of this.sleepers) sleeper.rearm()
  }

  set(at: number): void {
    this.jump(at - this.now())
  }

  /** Resolves after `milliseconds` of one of its times. @throws the reason of `signal` when that aborts */
  sleep(milliseconds: number, base: TimeBase, signal: AbortSignal): Promise<void> {
    const read = (): number => (base === 'clock' ? this.now() : this.monotonic())
    const end = read() + milliseconds
    return new Promise((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined
      const finish = (settle: () => void): void => {
        clearTimeout(timer)
        signal.removeEventListener('abort', abort)
        this.sleepers.delete(sleeper)
        settle()
      }
      const abort = (): void => finish(() => reject(signal.reason))
      const sleeper: Sleeper = {
        isOver: () => read() >= end,
        rearm: () => {
          clearTimeout(timer)
          if (sleeper.isOver()) {
            finish(resolve)
            return
          }
          timer = setTimeout(sleeper.rearm, Math.min(maxTimer, Math.ceil((end - read()) / this.speed)))
          timer.unref()
        },
      }
      if (signal.aborted) {
        abort()
        return
      }
      signal.addEventListener('abort', abort)
      this.sleepers.add(sleeper)
      sleeper.rearm()
    })
  }
}
