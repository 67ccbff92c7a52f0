export interface Version {
  major: number
  minor: number
  patch: number
}

/** `7.14.3 (stable)`, `6.49.10 (long-term)`, `7.1beta4`, `7`; unparsable text counts as 0.0.0. */
export function readVersion(value: string | null | undefined): Version {
  const found = /^\s*v?(\d{1,4})(?:\.(\d{1,4})(?:\.(\d{1,4}))?)?/.exec(value ?? '')
  return { major: Number(found?.[1] ?? 0), minor: Number(found?.[2] ?? 0), patch: Number(found?.[3] ?? 0) }
}

/** Whether a version is at least this one: `isSince(version, '7.13')`. */
export function isSince(version: Version, since: string): boolean {
  const from = readVersion(since)
  if (version.major !== from.major) return version.major > from.major
  if (version.minor !== from.minor) return version.minor > from.minor
  return version.patch >= from.patch
}
