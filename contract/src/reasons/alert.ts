import type { AlertRuleKey } from '../resources/alert-rules.ts'

/** Reasons about alerts, their rules and maintenance windows. */
export interface AlertReasons {
  /** The alert has ended meanwhile. */
  'alert.closed': {}
  /** A company above has locked the value. */
  'alert.locked': { company: string }
  /** The threshold for clearing is on the wrong side of the one for firing. */
  'alert.clear_threshold': { threshold: number }
  /** The rule has no threshold. */
  'alert.no_threshold': {}
  /** The rule is not about devices, so a site or device cannot differ. */
  'alert.not_for_devices': {}
  'alert.until_past': {}
  /** A maintenance window that does not occur in the future. */
  'alert.window_never': {}
  /** A one-off window whose end is not later than its start. */
  'alert.window_end': {}
  /** A one-off window that is longer than this many days. */
  'alert.window_too_long': { days: number }
  /** The site, device or rollout does not belong to the company of the window or to one below it. */
  'alert.window_other_company': {}
  /** A field of another scope, or of another kind of repetition. */
  'alert.window_field_not_used': {}
  'alert.window_not_running': {}
  /** What an alert is about, in a notification. `part`: a port or sensor; empty for the whole subject. */
  'alert.summary': { rule: AlertRuleKey; subject: string; part: string }
}
