import type { BodyInput } from '@trunkline/contract/endpoint'
import type { nas, NasDevice } from '@trunkline/contract/resources/nas'
import type { ExtraAttribute } from '@trunkline/contract/resources/radius-attribute'
import type { IpoeIdentifier, NasPurpose, Vendor } from '@trunkline/contract/resources/radius-enums'
import { changesBy } from '../../record/changes.ts'

export interface NasValues {
  name: string
  /** Asked for new ones only. */
  company_id: number | null
  address: string
  /** Empty: the one that is kept, or for a new NAS one that the server makes. */
  secret: string
  vendor: Vendor
  purposes: NasPurpose[]
  region: string
  pool_ids: number[]
  pool_ids_next: null
  coa_port: number | null
  /** The device that it is. */
  hardware_id: number | null
  require_message_authenticator: boolean
  input_is_download: boolean
  ipoe_identifier: IpoeIdentifier
  /** Empty: the one that is stored, or none. */
  ipoe_password: string
  /** The stored one is deleted. */
  clears_ipoe_password: boolean
  is_active: boolean
  extra_attributes: ExtraAttribute[]
  version: number
  [key: string]: unknown
}

/** The port of RFC 5176, section 2.1. */
const coaPort = 3799

/** @param address what the address of a new NAS begins with */
export const nasValues = (of?: NasDevice, address = ''): NasValues => ({
  name: of?.name ?? '',
  company_id: null,
  address: of?.address ?? address,
  secret: '',
  vendor: of?.vendor ?? 'mikrotik',
  purposes: [...(of?.purposes ?? ['pppoe' as const])],
  region: of?.region ?? '',
  pool_ids: (of?.pools ?? []).map((pool) => pool.id),
  pool_ids_next: null,
  coa_port: of?.coa_port ?? coaPort,
  hardware_id: of?.hardware_id ?? null,
  require_message_authenticator: of?.require_message_authenticator ?? false,
  input_is_download: of?.input_is_download ?? false,
  ipoe_identifier: of?.ipoe_identifier ?? 'auto',
  ipoe_password: '',
  clears_ipoe_password: false,
  is_active: of?.is_active ?? true,
  extra_attributes: (of?.extra_attributes ?? []).map((line) => ({ ...line })),
  version: of?.version ?? 0,
})

type Store = BodyInput<typeof nas.store>

const sent = (values: NasValues): Omit<Store, 'company_id'> => ({
  name: values.name.trim(),
  address: values.address.trim(),
  ...(values.secret !== '' && { secret: values.secret }),
  vendor: values.vendor,
  purposes: values.purposes,
  region: values.region.trim(),
  pool_ids: values.pool_ids,
  coa_port: values.coa_port ?? coaPort,
  hardware_id: values.hardware_id,
  require_message_authenticator: values.require_message_authenticator,
  input_is_download: values.input_is_download,
  ipoe_identifier: values.ipoe_identifier,
  ...(values.clears_ipoe_password
    ? { ipoe_password: null }
    : values.ipoe_password !== '' && { ipoe_password: values.ipoe_password }),
  is_active: values.is_active,
  // A NAS has one vendor.
  extra_attributes: values.extra_attributes.map(({ vendor: _vendor, ...line }) => line),
})

export const nasBody = (values: NasValues): Store => ({
  ...sent(values),
  ...(values.company_id !== null && { company_id: values.company_id }),
})

/** A secret stands in `sent` only where it is to change, also to nothing. */
export const nasChanges = changesBy(sent)
