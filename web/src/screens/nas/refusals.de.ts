import type { Shape } from '../../i18n/shape.ts'
import type en from './refusals.en.ts'

export default {
  address: 'Ein anderer NAS hat diese Adresse.',
  secret: 'Von 8 bis 64 Buchstaben, Ziffern, Punkte, Striche und Unterstriche, ohne Leerzeichen.',
  purpose: 'Ein Zweck ist zweimal genannt.',
  pool: 'Ein Pool ist zweimal genannt.',
  pools: 'Höchstens 50 Pools.',
  poolKind: 'Wählen Sie einen Pool, der IPv4-Adressen vergibt.',
  port: 'Von 1 bis 65535.',
  ownerClient: 'Ein Kunde kann das nicht besitzen ({{a}}).',
  boundOne: '1 Dienst ist an diesen NAS gebunden. Lösen Sie ihn zuerst.',
  boundMany: '{{a}} Dienste sind an diesen NAS gebunden. Lösen Sie sie zuerst.',
} satisfies Shape<typeof en>
