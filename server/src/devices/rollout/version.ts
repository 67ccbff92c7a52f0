/** `7.20.4`, `7.21rc2`: numbers, and the rank of a pre-release before the release. */
const parts = /^(\d+)\.(\d+)(?:\.(\d+))?(?:(alpha|beta|rc)(\d+))?/

const stages = ['alpha', 'beta', 'rc']

function numbersOf(version: string): number[] {
  const found = parts.exec(version)
  if (found === null) return [0]
  const [, major, minor, patch, stage, build] = found
  return [
    Number(major),
    Number(minor),
    Number(patch ?? 0),
    stage === undefined ? 3 : stages.indexOf(stage),
    Number(build ?? 0),
  ]
}

/** Negative if `left` is the older RouterOS version, positive if it is the newer one. */
export function compareVersions(left: string, right: string): number {
  const [one, other] = [numbersOf(left), numbersOf(right)]
  for (const [at, number] of one.entries()) {
    const difference = number - (other[at] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
