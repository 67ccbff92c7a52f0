import { licences } from '@trunkline/contract/resources/licence'
import { describeResource } from '../../testing/describe-resource.ts'

describeResource('licences', licences, {
  managedBy: 'provider',
  input: (n, { companies }) => ({
    company_id: companies.reseller,
    level: 'standard',
    category: 'radius',
    type: 'subscription',
    permissions: ['vpn'],
    quantity: n,
    starts_on: '2026-01-01',
    expires_on: '2999-12-31',
    status: 'active',
    notes: 'Paid by standard order',
  }),
  change: { level: 'premium', quantity: 7, notes: 'By phone' },
  text: 'level',
  filter: 'status:active;category:radius;expiring:0',
  bad: [
    { why: 'a company that does not exist', body: { company_id: 4_000_000_000 }, field: 'company_id' },
    { why: 'an invalid part', body: { category: 'tea' }, field: 'category' },
    { why: 'a part twice', body: { permissions: ['vpn', 'vpn'] }, field: 'permissions' },
    { why: 'a quantity of 0', body: { quantity: 0 }, field: 'quantity' },
    { why: 'no end', body: { expires_on: undefined }, field: 'expires_on' },
    { why: 'an end before the start', body: { expires_on: '2025-12-31' }, field: 'expires_on' },
    { why: 'an end in the past', body: { starts_on: '2020-01-01', expires_on: '2020-12-31' }, field: 'expires_on' },
    { why: 'a perpetual one with an end', body: { type: 'perpetual' }, field: 'expires_on' },
    { why: 'a suspended status for a new licence', body: { status: 'suspended' }, field: 'status' },
    { why: 'an amount of 0', body: { amount: 0 }, field: 'amount' },
    { why: 'an amount above the limit', body: { amount: 10_001 }, field: 'amount' },
    { why: 'an explicit key', body: { key: 'TL-00000-00000-00000-00000' }, field: 'key' },
  ],
})
