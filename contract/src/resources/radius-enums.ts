import type { Reason } from '../errors.ts'

/** The words of RADIUS: tariffs, NAS devices, services, VPN dial-ups and their sessions. */

export const vendors = ['mikrotik', 'cisco', 'cambium', 'huawei', 'strongswan', 'generic'] as const
export type Vendor = (typeof vendors)[number]

/** What a NAS is asked for by those who log in at it. */
export const nasPurposes = ['pppoe', 'hotspot', 'ipoe', 'vpn', 'wireless', 'login'] as const
export type NasPurpose = (typeof nasPurposes)[number]

/** Which fields of an IPoE request identify the service; auto: option 82 (RFC 3046) where it is sent, else the MAC address. */
export const ipoeIdentifiers = ['auto', 'mac', 'circuit-id', 'remote-id', 'circuit-and-remote'] as const

/**
 * Whether a NAS signs its login requests with a Message-Authenticator (RFC 2869, 5.14): all of them in the last 7 days,
 * some, none that was seen, or no request was seen at all.
 */
export const authenticatorUses = ['always', 'sometimes', 'never', 'unknown'] as const

/** Why RADIUS packets are not answered. `bad-authenticator`: a wrong secret or a wrong Message-Authenticator. */
export const unansweredReasons = ['unknown', 'disabled', 'bad-authenticator', 'missing-authenticator'] as const
/** Which port they came to; empty where that is not known. */
export const radiusPackets = ['', 'auth', 'acct'] as const

export const serviceKinds = ['service', 'vpn-dialup'] as const
export type ServiceKind = (typeof serviceKinds)[number]

/** Only `active` gets online. `terminated` has given its addresses back. */
export const serviceStatuses = ['pending', 'active', 'suspended', 'terminated'] as const
export type ServiceStatus = (typeof serviceStatuses)[number]

export const paymentPeriods = ['one-off', 'monthly', 'quarterly', 'half-yearly', 'yearly'] as const
export type PaymentPeriod = (typeof paymentPeriods)[number]

/** nas-decides: the router gives an address of its own. */
export const ipv4Methods = ['pool', 'static-address', 'static-network', 'nas-decides'] as const
export type Ipv4Method = (typeof ipv4Methods)[number]

/** password: user name and password. mac, option82: IPoE, identified by what the access network reports. */
export const authMethods = ['password', 'mac', 'option82'] as const
export type AuthMethod = (typeof authMethods)[number]

/** Framed-IPv6-Prefix or Framed-IPv6-Address of the customer's router. nas-pool: a pool of the NAS, by its name. */
export const framedIpv6Methods = ['none', 'static-prefix', 'static-address', 'pool', 'nas-pool'] as const
export type FramedIpv6Method = (typeof framedIpv6Methods)[number]

/** Delegated-IPv6-Prefix: what the customer's router hands on. */
export const delegatedIpv6Methods = ['none', 'static', 'pool', 'nas-pool'] as const
export type DelegatedIpv6Method = (typeof delegatedIpv6Methods)[number]

export const quotaPeriods = ['day', 'week', 'month'] as const
export type QuotaPeriod = (typeof quotaPeriods)[number]
/** What happens past the quota: slower until the next period, or nothing until then. */
export const quotaActions = ['slow', 'stop'] as const
export type QuotaAction = (typeof quotaActions)[number]
export const quotaStates = ['within', 'slowed', 'stopped'] as const
export type QuotaState = (typeof quotaStates)[number]

/** To whom below its owner a tariff is offered. */
export const offers = ['all', 'chosen'] as const

/** Best first, as MikroTik counts it. */
export const priorities = [1, 2, 3, 4, 5, 6, 7, 8] as const

/** How a session came to its end: the NAS said so, it fell silent, the same caller came again, the NAS started anew,
 * or the NAS answered a CoA or Disconnect that it has no such session (nas-unknown). */
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
/** `sent` is not done: only `ack` is the NAS's yes. `gone`: the session had ended before. `unexpected`: the answer
 * is signed with the secret, but neither the ACK nor the NAK of the request. */
export const coaStates = ['queued', 'sent', 'ack', 'nak', 'unexpected', 'timeout', 'gone', 'failed'] as const
export type CoaState = (typeof coaStates)[number]
/**
 * What the panel concludes from an answer (RFC 5176, 3.6). `closed`: the session was closed. `reported`: it stays, since
 * the NAS has reported it after the request. `retry`: the request is sent again after a delay, as a request of its own;
 * `retries-used`: no more. `replaced`: a Disconnect follows. `not-repeated`: sent again unchanged it would fail again.
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
