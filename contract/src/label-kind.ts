/** The kinds of records that have tags, custom fields and notes. */
export const labelKinds = ['company', 'user', 'site', 'hardware', 'service', 'subnet'] as const
export type LabelKind = (typeof labelKinds)[number]
