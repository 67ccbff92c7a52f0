import { column } from './column.ts'

/** Columns of a subnet import, equal to those of the export. */
export const subnetImportColumns = [
  column('net', 'Prefix', 'Präfix', '198.51.100.0/24', {
    required: true,
    hint: [
      'With the address space, identifies the subnet in updates',
      'Identifiziert mit dem Adressraum das Subnetz bei Änderungen',
    ],
    aliases: ['subnet', 'network', 'cidr'],
  }),
  column('space', 'Address space', 'Adressraum', '', {
    hint: ['Name; leave blank for the public space', 'Name; leer lassen für den öffentlichen'],
    aliases: ['space_id', 'space_name', 'vrf'],
  }),
  column('type', 'Type', 'Typ', 'network', {
    hint: [
      'container, network or pool; leave blank for network',
      'container, network oder pool; leer lassen für network',
    ],
  }),
  column('hosts', 'Contains addresses', 'Enthält Adressen', '', {
    hint: ['Pools only', 'Nur für Pools'],
    aliases: ['allocates addresses', 'vergibt adressen'],
  }),
  column('usage_type', 'Usage', 'Verwendung', 'customer', { aliases: ['usage'] }),
  column('category', 'Category', 'Kategorie', '', {
    hint: ['Name or ID', 'Name oder ID'],
    aliases: ['category_id', 'category_name'],
  }),
  column('company', 'Owner', 'Eigentümer', '', {
    hint: [
      'Name, path or ID; leave blank for the owner of the parent',
      'Name, Pfad oder ID; leer lassen für den Eigentümer des übergeordneten Subnetzes',
    ],
    aliases: ['company_id', 'company_name', 'firma', 'holder'],
  }),
  column('name', 'Name', 'Name', 'Office LAN'),
  column('description', 'Description', 'Beschreibung', ''),
  column('vlan', 'VLAN', 'VLAN', '100'),
  column('gateway', 'Gateway', 'Gateway', '198.51.100.1'),
  column('assign_len', 'Allocation unit', 'Zuweisungseinheit', '', {
    hint: ['Prefix length', 'Präfixlänge'],
    aliases: ['unit', 'einheit'],
  }),
  column('policy', 'Allocation policy', 'Zuweisungsstrategie', '', { aliases: ['vergaberegel'] }),
  column('state', 'State', 'Status', '', {
    hint: ['reserved or assigned', 'reserved oder assigned'],
    aliases: ['zustand'],
  }),
  column('mark_full', 'Marked as full', 'Als voll markiert', '', { aliases: ['marked full'] }),
  column('exclusive', 'Exclusive to its owner', 'Exklusiv für den Eigentümer', '', {
    aliases: ['managed by the owner only', 'nur vom eigentümer verwaltet'],
  }),
  column('shared', 'Shared with all companies below', 'Für alle untergeordneten Firmen freigegeben', '', {
    aliases: ['offered', 'shared with companies below', 'für firmen darunter freigegeben'],
  }),
]
