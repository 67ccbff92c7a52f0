export const strengths = ['weak', 'fair', 'good', 'strong'] as const
export type Strength = (typeof strengths)[number]

/**
 * A rough measure while typing: the length without repetitions and sequences (`aaaa`, `1234`, `abcd`). The server also
 * rejects common passwords.
 */
export function passwordStrength(password: string, minimum = 12): Strength {
  if (password.length < minimum) return 'weak'
  let worth = 0
  for (let i = 0; i < password.length; i++) {
    const step = i > 0 ? password.charCodeAt(i) - password.charCodeAt(i - 1) : NaN
    const before = i > 1 ? password.charCodeAt(i - 1) - password.charCodeAt(i - 2) : NaN
    worth += step === before && Math.abs(step) <= 1 ? 0.2 : 1
  }
  worth = Math.min(worth, new Set(password).size * 2)
  return worth < minimum ? 'weak' : worth < 15 ? 'fair' : worth < 20 ? 'good' : 'strong'
}
