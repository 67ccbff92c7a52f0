/** Reasons about services, tariffs, NAS devices, certificates, RADIUS logins and CoA. */
export interface RadiusReasons {
  'tariff.name_taken': {}
  'nas.address_taken': {}
  'service.username_taken': {}
  'service.mac_taken': {}
  'service.option82_taken': {}
}
