import type { CompanyType } from '../abilities.ts'
import type { AnyMessage } from '../any-message.ts'
import type { LicencePart } from '../resources/licence-enums.ts'

/** Reasons about companies, users, invitations, licences, sites, saved views, settings of the installation. */
export interface CompanyReasons {
  /** A company of this type does not rank below its parent. */
  'company.rank': { type: CompanyType; parent: CompanyType }
  'company.own_descendant': {}
  'company.root_fixed': {}
  'company.root_required': {}
  'company.root_active': {}
  'company.own': {}
  'company.inactive': {}
  /** `contents`: messages of the reason `row.count`. */
  'company.not_empty': { contents: readonly AnyMessage[] }
  'company.has_primary_admin': {}
  'company.primary_admin_is': { name: string }
  /** An action that users cannot perform on themselves. */
  'user.own': {}
  'user.email_taken': {}
  'user.inactive': {}
  /** Only users of ancestor companies may change the primary admin. */
  'user.primary_admin_protected': {}
  /** The role can be transferred, not assigned. */
  'user.primary_admin_transfer': {}
  'user.primary_admin_required': {}
  'invitation.target': {}
  'invitation.email_taken': { name: string }
  'invitation.pending': {}
  'invitation.accepted': {}
  'invitation.cancelled': {}
  'invitation.joins_company': {}
  /** The caller's company may view this part of the panel but not change it. */
  'licence.part_missing': { part: LicencePart }
  'licence.cancelled': {}
  'licence.expired': {}
  /** A perpetual licence has no end date. */
  'licence.perpetual': {}
  'licence.end_before_start': {}
  'licence.provider': {}
  /** The company has no active administrator to send the reminder to. */
  'licence.no_admin': {}
  'site.client_required': {}
  'site.name_taken': {}
  'site.position_incomplete': {}
  'site.device_elsewhere': {}
  /** `contents`: messages of the reason `row.count`. */
  'site.not_empty': { contents: readonly AnyMessage[] }
  /** The northern bound of a map is south of the southern one. */
  'site.map_bounds': {}
  'saved_view.name_taken': {}
  'saved_view.limit': { max: number }
  'preference.limit': { max: number }
  'preference.too_long': {}
  'picture.too_large': { kilobytes: number }
  'picture.format': {}
  'radius_address.first_required': {}
  'radius_address.duplicate': {}
  'mail.link_expired': {}
  'mail.no_server': {}
  'mail.not_resendable': {}
}
