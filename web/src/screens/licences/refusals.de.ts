import type { Shape } from '../../i18n/shape.ts'
import type en from './refusals.en.ts'

export default {
  partTwice: 'Ein Teil ist doppelt genannt.',
  quantityMost: 'Höchstens 1.000.000.',
  atLeast: 'Mindestens 1.',
  amountMost: 'Höchstens 10.000 auf einmal.',
  row: 'Das dürfen Sie mit dieser Zeile nicht tun.',
  noKeys: 'Es wurden keine freien Lizenzschlüssel gefunden.',
  noCompany: 'Diese Firma gibt es nicht.',
  provider: 'Der Anbieter braucht keine Lizenz.',
  perpetual: 'Eine unbefristete Lizenz hat kein Ende.',
  sayEnd: 'Geben Sie an, wann sie endet.',
  endFirst: 'Das Ende liegt vor dem Anfang.',
  dayOver: 'Dieser Tag ist vorbei.',
  cancelled: 'Diese Lizenz ist gekündigt, und das ist endgültig.',
  over: 'Diese Lizenz ist abgelaufen. Geben Sie ihr zuerst ein neues Ende.',
  trash: 'Das ist im Papierkorb.',
  trashFirst: 'Das ist im Papierkorb. Holen Sie es zuerst zurück.',
  noReminder: 'Eine unbefristete Lizenz hat kein Ende, an das zu erinnern wäre.',
  noAdmin: 'Diese Firma hat keinen aktiven Administrator, dem geschrieben werden kann.',
} satisfies Shape<typeof en>
