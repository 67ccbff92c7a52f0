import { sql } from 'kysely'
import type { Tx } from '@trunkline/server/db/pool'
import type { DemoEvent, PlannedCompany } from './plan.ts'

const day = 24 * 60 * 60_000

const tags = [
  ['VIP', 'red', 'Calls are answered first'],
  ['Business', 'blue', null],
  ['Fibre', 'teal', 'Connected by FTTH'],
  ['Payment overdue', 'orange', null],
] as const

const fields = [
  { kind: 'company', key: 'contract_number', label: 'Contract number', label_de: 'Vertragsnummer', type: 'text' },
  {
    kind: 'company',
    key: 'sla',
    label: 'SLA',
    label_de: null,
    type: 'choice',
    choices: ['Best effort', '8×5', '24×7'],
  },
  {
    kind: 'site',
    key: 'access',
    label: 'Access',
    label_de: 'Zutritt',
    type: 'text',
    help: 'Where the key is and whom to call',
  },
  { kind: 'hardware', key: 'inventory_number', label: 'Inventory number', label_de: 'Inventarnummer', type: 'text' },
  { kind: 'hardware', key: 'purchased_on', label: 'Purchased on', label_de: 'Gekauft am', type: 'date' },
] as const

/** Templates of a reseller for its routers, which differ from both. */
const templates = [
  {
    name: 'Base settings',
    description: 'Name servers, time servers and monitoring of all routers',
    items: [
      { kind: 'dns', servers: ['{{dns_server}}'], remote_requests: null },
      { kind: 'ntp', servers: ['{{ntp_server}}'] },
      {
        kind: 'snmp',
        enabled: true,
        contact: null,
        location: '{{device_name}}',
        community: null,
        sources: [],
      },
    ],
  },
  {
    name: 'Closed services',
    description: 'Services that no router should offer',
    items: (['telnet', 'ftp'] as const).map((service) => ({
      kind: 'service',
      service,
      enabled: false,
      port: null,
      sources: null,
    })),
  },
]
const variables = { dns_server: '9.9.9.9, 149.112.112.112', ntp_server: 'pool.ntp.org' }

const noteTexts = [
  'Key to the cabinet is at the reception.\nCall 30 minutes before.',
  'Second uplink ordered, installation in calendar week 14.',
  'Customer asked for a static IPv4 address. Offer sent.',
]

/** Tags, custom fields and notes of the provider, and templates of a reseller, on customers, sites and devices below it. */
export function labelEvents(companies: readonly PlannedCompany[], now: number): DemoEvent[] {
  const root = companies.find(({ parent }) => parent === null)
  const by = root?.users[0] ?? null
  if (root === undefined || by === null) return []
  return [{ at: now - day, by, write: (tx) => writeLabels(tx, root.id as number, by.id as number) }]
}

async function writeLabels(tx: Tx, company_id: number, author_id: number): Promise<void> {
  for (const [name, colour, description] of tags)
    await sql`insert into tag (company_id, name, colour, description) values (${company_id}, ${name}, ${colour}, ${description})`.execute(
      tx,
    )
  for (const { name, description, items } of templates)
    await sql`insert into device_template (company_id, name, description, items, type_ids, actor_id)
      select id, ${name}, ${description}, ${JSON.stringify(items)}::jsonb, (select array_agg(y.id) from hardware_type y where y.kind = 'router'), ${author_id}
        from company where type = 'reseller' order by id limit 1`.execute(tx)
  for (const [name, value] of Object.entries(variables))
    await sql`insert into template_variable (company_id, name, value)
      select id, ${name}, ${value} from company where type = 'reseller' order by id limit 1`.execute(tx)
  for (const [position, field] of fields.entries()) {
    const { choices, help, ...same } = { choices: [] as readonly string[], help: null, ...field }
    await sql`insert into custom_field (company_id, kind, key, label, label_de, type, choices, help, position)
      values (${company_id}, ${same.kind}, ${same.key}, ${same.label}, ${same.label_de}, ${same.type}, ${choices}::text[], ${help}, ${position})`.execute(
      tx,
    )
  }
  await sql`
    update company c set
      tag_ids = (select array_agg(id order by id) from tag t where
        (t.name = 'VIP' and c.id % 6 = 0) or (t.name = 'Business' and c.id % 2 = 0) or (t.name = 'Payment overdue' and c.id % 11 = 0)),
      custom_fields = jsonb_build_object('contract_number', 'C-' || (20000 + c.id * 7), 'sla', (array['Best effort', '8×5', '24×7'])[1 + c.id % 3])
    where c.type = 'client' and c.deleted_at is null`.execute(tx)
  await sql`
    update site s set
      tag_ids = (select array_agg(id) from tag where name = 'Fibre' and s.id % 3 = 0),
      custom_fields = case when s.id % 2 = 0 then jsonb_build_object('access', 'Key at the reception') end
    where s.deleted_at is null and (s.id % 3 = 0 or s.id % 2 = 0)`.execute(tx)
  await sql`
    update hardware h set custom_fields = jsonb_build_object('inventory_number', 'INV-' || lpad(h.id::text, 5, '0'),
      'purchased_on', (date '2025-01-15' + (h.id % 300)::int)::text)
    where h.deleted_at is null`.execute(tx)
  for (const [at, text] of noteTexts.entries())
    await sql`
      insert into note (kind, record_id, company_id, author_id, author_name, author_ancestor_ids, internal, text)
      select 'site', s.id, s.company_id, ${author_id}, u.name, u.ancestor_ids, ${at > 0}, ${text}
      from site s, app_user u where u.id = ${author_id} and s.deleted_at is null and s.id % 4 = ${at}`.execute(tx)
}
