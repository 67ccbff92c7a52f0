export default {
  title: 'Gerätenetze',
  subtitle:
    'Private Netze, aus denen Firmen Geräteadressen verwenden dürfen. Der Provider darf jedes verwenden. Auch Netze von NAS, Management und VPN im IPAM, die der Provider zugeteilt hat, zählen.',
  field: {
    prefix: 'Netz',
    company_name: 'Firma',
    note: 'Notiz',
    company_id: 'Firmen-ID',
    created_at: 'Zugeteilt',
    id: 'ID',
  },
  empty: {
    title: 'Noch keine Netze zugeteilt',
    text: 'Geräte anderer Firmen als des Providers können nur öffentliche Adressen haben.',
  },
  add: {
    action: 'Netz zuteilen',
    title: 'Netz zuteilen',
    company: 'Firma',
    companyHelp: 'Gilt für diese Firma und alle Firmen darunter.',
    prefix: 'Netz',
    prefixHelp:
      'Aus 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, 100.64.0.0/10 oder fc00::/7, zum Beispiel 10.20.0.0/16.',
    note: 'Notiz',
    done: '{{prefix}} ist zugeteilt.',
  },
  withdraw: {
    action: 'Netz entziehen',
    title: '{{prefix}} entziehen?',
    text: 'Das Panel kontaktiert Geräte von {{company}} und der Firmen darunter mit einer Adresse aus diesem Netz nicht mehr.',
    done: '{{prefix}} ist entzogen.',
  },
}
