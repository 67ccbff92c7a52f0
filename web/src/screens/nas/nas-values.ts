import type { BodyInput } from '@trunkline/contract/endpoint'
import { nas, type NasDevice } from '@trunkline/contract/resources/nas'
import { changesBy } from '../../record/changes.ts'
import { formOf, type FormValues } from '../../record/form-of.ts'

const form = formOf(nas.store.body)

/**
 * The form of a NAS. An empty secret or IPoE password keeps the stored one; for a new NAS the server generates the secret.
 * The company is set for new ones only.
 */
export type NasValues = FormValues<typeof nas.store.body> & {
  pool_ids_next: null
  /** Deletes the stored IPoE password. */
  clears_ipoe_password: boolean
}

/** RFC 5176, section 2.1. */
const defaultCoaPort = 3799

/** @param address the address that the form of a new NAS starts with */
export const nasValues = (of?: NasDevice, address = ''): NasValues => ({
  ...form.values({
    vendor: 'mikrotik',
    purposes: ['pppoe'],
    coa_port: defaultCoaPort,
    ipoe_identifier: 'auto',
    is_active: true,
    address,
    ...of,
    pool_ids: of?.pools.map((pool) => pool.id),
    company_id: null,
  }),
  pool_ids_next: null,
  clears_ipoe_password: false,
})

export function nasBody(values: NasValues): BodyInput<typeof nas.store> {
  const { ipoe_password: _stored, ...body } = form.body(values)
  return {
    ...body,
    region: values.region.trim(),
    coa_port: values.coa_port ?? defaultCoaPort,
    ...(values.clears_ipoe_password
      ? { ipoe_password: null }
      : values.ipoe_password !== '' && { ipoe_password: values.ipoe_password }),
    // The vendor of an attribute is for tariffs: a NAS has one vendor.
    extra_attributes: values.extra_attributes.map(({ vendor: _vendor, ...line }) => line),
  }
}

export const nasChanges = changesBy(nasBody)
