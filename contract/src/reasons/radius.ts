import type { ObjectKind } from '../object-kind.ts'

/** Reasons about services, tariffs, NAS devices, certificates, RADIUS logins and CoA. */
export interface RadiusReasons
  extends
    TariffReasons,
    NasReasons,
    PoolReasons,
    ServiceReasons,
    IdentityReasons,
    AttributeReasons,
    CertificateReasons,
    LoginReasons,
    CoaResultReasons,
    RadiusServerReasons {}

/** Tariffs, and references and ranges that several calls share. */
interface TariffReasons {
  'tariff.burst_incomplete': {}
  'tariff.burst_needs_rate': {}
  'tariff.burst_below_rate': {}
  'tariff.threshold_needs_burst': {}
  'tariff.threshold_above_burst': {}
  'tariff.slow_rate_required': {}
  'tariff.slow_rate_above_rate': {}
  /** A tariff can be shared only with descendants of its owner. */
  'tariff.offered_above': {}
  'tariff.in_use': { services: number }
  'tariff.not_offered': {}
  'tariff.name_taken': {}
  /** Clients own no tariff and no NAS. */
  'company.client_owns': { kind: ObjectKind }
  'reference.other_company': {}
  /** A row of a company that is neither the given one nor its ancestor or descendant. */
  'reference.unrelated_company': {}
  'range.end_before_start': {}
  'range.max_days': { days: number }
  'field.dns_name': { example: string }
  /** ASCII letters, digits, dots, hyphens and underscores. */
  'field.plain_characters': { min: number; max: number }
}

interface NasReasons {
  'nas.in_use': { services: number }
  /** The other NAS may belong to a company that the caller does not see. */
  'nas.address_taken': {}
  'nas.not_serving': {}
  'nas.wrong_purpose': { purpose: 'vpn' | 'ipoe' }
  'nas.without_pool': {}
  /** No NAS that serves the company has a pool. */
  'nas.no_pool': {}
  'radius_address.format': {}
  'radius_address.unreachable': {}
  'radius_address.not_configured': {}
}

/** What a service or NAS needs of a subnet. */
interface PoolReasons {
  'pool.required': { family: 4 | 6 }
  'pool.network_required': { family: 4 | 6 }
  'pool.container_required': { family: 4 | 6 }
  'pool.leased': {}
  'pool.max_addresses': { max: number }
  'pool.leased_unit': { length: number }
  'pool.too_small': { length: number }
  'pool.too_many_prefixes': {}
  'pool.not_empty': {}
  'pool.address_without_length': {}
  'pool.prefix_with_length': {}
}

interface ServiceReasons {
  'service.username_taken': {}
  'service.username_characters': {}
  'service.password_characters': {}
  'service.client_only': {}
  'service.dialup_site': {}
  'service.dialup_device': {}
  'service.terminated': {}
  /** The cursor is not the `next` of a reply. */
  'session.cursor': {}
  'dead_letter.not_accounting': {}
  /** `error`: what PostgreSQL reported. */
  'dead_letter.not_stored': { error: string }
}

/** What identifies an IPoE service at a login. */
interface IdentityReasons {
  'service.mac_taken': {}
  'service.option82_taken': {}
  'service.dialup_password': {}
  'service.not_by_mac': {}
  'service.not_by_option82': {}
  'service.ipoe_password': {}
  'service.ipoe_calling_station': {}
  'service.option82_required': {}
  /** A circuit ID alone is unique at one NAS only. */
  'service.circuit_id_needs_nas': {}
  'mac.zero': {}
  /** The lowest bit of the first octet is set (IEEE 802, 8.2.2). */
  'mac.multicast': {}
  'option82.hexadecimal': {}
  'option82.ascii': {}
}

