import type { NotificationReasons } from '../../reasons/notification.ts'
import { texts } from '../texts.ts'

export const notification = texts<NotificationReasons>()({
  'notification.url_format': 'Enter a complete HTTPS address, such as https://hooks.example.net/path.',
  'notification.field_not_used': 'Targets of the kind {kind} have no such field.',
  'notification.trashed': 'The target is in the trash. Restore it first.',
  'notification.test': 'Test message. If you can read this, alerts arrive here.',
  'notification.address_blocked': 'The panel does not send messages to {address}.',
  'notification.name_unknown': 'The host name {name} can’t be resolved.',
  'notification.connection': 'No connection: {cause}',
  'notification.timeout': 'No reply within {seconds} seconds.',
  'notification.redirect': 'The service redirects to another address (status {status}). Enter the final address.',
  'notification.rejected': 'The service rejected the message with status {status}.',
  'notification.server_error': 'The service failed with status {status}.',
  'notification.rate_limited': 'The service accepts no more messages for {seconds} seconds.',
  'notification.gone': 'The service no longer accepts messages at this address (status {status}). The target is off.',
  'notification.reply_unexpected': 'The reply does not contain “{pattern}”.',
  'notification.no_mail_server': 'No mail server is configured.',
  'notification.secret_unreadable': 'The address or token can’t be decrypted. Enter it again.',
  'notification.switched_off': 'The target was switched off.',
  'notification.over': 'The alert was over before the message was sent.',
  'notification.gave_up': 'Not delivered after {attempts} attempts.',
})
