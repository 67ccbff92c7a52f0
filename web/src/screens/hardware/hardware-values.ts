import type { BodyInput } from '@trunkline/contract/endpoint'
import type { hardware, HardwareDevice } from '@trunkline/contract/resources/hardware'
import type { ManagementProtocol } from '@trunkline/contract/resources/hardware-enums'
import { sameValues } from '../../form/normalise.ts'

export interface HardwareValues {
  name: string
  serial_number: string
  mac: string
  comment: string
  type: number | null
  manufacturer: number | null
  model: number | null
  warranty_expiry_at: string | null
  telephone: string
  company_id: number | null
  site_id: number | null
  management_address: string
  management_protocol: ManagementProtocol
  /** As it was typed; empty is the usual one of the protocol. */
  management_port: string
  management_user: string
  /** Empty: the one that is kept, or none. */
  management_password: string
  /** The kept one is taken away. */
  remove_password: boolean
  pinned_certificate: string
  vpn_dialup_id: number | null
  version: number
  [key: string]: unknown
}

/** What each protocol listens at in RouterOS: https://help.mikrotik.com/docs/spaces/ROS/pages/103841820/Services */
export const usualPort: Record<ManagementProtocol, number> = { api: 8728, 'api-ssl': 8729, rest: 443 }

export const hardwareValues = (of?: HardwareDevice): HardwareValues => ({
  name: of?.name ?? '',
  serial_number: of?.serial_number ?? '',
  mac: of?.mac ?? '',
  comment: of?.comment ?? '',
  type: of?.type ?? null,
  manufacturer: of?.manufacturer ?? null,
  model: of?.model ?? null,
  warranty_expiry_at: of?.warranty_expiry_at ?? null,
  telephone: of?.telephone ?? '',
  company_id: of?.company_id ?? null,
  site_id: of?.site_id ?? null,
  management_address: of?.management?.address ?? '',
  management_protocol: of?.management?.protocol ?? 'api-ssl',
  management_port: String(of?.management?.port ?? ''),
  management_user: of?.management?.user ?? '',
  management_password: '',
  remove_password: false,
  pinned_certificate: of?.management?.pinned_certificate ?? '',
  vpn_dialup_id: of?.management?.vpn_dialup_id ?? null,
  version: of?.version ?? 0,
})

type Store = BodyInput<typeof hardware.store>
type Update = BodyInput<typeof hardware.update>

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim())

/** What is no number stays what it is, for the contract to refuse. */
const portOf = (text: string): number | null => (text.trim() === '' ? null : Number(text.trim()))

const sent = (values: HardwareValues): Omit<Update, 'version'> => ({
  name: values.name.trim(),
  serial_number: orNull(values.serial_number),
  mac: orNull(values.mac),
  comment: orNull(values.comment),
  ...(values.model !== null && { model: values.model }),
  warranty_expiry_at: values.warranty_expiry_at,
  telephone: orNull(values.telephone),
  ...(values.company_id !== null && { company_id: values.company_id }),
  site_id: values.site_id,
  management_address: orNull(values.management_address),
  management_protocol: values.management_protocol,
  management_port: portOf(values.management_port),
  management_user: orNull(values.management_user),
  ...(values.management_password !== ''
    ? { management_password: values.management_password }
    : values.remove_password
      ? { management_password: null }
      : {}),
  pinned_certificate: orNull(values.pinned_certificate),
  vpn_dialup_id: values.vpn_dialup_id,
})

const isFilled = (value: unknown) => value !== null && value !== ''

/** A new device: only what was filled in. At a site it is the site's company's, whoever was chosen before. */
export function hardwareBody(values: HardwareValues): Store {
  const { company_id, ...rest } = Object.fromEntries(
    Object.entries(sent(values)).filter(([, value]) => isFilled(value)),
  ) as unknown as Store
  return {
    ...rest,
    name: values.name.trim(),
    ...(company_id !== undefined && values.site_id === null && { company_id }),
  }
}

/** What changed, with the version that it was changed from; undefined where nothing did. */
export function hardwareChanges(before: HardwareValues, after: HardwareValues): Update | undefined {
  const old = sent(before) as Record<string, unknown>
  // A password that is taken away is sent as null, which is the same as none in every other field.
  const changed = Object.entries(sent(after)).filter(([key, value]) => !(key in old) || !sameValues(value, old[key]))
  const body = Object.fromEntries(changed) as Update
  // What comes to a site becomes the site's company's: another owner, named beside it, would be refused.
  if (body.site_id != null) delete body.company_id
  return changed.length === 0 ? undefined : { ...body, version: after.version }
}
