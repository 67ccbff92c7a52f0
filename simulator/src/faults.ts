import type { Row } from './tables/table.ts'

/**
 * Faults that a simulator injects. `does` says whether the command still takes effect (true by default): a router that
 * goes silent after a write leaves the client in doubt, and tests need both outcomes.
 */
export type FaultKind =
  /** Replies after `ms`. */
  | { kind: 'slow'; ms: number }
  /** Never replies to this command; the connection stays open. */
  | { kind: 'silent'; does?: boolean }
  /** Closes the connection during the reply: after this many bytes, in the middle, or before the first byte (0). */
  | { kind: 'cut'; afterBytes?: number; midReply?: boolean; does?: boolean }
  | { kind: 'refuse'; message: string; category?: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 }
  /** Reports success and changes nothing. */
  | { kind: 'lie' }
  /** Applies only the first of several values and reports success. */
  | { kind: 'halfApply' }
  /** Reboots instead of replying. */
  | { kind: 'reboot'; does?: boolean }
  /** Rejects user and password. */
  | { kind: 'refuseLogin' }
  /** Accepts connections and never replies. */
  | { kind: 'blackHole' }
  /** Limits the connection to this many bytes per second. */
  | { kind: 'dripFeed'; bytesPerSecond: number }
  /** Endless rows. */
  | { kind: 'endless' }
  /**
   * Omits the last rows of a print with `.proplist`, or of every print if it is `whole`; `count-only` still counts them.
   */
  | { kind: 'omitRows'; rows: number; whole?: boolean }
  /** Omits properties of the rows of a print with `.proplist`, or of every print if it is `whole`. */
  | { kind: 'omitFields'; fields: readonly string[]; whole?: boolean }
  /** A print also returns these rows, for example those of interfaces; `count-only` does not count them. */
  | { kind: 'foreignRows'; rows: readonly Row[] }
  /** Another router at the same address. */
  | { kind: 'wrongSerial'; serial?: string }

export type Fault = FaultKind & {
  /** `ip/address`; all menus if absent. */
  menu?: string
  /** `set`; all commands if absent. */
  verb?: string
  /** Only the nth matching call, counted from 1 since the fault was added. */
  nth?: number
}

interface Armed {
  fault: Fault
  calls: number
}

export class Faults {
  private armed: Armed[] = []

  /** @returns removes the fault */
  add(fault: Fault): () => void {
    const armed: Armed = { fault, calls: 0 }
    this.armed.push(armed)
    return () => {
      this.armed = this.armed.filter((one) => one !== armed)
    }
  }

  clear(): void {
    this.armed = []
  }

  /** The first fault of these kinds that applies to a call; the call is counted for every matching fault. */
  meet<K extends Fault['kind']>(
    kinds: readonly K[],
    call: { menu?: string; verb?: string } = {},
  ): Extract<Fault, { kind: K }> | undefined {
    return this.meetAll(kinds, call)[0]
  }

  /** All faults of these kinds that apply to a call, in the order in which they were added. */
  meetAll<K extends Fault['kind']>(
    kinds: readonly K[],
    call: { menu?: string; verb?: string },
  ): Extract<Fault, { kind: K }>[] {
    const met: Extract<Fault, { kind: K }>[] = []
    for (const armed of this.armed) {
      const { fault } = armed
      if (!isOneOf(fault, kinds)) continue
      if (fault.menu !== undefined && call.menu !== `/${fault.menu.replace(/^\//, '')}`) continue
      if (fault.verb !== undefined && call.verb !== fault.verb) continue
      armed.calls += 1
      if (fault.nth === undefined || fault.nth === armed.calls) met.push(fault)
    }
    return met
  }
}

function isOneOf<K extends Fault['kind']>(fault: Fault, kinds: readonly K[]): fault is Extract<Fault, { kind: K }> {
  return kinds.some((kind) => kind === fault.kind)
}

/** Faults that take effect at a command. */
export const commandFaults = [
  'slow',
  'silent',
  'cut',
  'refuse',
  'lie',
  'halfApply',
  'reboot',
  'endless',
] as const satisfies readonly Fault['kind'][]

export type CommandFault = Extract<Fault, { kind: (typeof commandFaults)[number] }>

/** Faults that change the rows of a print. */
export const printFaults = ['omitRows', 'omitFields', 'foreignRows'] as const satisfies readonly Fault['kind'][]

export type PrintFault = Extract<Fault, { kind: (typeof printFaults)[number] }>
