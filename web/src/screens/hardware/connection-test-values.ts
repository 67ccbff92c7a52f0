import type { BodyInput } from '@trunkline/contract/endpoint'
import type { Contact, hardwareLive } from '@trunkline/contract/resources/hardware-live'
import type { FieldErrors } from '../../form/field-errors.ts'
import type { HardwareValues } from './hardware-values.ts'

type FieldName = keyof HardwareValues & string

/** The body of a test with the values of the form. The server uses the stored password where none is entered. */
export function testBody(values: HardwareValues, id: number | undefined): BodyInput<typeof hardwareLive.test> {
  const address = values.management_address.trim()
  const port = values.management_port.trim()
  const user = values.management_user.trim()
  return {
    ...(id === undefined ? {} : { hardware_id: id }),
    address: address === '' ? null : address,
    vpn_dialup_id: values.vpn_dialup_id,
    protocol: values.management_protocol,
    // The contract rejects what is no number, at its field.
    port: port === '' ? null : Number(port),
    ...(user === '' ? {} : { user }),
    ...(values.management_password === '' ? {} : { password: values.management_password }),
  }
}

const testFields = ['address', 'port', 'user', 'password', 'protocol']

/** The field errors of the call, by the names that the fields have in the form. */
export const formErrors = (errors: Record<string, string>): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).map(([field, message]) => [
      testFields.includes(field) ? `management_${field}` : field,
      message,
    ]),
  )

/** The fields that a test needs and that are blank. */
export function missingFields(values: HardwareValues, hasPassword: boolean): FieldName[] {
  const usesStored = hasPassword && !values.remove_password
  const missing: Partial<Record<FieldName, boolean>> = {
    management_address: values.management_address.trim() === '' && values.vpn_dialup_id === null,
    management_user: values.management_user.trim() === '',
    management_password: values.management_password === '' && !usesStored,
  }
  return Object.keys(missing).filter((field) => missing[field])
}

/** A value that the test read and that the form can use. */
export interface Suggestion {
  field: 'name' | 'model' | 'serial_number' | 'pinned_certificate'
  /** As displayed. */
  text: string
  value: string | number
  /** The form has this value already. */
  isSame: boolean
  /** The form has another value. */
  replaces: boolean
}

const normalized = (fingerprint: string) => fingerprint.replaceAll(/[^0-9a-f]/gi, '').toLowerCase()

/** The values that a test read, compared with the form. A name that a user entered gets no suggestion. */
export function suggestionsOf(of: Contact, values: HardwareValues): Suggestion[] {
  const suggest = (
    field: Suggestion['field'],
    text: string | null,
    value: string | number | null,
    isSame: boolean,
    hasValue: boolean,
  ): Suggestion[] =>
    text === null || text === '' || value === null
      ? []
      : [{ field, text, value, isSame, replaces: hasValue && !isSame }]
  const { name, serial_number: serial, pinned_certificate: pinned, model } = values
  return [
    ...(name.trim() === '' || name.trim() === of.identity
      ? suggest('name', of.identity, of.identity, name.trim() === of.identity, false)
      : []),
    ...suggest('model', of.model_name, of.model_id, model === of.model_id, model !== null),
    ...suggest(
      'serial_number',
      of.serial_number,
      of.serial_number,
      serial.trim() === of.serial_number,
      serial.trim() !== '',
    ),
    ...suggest(
      'pinned_certificate',
      of.certificate,
      of.certificate,
      of.certificate !== null && normalized(pinned) === normalized(of.certificate),
      pinned.trim() !== '',
    ),
  ]
}
