/**
 * Values of an export that change without a change of the configuration: dates of certificates and leases, last logins,
 * counters. Only properties that no user sets.
 */
const volatile =
  /(?<=\s)(?:next-renewal-at|deadline-at|last-logged-in|last-logged-out|last-seen|last-link-(?:up|down)-time|link-downs|next-run|last-started|run-count|bytes|packets|rx-byte|tx-byte|rx-packet|tx-packet|creation-time|last-modified|invalid-(?:before|after))=(?:"(?:[^"\\]|\\.)*"|[^\s"\\]+) ?/g

/**
 * The text of an export for comparison and display: without the line with the date, which `tidyExport` removes too,
 * without comments that count or date something, and without values that change by themselves.
 */
export const comparableText = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .split('\n')
    .filter((line) => !/^#.*\b(?:by RouterOS|poe-out status|inactive time|last login)\b/i.test(line))
    .map((line) => (line.startsWith('#') ? line : line.replaceAll(volatile, '').trimEnd()))
    .join('\n')

/** The comment that a router writes in place of a menu that it could not export; undefined if the export is complete. */
export const exportFailure = (text: string): string | undefined => /^#\s*error exporting\b[^\r\n]*/m.exec(text)?.[0]
