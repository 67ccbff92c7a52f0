import { column } from './column.ts'

/** Columns of a service import. */
export const serviceImportColumns = [
  column('username', 'User name', 'Benutzername', 'northern-cable-1', {
    required: true,
    hint: ['Unique; identifies the service in updates', 'Eindeutig; identifiziert den Dienst bei Änderungen'],
    aliases: ['login', 'user'],
  }),
  column('password', 'Password', 'Passwort', '', {
    secret: true,
    hint: ['Leave blank to generate one (not for IPoE)', 'Leer lassen, um eines zu erzeugen (nicht bei IPoE)'],
    aliases: ['kennwort'],
  }),
  column('auth_method', 'Authentication', 'Authentifizierung', '', {
    hint: [
      'password, mac or option82; leave blank for password',
      'password, mac oder option82; leer lassen für password',
    ],
  }),
  column('mac', 'MAC address', 'MAC-Adresse', '', { hint: ['For mac', 'Für mac'], aliases: ['mac_address'] }),
  column('circuit_id', 'Circuit ID', 'Circuit-ID', '', {
    hint: ['For option82: text, or 0x and hexadecimal digits', 'Für option82: Text oder 0x und Hexadezimalziffern'],
  }),
  column('remote_id', 'Remote ID', 'Remote-ID', '', {
    hint: ['For option82: text, or 0x and hexadecimal digits', 'Für option82: Text oder 0x und Hexadezimalziffern'],
  }),
  column('name', 'Name', 'Name', 'Office line'),
  column('company', 'Company', 'Firma', 'Northern Cable Ltd', {
    hint: [
      'Client: name, path or ID; leave blank for the selected company',
      'Kunde: Name, Pfad oder ID; leer lassen für die gewählte Firma',
    ],
    aliases: ['company_id', 'company_name', 'client', 'kunde'],
  }),
  column('tariff', 'Tariff', 'Tarif', 'Office 100', {
    required: true,
    hint: ['Name or ID', 'Name oder ID'],
    aliases: ['tariff_id', 'tariff_name'],
  }),
  column('nas', 'NAS', 'NAS', '', { hint: ['Name or ID', 'Name oder ID'], aliases: ['nas_id', 'nas_name'] }),
  column('site', 'Site', 'Standort', '', { hint: ['Name or ID', 'Name oder ID'], aliases: ['site_id', 'site_name'] }),
  column('status', 'Status', 'Status', 'active', {
    hint: ['pending, active or suspended', 'pending, active oder suspended'],
  }),
  column('payment_period', 'Billing period', 'Abrechnung', 'monthly', {
    aliases: ['payment period', 'zahlungsweise'],
    hint: [
      'one-off, monthly, quarterly, half-yearly or yearly',
      'one-off, monthly, quarterly, half-yearly oder yearly',
    ],
  }),
  column('starts_on', 'Start date', 'Beginn', '2026-12-01', { aliases: ['start'] }),
  column('ends_on', 'End date', 'Ende', '', { hint: ['Last day', 'Letzter Tag'], aliases: ['end'] }),
  column('calling_station', 'Calling station', 'Calling-Station', '', { aliases: ['anrufende station'] }),
  column('simultaneous_use', 'Concurrent sessions', 'Gleichzeitige Sitzungen', '1', {
    aliases: ['simultaneous sessions'],
    hint: ['From 1 to 100, or unlimited', 'Von 1 bis 100 oder unlimited'],
  }),
  column('ipv4_method', 'IPv4 assignment', 'IPv4-Vergabe', 'nas-decides', {
    hint: [
      'pool, static-address, static-network or nas-decides',
      'pool, static-address, static-network oder nas-decides',
    ],
  }),
  column('subnet', 'IPv4 subnet or pool', 'IPv4-Subnetz oder -Pool', '', {
    hint: ['Prefix or ID', 'Präfix oder ID'],
    aliases: ['subnet_id', 'pool', 'subnetz'],
  }),
  column('ip', 'Address', 'Adresse', '', {
    hint: ['Leave blank for the next available', 'Leer lassen für die nächste freie'],
    aliases: ['ip_address'],
  }),
  column('network_subnet', 'Subnet of routed network', 'Subnetz des gerouteten Netzes', '', {
    hint: ['Prefix or ID', 'Präfix oder ID'],
    aliases: ['network_subnet_id', 'subnet of the network', 'subnetz des netzes'],
  }),
  column('network', 'Routed network', 'Geroutetes Netz', '', { aliases: ['netz'] }),
  column('network_prefix', 'Prefix length of routed network', 'Präfixlänge des gerouteten Netzes', '', {
    aliases: ['length of the network', 'länge des netzes'],
  }),
  column('ipv6_subnet', 'Subnet of delegated prefix', 'Subnetz des delegierten Präfixes', '', {
    hint: ['Prefix or ID', 'Präfix oder ID'],
    aliases: ['ipv6_subnet_id', 'subnet of the ipv6 prefix', 'subnetz des ipv6-präfixes'],
  }),
  column('ipv6_network', 'Delegated IPv6 prefix', 'Delegiertes IPv6-Präfix', '', {
    aliases: ['ipv6 prefix', 'ipv6-präfix'],
  }),
  column('ipv6_prefix', 'Length of delegated prefix', 'Länge des delegierten Präfixes', '', {
    aliases: ['length of the ipv6 prefix', 'länge des ipv6-präfixes'],
  }),
  column('notes', 'Notes', 'Notizen', ''),
]
