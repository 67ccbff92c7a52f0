import type { Reason } from '../errors.ts'

/** Enumerations of RADIUS: tariffs, NAS devices, services, VPN dial-ups and their sessions. */

export const vendors = ['mikrotik', 'cisco', 'cambium', 'huawei', 'strongswan', 'generic'] as const
export type Vendor = (typeof vendors)[number]

/** The kind of access that a NAS provides. */
export const nasPurposes = ['pppoe', 'hotspot', 'ipoe', 'vpn', 'wireless', 'login'] as const
export type NasPurpose = (typeof nasPurposes)[number]

/**
 * Fields of an IPoE request that identify the service; auto: option 82 (RFC 3046) if it is sent, else the MAC
 * address.
 */
export const ipoeIdentifiers = ['auto', 'mac', 'circuit-id', 'remote-id', 'circuit-and-remote'] as const

/**
 * Whether a NAS signs its login requests with a Message-Authenticator (RFC 2869, 5.14): all requests of the last 7 days,
 * some, none, or no request was received.
 */
export const authenticatorUses = ['always', 'sometimes', 'never', 'unknown'] as const

/** Why RADIUS packets are not answered. `bad-authenticator`: a wrong secret or a wrong Message-Authenticator. */
export const unansweredReasons = ['unknown', 'disabled', 'bad-authenticator', 'missing-authenticator'] as const
/** The destination port of the packets; empty if unknown. */
export const radiusPackets = ['', 'auth', 'acct'] as const

export const serviceKinds = ['service', 'vpn-dialup'] as const
export type ServiceKind = (typeof serviceKinds)[number]

/** Only `active` services may log in. The addresses of a `terminated` service are released. */
export const serviceStatuses = ['pending', 'active', 'suspended', 'terminated'] as const
export type ServiceStatus = (typeof serviceStatuses)[number]

export const paymentPeriods = ['one-off', 'monthly', 'quarterly', 'half-yearly', 'yearly'] as const
export type PaymentPeriod = (typeof paymentPeriods)[number]

/** nas-decides: the router assigns an address of its own. */
export const ipv4Methods = ['pool', 'static-address', 'static-network', 'nas-decides'] as const
export type Ipv4Method = (typeof ipv4Methods)[number]

/** password: user name and password. mac, option82: IPoE, identified by what the access network reports. */
export const authMethods = ['password', 'mac', 'option82'] as const
export type AuthMethod = (typeof authMethods)[number]

/** Framed-IPv6-Prefix or Framed-IPv6-Address of the customer's router. nas-pool: a pool on the NAS, by name. */
export const framedIpv6Methods = ['none', 'static-prefix', 'static-address', 'pool', 'nas-pool'] as const
export type FramedIpv6Method = (typeof framedIpv6Methods)[number]

/** Delegated-IPv6-Prefix: the prefix that the customer's router delegates. */
export const delegatedIpv6Methods = ['none', 'static', 'pool', 'nas-pool'] as const
export type DelegatedIpv6Method = (typeof delegatedIpv6Methods)[number]

export const quotaPeriods = ['day', 'week', 'month'] as const
export type QuotaPeriod = (typeof quotaPeriods)[number]
/** Action when the quota is used up: a lower rate until the next period, or no access until then. */
export const quotaActions = ['slow', 'stop'] as const
export type QuotaAction = (typeof quotaActions)[number]
export const quotaStates = ['within', 'slowed', 'stopped'] as const
export type QuotaState = (typeof quotaStates)[number]

/** The companies that a tariff is shared with, in addition to its owner. */
export const offers = ['all', 'chosen'] as const

/** Highest first, numbered as by MikroTik. */
export const priorities = [1, 2, 3, 4, 5, 6, 7, 8] as const

/** How a session ended: the NAS reported it, accounting timed out, the same caller logged in again, the NAS rebooted,
 * or it answered a CoA or Disconnect that the session does not exist (nas-unknown). */
export const closings = ['stop', 'stale', 'superseded', 'nas', 'nas-unknown'] as const

/** Why a login was rejected: reasons of `contract/src/reasons/radius.ts`. */
export const loginReasons = [
  'login.unknown_user',
  'login.bad_credentials',
  'login.service_pending',
  'login.service_suspended',
  'login.service_terminated',
  'login.not_started',
  'login.expired',
  'login.quota_used',
  'login.nas_not_allowed',
  'login.wrong_nas',
  'login.wrong_station',
  'login.too_many_sessions',
  'login.pool_full',
  'login.no_password',
  'login.method_not_offered',
  'login.certificate_not_trusted',
  'login.certificate_refused',
  'login.client_certificate_invalid',
  'login.certificate_unknown',
  'login.certificate_revoked',
  'login.eap_failed',
] as const satisfies readonly Reason[]

/** RFC 5176: a change of authorization, or the end of the session. */
export const coaKinds = ['coa', 'disconnect'] as const
export const coaReasons = ['tariff', 'status', 'password', 'address', 'quota', 'by-hand'] as const
export type CoaReason = (typeof coaReasons)[number]
/** `sent` has no result yet; only `ack` is a success. `gone`: the session had ended before. `unexpected`: the reply
 * is signed with the secret, but is neither the ACK nor the NAK of the request. */
export const coaStates = ['queued', 'sent', 'ack', 'nak', 'unexpected', 'timeout', 'gone', 'failed'] as const
export type CoaState = (typeof coaStates)[number]
/**
 * The panel's action after a reply (RFC 5176, 3.6). `closed`: the session was closed. `reported`: it stays open, because
 * the NAS reported it after the request. `retry`: a new request is sent after a delay;
 * `retries-used`: no further retry. `replaced`: a Disconnect follows. `not-repeated`: the same request would fail again.
 * `setting`: it fails until a setting of the NAS changes. `reauthentication`: the NAS sends an Access-Request first.
 */
export const coaConclusions = [
  'closed',
  'reported',
  'retry',
  'retries-used',
  'replaced',
  'not-repeated',
  'setting',
  'reauthentication',
] as const
export type CoaConclusion = (typeof coaConclusions)[number]
