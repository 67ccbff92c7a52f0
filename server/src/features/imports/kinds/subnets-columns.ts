import { column } from './column.ts'

/** Columns of a subnet import, equal to those of the export. */
export const subnetImportColumns = [
  column('net', 'Prefix', 'Präfix', '198.51.100.0/24', {
    required: true,
    hint: ['With the address space the key of an update', 'Mit dem Adressraum der Schlüssel einer Aktualisierung'],
    aliases: ['subnet', 'network', 'cidr'],
  }),
  column('space', 'Address space', 'Adressraum', '', {
    hint: ['Name; leave blank for the public space', 'Name; leer: der öffentliche'],
    aliases: ['space_id', 'space_name', 'vrf'],
  }),
  column('type', 'Type', 'Typ', 'network', {
    hint: ['container, network or pool; leave blank for network', 'container, network oder pool; leer: network'],
  }),
  column('hosts', 'Allocates addresses', 'Vergibt Adressen', '', { hint: ['Pools only', 'Nur für Pools'] }),
  column('usage_type', 'Usage', 'Verwendung', 'customer', { aliases: ['usage'] }),
  column('category', 'Category', 'Kategorie', '', {
    hint: ['Name or id', 'Name oder ID'],
    aliases: ['category_id', 'category_name'],
  }),
  column('company', 'Company', 'Firma', '', {
    hint: [
      'The owner: name, path or id; leave blank for that of the parent',
      'Der Eigentümer: Name, Pfad oder ID; leer: der des übergeordneten Knotens',
    ],
    aliases: ['company_id', 'company_name', 'holder'],
  }),
  column('name', 'Name', 'Name', 'Office LAN'),
  column('description', 'Description', 'Beschreibung', ''),
  column('vlan', 'VLAN', 'VLAN', '100'),
  column('gateway', 'Gateway', 'Gateway', '198.51.100.1'),
  column('assign_len', 'Unit', 'Einheit', '', {
    hint: ['Prefix length of its allocations', 'Präfixlänge der Zuweisungen'],
  }),
  column('policy', 'Policy', 'Vergaberegel', ''),
  column('state', 'State', 'Zustand', '', { hint: ['reserved or assigned', 'reserved oder assigned'] }),
  column('mark_full', 'Marked full', 'Als voll markiert', ''),
  column('exclusive', 'Managed by the owner only', 'Nur vom Eigentümer verwaltet', ''),
  column('shared', 'Shared with companies below', 'Für Firmen darunter freigegeben', '', { aliases: ['offered'] }),
]
