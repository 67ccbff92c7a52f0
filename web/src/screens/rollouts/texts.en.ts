export default {
  title: 'Upgrades',
  subtitle: 'Upgrades of your company and of companies below it.',
  create: 'Add rollout',
  submit: 'Create rollout',
  empty: { title: 'No rollouts yet', text: 'Add the first rollout to see it here.' },
  field: {
    company_id: 'Company',
    company_name: 'Company',
    quantity: 'Quantity',
    status: 'Status',
  },
  value: { status: { planned: 'Planned', active: 'Active', retired: 'Retired' } },
  form: { companyHelp: 'Leave blank for your own company.' },
  action: { activate: 'Activate', retire: 'Retire' },
  confirm: { destroyMany: 'You can recover them at any time.' },
  bulk: {
    activateTitle: 'Activate rollouts',
    activateText: 'Their status changes to Active.',
    retireTitle: 'Retire rollouts',
    retireText: 'Their status changes to Retired.',
  },
}
