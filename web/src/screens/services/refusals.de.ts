import type { Shape } from '../../i18n/shape.ts'
import type en from './refusals.en.ts'

export default {
  taken: 'Dieser Benutzername ist vergeben.',
  username: 'Leerzeichen, Backslashes und Steuerzeichen sind nicht erlaubt.',
  passwordSigns: 'Backslashes und Steuerzeichen sind nicht erlaubt.',
  passwordLong: 'Höchstens {{a}} Bytes.',
  between: 'Von {{a}} bis {{b}}.',
  endsFirst: 'Das Ende liegt vor dem Anfang.',
  client: 'Ein Dienst gehört einem Kunden.',
  tariff: 'Dieser Tarif wird dieser Firma nicht angeboten.',
  nasOther: 'Dieser NAS bedient diese Firma nicht.',
  nasVpn: 'Dieser NAS ist nicht für VPN.',
  nasNone: 'Diesen NAS gibt es nicht.',
  nasChoose: 'Wählen Sie einen NAS.',
  poolKind: 'Wählen Sie einen Pool, der IPv4-Adressen vergibt.',
  addressFrom: 'Wählen Sie, woher die Adresse kommt.',
  addressKind: 'Wählen Sie ein Netz oder einen Pool, der IPv4-Adressen vergibt.',
  networkFrom: 'Wählen Sie, woher das Netz kommt.',
  networkKind: 'Wählen Sie ein IPv4-Subnetz, das Subnetze vergibt.',
  ipv6Kind: 'Wählen Sie ein IPv6-Subnetz, das Subnetze vergibt.',
  notRow: 'Das dürfen Sie mit dieser Zeile nicht tun.',
  rangeWrong: 'Der Zeitraum endet, bevor er anfängt.',
  days: 'Höchstens {{a}} Tage.',
} satisfies Shape<typeof en>
