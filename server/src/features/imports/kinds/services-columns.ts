import { column } from './column.ts'

/** Columns of a service import. */
export const serviceImportColumns = [
  column('username', 'User name', 'Benutzername', 'northern-cable-1', {
    required: true,
    hint: ['Unique; the key of an update', 'Eindeutig; der Schlüssel einer Aktualisierung'],
    aliases: ['login', 'user'],
  }),
  column('password', 'Password', 'Kennwort', '', {
    secret: true,
    hint: ['Left out: one is generated, unless it is IPoE', 'Leer: es wird eines erzeugt, außer bei IPoE'],
    aliases: ['passwort'],
  }),
  column('auth_method', 'Authentication', 'Authentifizierung', '', {
    hint: ['password, mac or option82; left out: password', 'password, mac oder option82; leer: password'],
  }),
  column('mac', 'MAC address', 'MAC-Adresse', '', { hint: ['Of mac', 'Bei mac'], aliases: ['mac_address'] }),
  column('circuit_id', 'Circuit ID', 'Circuit-ID', '', {
    hint: ['Of option82: text, or 0x and hexadecimal digits', 'Bei option82: Text, oder 0x und Hexadezimalziffern'],
  }),
  column('remote_id', 'Remote ID', 'Remote-ID', '', {
    hint: ['Of option82: text, or 0x and hexadecimal digits', 'Bei option82: Text, oder 0x und Hexadezimalziffern'],
  }),
  column('name', 'Name', 'Name', 'Office line'),
  column('company', 'Company', 'Firma', 'Northern Cable Ltd', {
    hint: [
      'A client: name, path or id; left out: the chosen company',
      'Ein Kunde: Name, Pfad oder Id; leer: die gewählte Firma',
    ],
    aliases: ['company_id', 'company_name', 'client', 'kunde'],
  }),
  column('tariff', 'Tariff', 'Tarif', 'Office 100', {
    required: true,
    hint: ['Name or id', 'Name oder Id'],
    aliases: ['tariff_id', 'tariff_name'],
  }),
  column('nas', 'NAS', 'NAS', '', { hint: ['Name or id', 'Name oder Id'], aliases: ['nas_id', 'nas_name'] }),
  column('site', 'Site', 'Standort', '', { hint: ['Name or id', 'Name oder Id'], aliases: ['site_id', 'site_name'] }),
  column('status', 'Status', 'Status', 'active', {
    hint: ['pending, active or suspended', 'pending, active oder suspended'],
  }),
  column('payment_period', 'Payment period', 'Zahlungsweise', 'monthly', {
    hint: [
      'one-off, monthly, quarterly, half-yearly or yearly',
      'one-off, monthly, quarterly, half-yearly oder yearly',
    ],
  }),
  column('starts_on', 'Start', 'Beginn', '2026-12-01', { hint: ['Day', 'Tag'] }),
  column('ends_on', 'End', 'Ende', '', { hint: ['The last day', 'Der letzte Tag'] }),
  column('calling_station', 'Calling station', 'Anrufende Station', ''),
  column('simultaneous_use', 'Simultaneous sessions', 'Gleichzeitige Sitzungen', '1', {
    hint: ['From 1 to 100, or unlimited', 'Von 1 bis 100, oder unlimited'],
  }),
  column('ipv4_method', 'IPv4 assignment', 'IPv4-Vergabe', 'nas-decides', {
    hint: [
      'pool, static-address, static-network or nas-decides',
      'pool, static-address, static-network oder nas-decides',
    ],
  }),
  column('subnet', 'Subnet', 'Subnetz', '', {
    hint: [
      'Prefix or id of the pool, or of where the address is from',
      'Präfix oder Id des Pools oder der Quelle der Adresse',
    ],
    aliases: ['subnet_id', 'pool'],
  }),
  column('ip', 'Address', 'Adresse', '', {
    hint: ['Left out: the next free one', 'Leer: die nächste freie'],
    aliases: ['ip_address'],
  }),
  column('network_subnet', 'Subnet of the network', 'Subnetz des Netzes', '', {
    hint: ['Prefix or id', 'Präfix oder Id'],
    aliases: ['network_subnet_id'],
  }),
  column('network', 'Network', 'Netz', ''),
  column('network_prefix', 'Length of the network', 'Länge des Netzes', ''),
  column('ipv6_subnet', 'Subnet of the IPv6 prefix', 'Subnetz des IPv6-Präfixes', '', {
    hint: ['Prefix or id', 'Präfix oder Id'],
    aliases: ['ipv6_subnet_id'],
  }),
  column('ipv6_network', 'IPv6 prefix', 'IPv6-Präfix', ''),
  column('ipv6_prefix', 'Length of the IPv6 prefix', 'Länge des IPv6-Präfixes', ''),
  column('notes', 'Notes', 'Notizen', ''),
]
