import type { Shape } from '../../i18n/shape.ts'
import type en from './refusals.en.ts'

export default {
  burstWhole: 'Ein Burst hat eine Download-Rate, eine Upload-Rate und eine Dauer.',
  burstNeedsRate: 'Ein Burst braucht eine Rate, über die er hinausgeht.',
  burstSlower: 'Der Burst ist mindestens so schnell wie die Rate.',
  thresholdAlone: 'Eine Schwelle gehört zu einem Burst.',
  thresholdHigh: 'Die Schwelle ist höchstens so hoch wie die Burst-Rate.',
  slowNeeded: 'Geben Sie an, wie langsam es wird, wenn das Kontingent verbraucht ist.',
  slowFaster: 'Das ist schneller als die Rate.',
  offeredBelow: 'Ein Tarif wird Firmen unterhalb seines Eigentümers angeboten.',
  ownerClient: 'Ein Kunde kann das nicht besitzen ({{a}}).',
  usedByOne: '1 Dienst hat diesen Tarif. Geben Sie ihm zuerst einen anderen.',
  usedByMany: '{{a}} Dienste haben diesen Tarif. Geben Sie ihnen zuerst einen anderen.',
  price: 'Geben Sie einen Betrag wie 24.90 an.',
  manyCompanies: 'Höchstens 500 Firmen.',
} satisfies Shape<typeof en>
