/** Components of a RouterOS version: `7.18.2` and `7.18rc1` as [7, 18, 2], [7, 18, 0]. */
export function versionNumbers(version: string): readonly [number, number, number] {
  const found = /^(\d+)\.(\d+)(?:\.(\d+))?/.exec(version)
  return [Number(found?.[1] ?? 7), Number(found?.[2] ?? 0), Number(found?.[3] ?? 0)]
}

/** Negative when `left` is older than `right`. */
export function compareVersions(left: string, right: string): number {
  const one = versionNumbers(left)
  const other = versionNumbers(right)
  return one[0] - other[0] || one[1] - other[1] || one[2] - other[2]
}

const moments = {
  /** Name and password in one sentence (before: only a challenge response). */
  plainLogin: '6.43',
  /** Challenge responses are no longer accepted. */
  noChallenge: '6.45.1',
  restTls: '7.1',
  rest: '7.9',
  /** `2024-05-17` instead of `may/17/2024`. */
  isoDates: '7.10',
  /** `/interface/wifi` instead of `/interface/wifiwave2`; the legacy system is a separate package. */
  wifi: '7.13',
  fileRead: '7.13',
  dryRun: '7.16',
  /** REST sessions stay in `/user/active` until a reboot. */
  restLeak: '7.16',
  /** `!empty` before `!done`. */
  empty: '7.18',
  safeMode: '7.18',
} as const
export type Moment = keyof typeof moments

export class Version {
  readonly text: string
  readonly major: number

  constructor(text: string) {
    this.text = text
    this.major = versionNumbers(text)[0]
  }

  has(moment: Moment): boolean {
    return compareVersions(this.text, moments[moment]) >= 0
  }

  /**
   * Whether a name with the mark `@7.16` or `@-7.13.5` exists; without a mark it always does. A mark of a later major
   * version does not hide a name from the previous one: the schema decides that.
   */
  includes(mark: string | undefined): boolean {
    if (mark === undefined) return true
    if (mark.startsWith('-')) {
      const [, last] = versionNumbers(mark.slice(1))
      return this.major < 7 || versionNumbers(this.text)[1] <= last
    }
    const [major, minor] = versionNumbers(mark)
    const [ownMajor, ownMinor] = versionNumbers(this.text)
    return ownMajor !== major ? ownMajor > major : ownMinor >= minor
  }
}
