import type { Skin } from './browser.ts'

/** Each theme and each width, in pixels. */
const pairs: readonly (readonly [Skin, number])[] = [
  ['light', 1366],
  ['dark', 320],
]

/**
 * Themes and widths in which pages are checked for accessibility: each theme and each width once. The two other combinations
 * take as long again and find nothing new: `EVERY_LOOK=1` includes them.
 */
export const looks: readonly (readonly [Skin, number])[] =
  process.env['EVERY_LOOK'] === '1' ? [...pairs, ['light', 320], ['dark', 1366]] : pairs
