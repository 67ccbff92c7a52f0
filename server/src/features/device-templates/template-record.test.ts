import { deviceTemplates } from '@trunkline/contract/resources/device-template'
import { describeResource } from '../../testing/describe-resource.ts'

const items = [{ kind: 'dns', servers: ['{{dns_server}}'], remote_requests: null }]

describeResource('device templates', deviceTemplates, {
  input: (n) => ({ name: `Template ${String(n).padStart(3, '0')}`, description: 'All routers', items }),
  change: { description: null, at_first_contact: true, items: [{ kind: 'ntp', servers: ['pool.ntp.org'] }] },
  text: 'name',
  filter: 'at_first_contact:false',
  bad: [
    { why: 'no name', body: { name: ' ' }, field: 'name' },
    { why: 'no item', body: { items: [] }, field: 'items' },
    { why: 'a tag that does not exist', body: { tag_ids: [4_000_000_000] }, field: 'tag_ids.0' },
    { why: 'an owner that does not exist', body: { company_id: 4_000_000_000 }, field: 'company_id' },
    { why: 'an unknown field', body: { colour: 'red' }, field: 'colour' },
  ],
})
