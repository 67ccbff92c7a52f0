import type { ObjectKind } from '@trunkline/contract/fields'
import type { Database } from '../db/pool.ts'

/** Where the rows of a kind live, so that a reference in a body can be read through the caller's door before it is written. */
export const objectKinds: Record<ObjectKind, { table: keyof Database; softDelete: boolean; noun: string }> = {
  company: { table: 'company', softDelete: true, noun: 'company' },
  user: { table: 'app_user', softDelete: true, noun: 'user' },
  invite: { table: 'invitation', softDelete: false, noun: 'invitation' },
  session: { table: 'session', softDelete: false, noun: 'session' },
  'api-token': { table: 'api_token', softDelete: false, noun: 'API token' },
  'saved-view': { table: 'saved_view', softDelete: false, noun: 'saved view' },
  mail: { table: 'mail', softDelete: false, noun: 'mail' },
  'audit-entry': { table: 'audit_log', softDelete: false, noun: 'entry' },
  subnet: { table: 'subnet', softDelete: true, noun: 'subnet' },
  'subnet-category': { table: 'subnet_category', softDelete: true, noun: 'category' },
  'ip-space': { table: 'ip_space', softDelete: false, noun: 'address space' },
  address: { table: 'address', softDelete: true, noun: 'address' },
  'ip-range': { table: 'ip_range', softDelete: false, noun: 'range' },
  'ip-plan': { table: 'ip_plan', softDelete: false, noun: 'plan' },
  tariff: { table: 'tariff', softDelete: true, noun: 'tariff' },
  nas: { table: 'nas', softDelete: true, noun: 'NAS' },
  service: { table: 'service', softDelete: true, noun: 'service' },
  'vpn-dialup': { table: 'service', softDelete: true, noun: 'VPN dial-up' },
  'session-live': { table: 'session_live', softDelete: false, noun: 'session' },
  'session-closed': { table: 'session_closed', softDelete: false, noun: 'session' },
  login: { table: 'auth_log', softDelete: false, noun: 'login' },
  'coa-request': { table: 'coa_request', softDelete: false, noun: 'request' },
}
