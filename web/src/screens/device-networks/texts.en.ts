export default {
  title: 'Device networks',
  subtitle:
    'Private networks that companies may use for device addresses. The provider may use any. Networks of NAS, management and VPN in IPAM that the provider allotted count too.',
  field: {
    prefix: 'Network',
    company_name: 'Company',
    note: 'Note',
    company_id: 'Company id',
    created_at: 'Allotted',
    id: 'ID',
  },
  empty: {
    title: 'No networks allotted yet',
    text: 'Devices of other companies than the provider can only have public addresses.',
  },
  add: {
    action: 'Allot network',
    title: 'Allot network',
    company: 'Company',
    companyHelp: 'Applies to this company and all companies below it.',
    prefix: 'Network',
    prefixHelp:
      'Within 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, 100.64.0.0/10 or fc00::/7, for example 10.20.0.0/16.',
    note: 'Note',
    done: '{{prefix}} is allotted.',
  },
  withdraw: {
    action: 'Withdraw network',
    title: 'Withdraw {{prefix}}?',
    text: 'The panel stops contacting devices of {{company}} and the companies below it that have an address of this network.',
    done: '{{prefix}} is withdrawn.',
  },
}
