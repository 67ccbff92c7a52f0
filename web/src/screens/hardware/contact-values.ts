import type { BodyInput } from '@trunkline/contract/endpoint'
import type { Contact, hardwareLive } from '@trunkline/contract/resources/hardware-live'
import type { FieldErrors } from '../../form/field-errors.ts'
import type { HardwareValues } from './hardware-values.ts'

type Body = BodyInput<typeof hardwareLive.test>

/** What a first contact is tried with: the form as it stands, and the kept password where none was typed. */
export function contactBody(values: HardwareValues, id: number | undefined): Body {
  const address = values.management_address.trim()
  const port = values.management_port.trim()
  const user = values.management_user.trim()
  return {
    ...(id === undefined ? {} : { hardware_id: id }),
    address: address === '' ? null : address,
    vpn_dialup_id: values.vpn_dialup_id,
    protocol: values.management_protocol,
    // What is no number is refused by the contract, at its field.
    port: port === '' ? null : Number(port),
    ...(user === '' ? {} : { user }),
    ...(values.management_password === '' ? {} : { password: values.management_password }),
  }
}

const fieldOf: Record<string, keyof HardwareValues & string> = {
  address: 'management_address',
  port: 'management_port',
  user: 'management_user',
  password: 'management_password',
  protocol: 'management_protocol',
}

/** What the call says of its fields, at the fields of the form. */
export const contactErrors = (errors: Record<string, string>): FieldErrors =>
  Object.fromEntries(Object.entries(errors).map(([field, message]) => [fieldOf[field] ?? field, message]))

/** What is missing before anything can be tried. */
export function contactMissing(values: HardwareValues, hasPassword: boolean): (keyof HardwareValues & string)[] {
  const keeps = hasPassword && !values.remove_password
  return [
    ...(values.management_address.trim() === '' && values.vpn_dialup_id === null
      ? (['management_address'] as const)
      : []),
    ...(values.management_user.trim() === '' ? (['management_user'] as const) : []),
    ...(values.management_password === '' && !keeps ? (['management_password'] as const) : []),
  ]
}

/** One thing that was found and that the form can take over. */
export interface Offer {
  field: 'name' | 'model' | 'serial_number' | 'pinned_certificate'
  /** For people. */
  found: string
  value: string | number
  /** The form has it already. */
  same: boolean
  /** The form has something else: taking it over replaces that. */
  replaces: boolean
}

const plain = (fingerprint: string) => fingerprint.replaceAll(/[^0-9a-f]/gi, '').toLowerCase()

/** What was found, beside what the form has. A name that somebody has given is not offered another. */
export function offersOf(found: Contact, values: HardwareValues): Offer[] {
  const offer = (
    field: Offer['field'],
    text: string | null,
    value: string | number | null,
    same: boolean,
    has: boolean,
  ): Offer[] =>
    text === null || text === '' || value === null ? [] : [{ field, found: text, value, same, replaces: has && !same }]
  return [
    ...(values.name.trim() === '' || values.name.trim() === found.identity
      ? offer('name', found.identity, found.identity, values.name.trim() === found.identity, false)
      : []),
    ...offer('model', found.model_name, found.model_id, values.model === found.model_id, values.model !== null),
    ...offer(
      'serial_number',
      found.serial_number,
      found.serial_number,
      values.serial_number.trim() === found.serial_number,
      values.serial_number.trim() !== '',
    ),
    ...offer(
      'pinned_certificate',
      found.certificate,
      found.certificate,
      found.certificate !== null && plain(values.pinned_certificate) === plain(found.certificate),
      values.pinned_certificate.trim() !== '',
    ),
  ]
}
