import type { NotificationKind } from '../resources/notification-enums.ts'

/** Reasons about notification targets and the messages to them. */
export interface NotificationReasons {
  'notification.url_format': {}
  /** The kind has no such field. */
  'notification.field_not_used': { kind: NotificationKind }
  'notification.trashed': {}
  /** Text of a test message. */
  'notification.test': {}
  /** Why a message was not delivered. */
  'notification.address_blocked': { address: string }
  'notification.name_unknown': { name: string }
  'notification.connection': { cause: string }
  'notification.timeout': { seconds: number }
  'notification.redirect': { status: number }
  'notification.rejected': { status: number }
  'notification.server_error': { status: number }
  'notification.rate_limited': { seconds: number }
  /** The address no longer exists, or the bot was blocked: the target is switched off. */
  'notification.gone': { status: number }
  /** The reply of an SMS gateway lacks the pattern. */
  'notification.reply_unexpected': { pattern: string }
  'notification.no_mail_server': {}
  'notification.secret_unreadable': {}
  'notification.switched_off': {}
  /** The alert was over before its first message. */
  'notification.over': {}
  'notification.gave_up': { attempts: number }
}
