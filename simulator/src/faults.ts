/**
 * What a simulator does wrong on purpose. `does` says whether the command takes effect all the same (it does, where it
 * is left out): a router that goes silent after a write leaves whoever asked in doubt, and both ends have to be tried.
 */
export type FaultKind =
  /** Answers after `ms`. */
  | { kind: 'slow'; ms: number }
  /** Never answers this command; the connection goes on. */
  | { kind: 'silent'; does?: boolean }
  /** Ends the connection within the answer: after so many bytes of it, in its middle, or before any (0). */
  | { kind: 'cut'; afterBytes?: number; midReply?: boolean; does?: boolean }
  | { kind: 'refuse'; message: string; category?: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 }
  /** Says that it was done, and changes nothing. */
  | { kind: 'lie' }
  /** Of several values only the first is applied, and it says that it was done. */
  | { kind: 'halfApply' }
  /** Restarts instead of answering. */
  | { kind: 'reboot'; does?: boolean }
  /** Says that user or password are wrong. */
  | { kind: 'refuseLogin' }
  /** Accepts connections and never says a word. */
  | { kind: 'blackHole' }
  /** So few bytes a second. */
  | { kind: 'dripFeed'; bytesPerSecond: number }
  /** Rows without end. */
  | { kind: 'endless' }
  /** Another router behind the same address. */
  | { kind: 'wrongSerial'; serial?: string }

export type Fault = FaultKind & {
  /** `ip/address`; all menus where it is left out. */
  menu?: string
  /** `set`; all commands where it is left out. */
  verb?: string
  /** Only the nth call that fits, counted from 1 since the fault was added. */
  nth?: number
}

interface Armed {
  fault: Fault
  calls: number
}

export class Faults {
  private armed: Armed[] = []

  /** @returns takes it back */
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

  /** The first fault of these kinds that holds for a call; every fault that fits counts the call. */
  meet<K extends Fault['kind']>(
    kinds: readonly K[],
    call: { menu?: string; verb?: string } = {},
  ): Extract<Fault, { kind: K }> | undefined {
    let met: Extract<Fault, { kind: K }> | undefined
    for (const armed of this.armed) {
      const { fault } = armed
      if (!isOneOf(fault, kinds)) continue
      if (fault.menu !== undefined && call.menu !== `/${fault.menu.replace(/^\//, '')}`) continue
      if (fault.verb !== undefined && call.verb !== fault.verb) continue
      armed.calls += 1
      if (fault.nth === undefined || fault.nth === armed.calls) met ??= fault
    }
    return met
  }
}

function isOneOf<K extends Fault['kind']>(fault: Fault, kinds: readonly K[]): fault is Extract<Fault, { kind: K }> {
  return kinds.some((kind) => kind === fault.kind)
}

/** Faults that come into effect at a command. */
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
