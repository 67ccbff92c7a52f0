import { column } from './column.ts'

/** Columns of a device import. */
export const hardwareImportColumns = [
  column('name', 'Name', 'Name', 'Office router', { required: true }),
  column('serial_number', 'Serial number', 'Seriennummer', 'HFA08YN3B2T', {
    hint: [
      'With the manufacturer, identifies the device in updates',
      'Identifiziert mit dem Hersteller das Gerät bei Änderungen',
    ],
    aliases: ['serial', 'serial no', 's/n', 'sn'],
  }),
  column('model', 'Model', 'Modell', 'hAP ax²', {
    required: true,
    hint: ['Name, product code or ID of an existing model', 'Name, Produktcode oder ID eines vorhandenen Modells'],
    aliases: ['model_name'],
  }),
  column('manufacturer', 'Manufacturer', 'Hersteller', 'MikroTik', {
    hint: ['Name or ID; for models with the same name', 'Name oder ID; für gleichnamige Modelle'],
    aliases: ['manufacturer_name', 'maker', 'vendor'],
  }),
  column('type', 'Type', 'Typ', '', { hint: ['Name or ID', 'Name oder ID'], aliases: ['type_name'] }),
  column('mac', 'MAC address', 'MAC-Adresse', '48:A9:8A:01:02:03', { aliases: ['mac_address'] }),
  column('company', 'Company', 'Firma', '', {
    hint: [
      'Name, path or ID; leave blank for that of the site or the selected company',
      'Name, Pfad oder ID; leer lassen für die des Standorts oder die gewählte Firma',
    ],
    aliases: ['company_id', 'company_name', 'owner'],
  }),
  column('site', 'Site', 'Standort', '', { hint: ['Name or ID', 'Name oder ID'], aliases: ['site_id', 'site_name'] }),
  column('warranty_expiry_at', 'Warranty until', 'Garantie bis', '2027-03-31', {
    aliases: ['warranty', 'warranty expiry'],
  }),
  column('telephone', 'SIM phone number', 'SIM-Rufnummer', '+44 20 7946 0958', { aliases: ['phone', 'sim'] }),
  column('management_address', 'Management address', 'Verwaltungsadresse', '198.51.100.7'),
  column('management_protocol', 'Management protocol', 'Verwaltungsprotokoll', 'api-ssl', {
    hint: ['api, api-ssl or rest', 'api, api-ssl oder rest'],
  }),
  column('management_port', 'Management port', 'Verwaltungsport', ''),
  column('management_user', 'Management user', 'Verwaltungsbenutzer', 'panel'),
  column('management_password', 'Management password', 'Verwaltungspasswort', '', {
    secret: true,
    aliases: ['verwaltungskennwort'],
  }),
  column('pinned_certificate', 'Pinned certificate', 'Gepinntes Zertifikat', '', {
    aliases: ['festgelegtes zertifikat'],
    hint: ['SHA-256 fingerprint', 'SHA-256-Fingerabdruck'],
  }),
  column('vpn_dialup', 'VPN dial-up', 'VPN-Einwahlkonto', '', {
    hint: ['User name or ID', 'Benutzername oder ID'],
    aliases: ['vpn_dialup_id', 'vpn_dialup_name', 'vpn-einwahl'],
  }),
  column('comment', 'Comment', 'Kommentar', 'Rack 2', { aliases: ['bemerkung'] }),
]
