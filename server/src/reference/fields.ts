import { message, type FieldErrors } from '@trunkline/contract/errors'
import { invalid } from '../errors.ts'
import { isCountry } from './countries.ts'
import { isCurrency } from './currencies.ts'
import { parseTelephone } from './telephone.ts'
import { isTimeZone } from './time-zones.ts'

/** The fields of companies and users that these libraries validate. */
export interface ReferenceFields {
  countyIsoCode?: string | null | undefined
  currency?: string | undefined
  time_zone?: string | undefined
  telephone?: string | null | undefined
}

/** The column names of the fields. Absent fields stay absent, so that an update does not change them. */
export interface ReferenceColumns {
  county_iso_code?: string | null
  currency?: string
  time_zone?: string
  phone_country_code?: string | null
  phone_number?: string | null
}

/**
 * Validates country, currency, time zone and phone number, and converts them to columns.
 * @param at path prefix of the fields in the body: `company.` for those of an object inside
 * @throws AppError validation_failed at every invalid field
 */
export function referenceColumns(of: ReferenceFields, at = ''): ReferenceColumns {
  const errors: FieldErrors = {}
  const columns: ReferenceColumns = {}
  if (of.countyIsoCode !== undefined) {
    if (of.countyIsoCode !== null && !isCountry(of.countyIsoCode))
      errors[`${at}countyIsoCode`] = message('field.country')
    columns.county_iso_code = of.countyIsoCode
  }
  if (of.currency !== undefined) {
    if (!isCurrency(of.currency)) errors[`${at}currency`] = message('field.currency')
    columns.currency = of.currency
  }
  if (of.time_zone !== undefined) {
    if (!isTimeZone(of.time_zone)) errors[`${at}time_zone`] = message('field.time_zone')
    columns.time_zone = of.time_zone
  }
  if (of.telephone !== undefined) {
    const telephone = parseTelephone(of.telephone)
    if (telephone === undefined) errors[`${at}telephone`] = message('field.telephone_country')
    Object.assign(columns, telephone)
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return columns
}
