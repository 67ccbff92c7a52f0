import type { AlertReasons } from '../../reasons/alert.ts'
import { texts } from '../texts.ts'

export const alert = texts<AlertReasons>()({
  'alert.closed': 'This alert has ended.',
  'alert.locked': '{company} has locked this value.',
  'alert.clear_threshold':
    'The alert would never clear: enter a value on the other side of {threshold}, or {threshold} itself.',
  'alert.no_threshold': 'This rule has no threshold.',
  'alert.not_for_devices': 'This rule applies to the company as a whole, not to single sites or devices.',
  'alert.until_past': 'Enter a time in the future.',
  'alert.window_never': 'This window never occurs. Choose a day in the future, or a weekday within the period.',
  'alert.window_end': 'The end must be later than the start.',
  'alert.window_too_long': 'A window may last {days} days at most.',
  'alert.window_other_company': 'This does not belong to the company of the window or to a company below it.',
  'alert.window_field_not_used': 'A window of this kind does not use this field.',
  'alert.window_not_running': 'This window is not running.',
  'alert.summary': '{rule:alert_rule}: {subject} {part}',
})
