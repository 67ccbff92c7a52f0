import type { WifiBand } from '@trunkline/contract/resources/wifi-enums'

/** Unique bands, the lowest first. */
export const inOrder = (bands: readonly WifiBand[]): WifiBand[] => [...new Set(bands)].toSorted()
