import { column } from './column.ts'

/** Columns of a device import. */
export const hardwareImportColumns = [
  column('name', 'Name', 'Name', 'Office router', { required: true }),
  column('serial_number', 'Serial number', 'Seriennummer', 'HFA08YN3B2T', {
    hint: ['With the manufacturer the key of an update', 'Mit dem Hersteller der Schlüssel einer Aktualisierung'],
    aliases: ['serial', 'serial no', 's/n', 'sn'],
  }),
  column('model', 'Model', 'Modell', 'hAP ax²', {
    required: true,
    hint: ['Name, product code or id of a known model', 'Name, Produktcode oder Id eines bekannten Modells'],
    aliases: ['model_name'],
  }),
  column('manufacturer', 'Manufacturer', 'Hersteller', 'MikroTik', {
    hint: ['Name or id; tells models of one name apart', 'Name oder Id; unterscheidet gleichnamige Modelle'],
    aliases: ['manufacturer_name', 'maker', 'vendor'],
  }),
  column('type', 'Type', 'Typ', '', { hint: ['Name or id', 'Name oder Id'], aliases: ['type_name'] }),
  column('mac', 'MAC address', 'MAC-Adresse', '48:A9:8A:01:02:03', { aliases: ['mac_address'] }),
  column('company', 'Company', 'Firma', '', {
    hint: [
      'Name, path or id; left out: that of the site, or the chosen company',
      'Name, Pfad oder Id; leer: die des Standorts oder die gewählte Firma',
    ],
    aliases: ['company_id', 'company_name', 'owner'],
  }),
  column('site', 'Site', 'Standort', '', { hint: ['Name or id', 'Name oder Id'], aliases: ['site_id', 'site_name'] }),
  column('warranty_expiry_at', 'Warranty until', 'Garantie bis', '2027-03-31', {
    hint: ['Day, like 2027-03-31', 'Tag, wie 2027-03-31'],
    aliases: ['warranty', 'warranty expiry'],
  }),
  column('telephone', 'SIM phone number', 'SIM-Rufnummer', '+44 20 7946 0958', { aliases: ['phone', 'sim'] }),
  column('management_address', 'Management address', 'Verwaltungsadresse', '198.51.100.7'),
  column('management_protocol', 'Management protocol', 'Verwaltungsprotokoll', 'api-ssl', {
    hint: ['api, api-ssl or rest', 'api, api-ssl oder rest'],
  }),
  column('management_port', 'Management port', 'Verwaltungsport', ''),
  column('management_user', 'Management user', 'Verwaltungsbenutzer', 'panel'),
  column('management_password', 'Management password', 'Verwaltungskennwort', '', { secret: true }),
  column('pinned_certificate', 'Pinned certificate', 'Festgelegtes Zertifikat', '', {
    hint: ['SHA-256 fingerprint', 'SHA-256-Fingerabdruck'],
  }),
  column('vpn_dialup', 'VPN dial-up', 'VPN-Einwahl', '', {
    hint: ['User name or id', 'Benutzername oder Id'],
    aliases: ['vpn_dialup_id', 'vpn_dialup_name'],
  }),
  column('comment', 'Comment', 'Bemerkung', 'Rack 2'),
]
