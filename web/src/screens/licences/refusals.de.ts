import type { Shape } from '../../i18n/shape.ts'
import type en from './refusals.en.ts'

export default {
  partTwice: 'Ein Teil ist doppelt genannt.',
  quantityMost: 'Höchstens 1.000.000.',
  atLeast: 'Mindestens 1.',
  amountMost: 'Höchstens 10.000 auf einmal.',
} satisfies Shape<typeof en>