/** Extra attributes of tariffs and NAS devices. */
interface AttributeReasons {
  'attribute.dictionary_missing': {}
  'attribute.unknown': {}
  'attribute.part_of_login': {}
  'attribute.set_by_tariff': {}
  'attribute.set_by_service': {}
  'attribute.set_by_policy': {}
  'attribute.secret': {}
  'attribute.administrative': {}
  'attribute.without_tag': {}
  'attribute.tag': { min: number; max: number }
  'attribute.also_sent': {}
  'attribute.set_twice': {}
  'attribute.nas_vendor': {}
  'attribute.expansion': {}
  'attribute.escapes': {}
  'attribute.quote': {}
  /** As text: a JSON number cannot hold 64 bits. */
  'attribute.number': { min: string; max: string }
  'attribute.number_or_name': { min: string; max: string }
  'attribute.date': {}
  'attribute.ip': {}
  'attribute.ipv4': { example: string }
  'attribute.ipv6': { example: string }
  'attribute.ipv4_prefix': { example: string }
  'attribute.ipv6_prefix': { example: string }
  'attribute.interface_id': { example: string }
  'attribute.hexadecimal': { example: string }
  'attribute.exact_octets': { octets: number }
  'attribute.total_octets': { octets: number; max: number }
}

/** Certificates of RADIUS; `subject` is the name in a certificate. */
interface CertificateReasons {
  'certificate.not_pem': {}
  'certificate.too_many': { max: number }
  'certificate.damaged': {}
  'certificate.expired': { subject: string }
  'certificate.not_yet_valid': { subject: string }
  'certificate.weak_key': {}
  'certificate.chain_member_no_ca': { subject: string }
  'certificate.chain_order': {}
  'certificate.chain_incomplete': {}
  'certificate.root_missing': {}
  'certificate.ca_first': {}
  'certificate.not_for_servers': {}
  'certificate.no_dns_name': {}
  'certificate.not_ca': {}
  /** `error`: what OpenSSL reported. */
  'certificate.openssl': { error: string }
  'private_key.encrypted': {}
  'private_key.not_pem': {}
  'private_key.mismatch': {}
  'private_key.rsa_only': {}
  'authority.in_use': {}
  /** The panel does not have the private key of the CA. */
  'authority.no_signing_key': {}
  'authority.without_key': {}
  'authority.only_one': {}
  'authority.signed_server': {}
  'certificate.uploaded': {}
  'certificate.not_created': {}
  'certificate.max_valid': { max: number }
}

/** Why a login was rejected: the reasons of the login log (`loginReasons`). */
interface LoginReasons {
  'login.unknown_user': {}
  'login.bad_credentials': {}
  'login.service_pending': {}
  'login.service_suspended': {}
  'login.service_terminated': {}
  'login.not_started': {}
  'login.expired': {}
  'login.quota_used': {}
  'login.nas_not_allowed': {}
  'login.wrong_nas': {}
  'login.wrong_station': {}
  'login.too_many_sessions': {}
  'login.pool_full': {}
  'login.no_password': {}
  'login.method_not_offered': {}
  'login.certificate_not_trusted': {}
  'login.certificate_refused': {}
  'login.client_certificate_invalid': {}
  'login.certificate_unknown': {}
  'login.certificate_revoked': {}
  'login.eap_failed': {}
}

/** How a NAS answered a CoA or Disconnect (RFC 5176), or why none was sent. */
interface CoaResultReasons {
  /** Error-Cause of RFC 5176, 3.6. */
  'coa.error_cause': { cause: number }
  /** An Error-Cause that the RFC does not define. */
  'coa.unknown_cause': { cause: number }
  'coa.no_cause': {}
  'coa.unexpected_code': { code: number }
  'coa.other_secret': {}
  'coa.no_answer': { address: string; port: number; tries: number }
  'coa.session_ended': {}
  /** `error`: what the operating system reported. */
  'coa.not_sent': { error: string }
}

/** Why FreeRADIUS does not run (`radiusReasons`). */
interface RadiusServerReasons {
  'radius_server.not_installed': {}
  'radius_server.no_driver': {}
  /** `version`: the version found instead of 3.2. */
  'radius_server.wrong_version': { version: string }
  'radius_server.port_service': { port: number }
  'radius_server.port_program': { port: number; program: string; pid: number }
  'radius_server.port_unknown': { port: number }
  'radius_server.configuration': {}
  'radius_server.start': {}
  'radius_server.ended': {}
  'radius_server.no_answer': {}
  'radius_server.database_role': {}
}
