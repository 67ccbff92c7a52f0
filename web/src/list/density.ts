/** Height of a row in pixels. */
export const densities = { comfortable: 44, compact: 36, dense: 28 } as const
export type Density = keyof typeof densities
