import type { Shape } from '../../i18n/shape.ts'
import type en from './refusals.en.ts'

export default {
  gone: 'Die Sitzung war vorher schon zu Ende.',
  code: 'Der NAS hat mit Code {{a}} geantwortet.',
  noAnswer: 'Der NAS hat nicht geantwortet.',
  noReason: 'Der NAS nennt keinen Grund.',
  otherSecret: 'Der NAS antwortet mit einem anderen Secret.',
  silence:
    'Von {{a}}, Port {{b}}, kam auf {{c}} Versuche keine Antwort: Der NAS ist nicht erreichbar, hört nicht zu oder hat ein anderes Secret.',
} satisfies Shape<typeof en>
