import type { TagColour } from '@trunkline/contract/labels'

/** Text and background of a tag by colour, in light and dark mode. A test measures their contrast. */
export const tagShades: Record<TagColour, { light: [text: string, back: string]; dark: [text: string, back: string] }> =
  {
    grey: { light: ['#3f4754', '#e8eaee'], dark: ['#d0d4db', '#363b43'] },
    red: { light: ['#8f1d1d', '#fde4e2'], dark: ['#f7b4af', '#4a1f1e'] },
    orange: { light: ['#7a3606', '#fde8d7'], dark: ['#f5bd92', '#46290f'] },
    yellow: { light: ['#664705', '#fbf0c4'], dark: ['#efd27f', '#3d300c'] },
    green: { light: ['#14532d', '#dcf5e4'], dark: ['#93e2b0', '#14382a'] },
    teal: { light: ['#0d4f4c', '#d5f3f0'], dark: ['#86dcd5', '#10383a'] },
    blue: { light: ['#1d4479', '#e0ebfb'], dark: ['#a9cbf7', '#1c314d'] },
    violet: { light: ['#4c2a86', '#ebe4fb'], dark: ['#cdb9f5', '#332553'] },
    pink: { light: ['#83194f', '#fce2ee'], dark: ['#f5b1d1', '#481d33'] },
  }
