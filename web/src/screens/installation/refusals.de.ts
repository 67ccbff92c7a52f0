import type { Shape } from '../../i18n/shape.ts'
import type en from './refusals.en.ts'

export default {
  radiusForm: 'Geben Sie eine IPv4-Adresse, eine IPv6-Adresse oder einen DNS-Namen wie radius.example.net an.',
  radiusLocal:
    'Diese Adresse ist für Router nicht erreichbar. Geben Sie die Adresse an, unter der sie den RADIUS-Server erreichen.',
  radiusFirst: 'Geben Sie zuerst den ersten RADIUS-Server an.',
  radiusTwice: 'Geben Sie eine andere Adresse an als die des ersten RADIUS-Servers.',
  linkExpired: 'Der Link in dieser E-Mail ist abgelaufen und wurde gelöscht. Senden Sie stattdessen einen neuen Link.',
} satisfies Shape<typeof en>
