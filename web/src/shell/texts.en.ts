export default {
  product: 'Trunkline',
  /** Before the title while acting as somebody. */
  acting: 'As {{name}}',
  language: { en: 'English', de: 'Deutsch' },
  companyType: {
    simrush: 'Provider',
    'master-distributor': 'Master distributor',
    distributor: 'Distributor',
    reseller: 'Reseller',
    client: 'Client',
  },
  userRole: { 'primary-admin': 'Primary admin', admin: 'Admin', editor: 'Editor', 'read-only': 'Read only' },
  footer: { legal: 'Terms and privacy', latest: 'What is new', version: 'Version {{version}}' },
  version: {
    label: 'New version',
    text: 'Version {{version}} of Trunkline is there.',
    reload: 'Reload',
    later: 'Later',
  },
  chunk: {
    stillLoading: 'Still loading …',
    title: 'This page did not arrive completely',
    text: 'A part of the program could not be loaded. The connection may be weak, or the panel has been updated meanwhile. Nothing that you saved is lost.',
    reload: 'Reload the page',
  },
  broken: {
    title: 'This page broke',
    text: 'The fault is ours. Nothing that you saved is lost; the rest of the panel works on.',
    request: 'Request id:',
    retry: 'Try again',
    copy: 'Copy details',
    copied: 'Copied',
  },
}
