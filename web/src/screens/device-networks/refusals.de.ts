/** The errors of `refusals.en.ts` in German, by the same keys. */
export default {
  form: 'Geben Sie ein Netz mit Länge an, zum Beispiel 10.20.0.0/16.',
  host: 'Geben Sie ein Netz mit Länge und ohne Hostbits an, zum Beispiel 10.20.0.0/16.',
  notPrivate:
    'Das liegt in keinem privaten Netz: 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, 100.64.0.0/10 oder fc00::/7.',
  wider: '{{a}} ist dieser Firma bereits zugeteilt.',
}
