import { column } from './column.ts'

/** Columns of a subnet import, equal to those of the export. */
export const subnetImportColumns = [
  column('net', 'Prefix', 'Präfix', '198.51.100.0/24', {
    required: true,
    hint: ['With the address space the key of an update', 'Mit dem Adressraum der Schlüssel einer Aktualisierung'],
    aliases: ['subnet', 'network', 'cidr'],
  }),
  column('space', 'Address space', 'Adressraum', '', {
    hint: ['Name; left out: the public one', 'Name; leer: der öffentliche'],
    aliases: ['space_id', 'space_name', 'vrf'],
  }),
  column('type', 'Type', 'Typ', 'network', {
    hint: ['container, network or pool; left out: network', 'container, network oder pool; leer: network'],
  }),
  column('hosts', 'Gives addresses', 'Vergibt Adressen', '', { hint: ['Pools only', 'Nur für Pools'] }),
  column('usage_type', 'Usage', 'Verwendung', 'customer', { aliases: ['usage'] }),
  column('category', 'Category', 'Kategorie', '', {
    hint: ['Name or id', 'Name oder Id'],
    aliases: ['category_id', 'category_name'],
  }),
  column('company', 'Company', 'Firma', '', {
    hint: [
      'The holder: name, path or id; left out: that of the node above',
      'Der Inhaber: Name, Pfad oder Id; leer: der des Knotens darüber',
    ],
    aliases: ['company_id', 'company_name', 'holder'],
  }),
  column('name', 'Name', 'Name', 'Office LAN'),
  column('description', 'Description', 'Beschreibung', ''),
  column('vlan', 'VLAN', 'VLAN', '100'),
  column('gateway', 'Gateway', 'Gateway', '198.51.100.1'),
  column('assign_len', 'Unit', 'Einheit', '', { hint: ['Length of what it gives', 'Länge dessen, was es vergibt'] }),
  column('policy', 'Policy', 'Vergaberegel', ''),
  column('state', 'State', 'Zustand', '', { hint: ['reserved or assigned', 'reserved oder assigned'] }),
  column('mark_full', 'Marked full', 'Als voll markiert', ''),
  column('exclusive', 'Run by the holder alone', 'Nur vom Inhaber verwaltet', ''),
  column('shared', 'Offered below', 'Nach unten angeboten', ''),
]
