import type { Shape } from '../../i18n/shape.ts'
import type en from './texts.en.ts'

export default {
  title: 'Gerätenetze',
  subtitle:
    'Private Netze, aus denen Firmen Geräteadressen verwenden dürfen. Der Provider darf jedes private Netz verwenden. Auch NAS-, Management- und VPN-Netze, die der Provider im IPAM zugewiesen hat, zählen.',
  field: {
    prefix: 'Netz',
    company_name: 'Firma',
    note: 'Notiz',
    company_id: 'Firmen-ID',
    created_at: 'Zugewiesen',
  },
  empty: {
    title: 'Noch keine Netze zugewiesen',
    text: 'Geräte anderer Firmen als des Providers können nur öffentliche Adressen haben.',
  },
  add: {
    action: 'Netz zuweisen',
    companyHelp: 'Gilt für diese Firma und alle Firmen darunter.',
    prefixHelp:
      'Aus 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, 100.64.0.0/10 oder fc00::/7, zum Beispiel 10.20.0.0/16.',
    done: '{{prefix}} wurde zugewiesen',
  },
  action: { release: 'Netz freigeben' },
  confirm: {
    releaseTitle: '{{name}} freigeben?',
    release:
      'Das Panel kontaktiert Geräte von {{company}} und der Firmen darunter mit einer Adresse aus diesem Netz nicht mehr.',
  },
  done: { release: '{{name}} wurde freigegeben' },
} satisfies Shape<typeof en>
