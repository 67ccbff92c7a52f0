export default {
  product: 'Trunkline',
  /** Prefix of the page title while signed in as another user. */
  acting: 'As {{name}}',
  language: { en: 'English', de: 'Deutsch' },
  companyType: {
    simrush: 'Provider',
    'master-distributor': 'Master distributor',
    distributor: 'Distributor',
    reseller: 'Reseller',
    client: 'Client',
  },
  userRole: { 'primary-admin': 'Primary admin', admin: 'Admin', editor: 'Editor', 'read-only': 'Read-only' },
  footer: { legal: 'Terms and privacy', latest: 'What’s new', version: 'Version {{version}}' },
  version: {
    label: 'New version',
    text: 'Trunkline {{version}} is available.',
    reload: 'Reload',
    later: 'Later',
  },
  chunk: {
    stillLoading: 'Still loading …',
    title: 'This page didn’t load completely',
    text: 'Part of the panel couldn’t be loaded. Your connection may be weak, or the panel has been updated. Your saved data is safe.',
    reload: 'Reload the page',
  },
  broken: {
    title: 'Something went wrong on this page',
    text: 'This is an error in the panel. Your saved data is safe, and other pages still work.',
    request: 'Request ID:',
    retry: 'Try again',
    copy: 'Copy details',
    copied: 'Copied',
  },
}
