export default {
  title: 'Device networks',
  subtitle:
    'Private networks that companies may use for device addresses. The provider may use any private network. NAS, management and VPN networks that the provider allocated in IPAM also count.',
  field: {
    prefix: 'Network',
    company_name: 'Company',
    note: 'Note',
    company_id: 'Company ID',
    created_at: 'Allocated',
  },
  empty: {
    title: 'No networks allocated yet',
    text: 'Devices of companies other than the provider can only have public addresses.',
  },
  add: {
    action: 'Allocate network',
    companyHelp: 'Applies to this company and all companies below it.',
    prefixHelp:
      'Within 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, 100.64.0.0/10 or fc00::/7, for example 10.20.0.0/16.',
    done: '{{prefix}} has been allocated',
  },
  action: { release: 'Release network' },
  confirm: {
    releaseTitle: 'Release {{name}}?',
    release:
      'The panel stops contacting devices of {{company}} and the companies below it that have an address in this network.',
  },
  done: { release: '{{name}} has been released' },
}
