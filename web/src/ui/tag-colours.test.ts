import { expect, it } from 'vitest'
import { tagColours } from '@trunkline/contract/labels'
import { tagShades } from './tag-colours.ts'

/** Relative luminance (WCAG 2.2). */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

it.each(tagColours)('the text of a %s tag has a contrast of at least 4.5 in both modes', (colour) => {
  for (const [text, back] of Object.values(tagShades[colour])) {
    const [dark = 0, light = 0] = [luminance(text), luminance(back)].sort((a, b) => a - b)
    expect((light + 0.05) / (dark + 0.05)).toBeGreaterThanOrEqual(4.5)
  }
})
