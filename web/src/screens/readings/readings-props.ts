import type { telemetry } from '@trunkline/contract/resources/telemetry'
import type { PlotName } from '@trunkline/contract/telemetry'
import type { ReactNode } from 'react'

/** Whose readings are drawn. */
export interface ReadingSubject {
  kind: keyof typeof telemetry
  id: number
}

/** The period of a request. */
export interface ReadingsPeriod {
  from: string
  to: string
  points: number
  zone: string
}

export interface ReadingsProps {
  of: ReadingSubject
  /** The graphs, in order. */
  plots: readonly (PlotName | { plot: PlotName; part: string })[]
  /** Title of the card; without it there is none. */
  title?: string
  /** Graphs that are left out while the subject has no series for them, such as voltages of a device without a sensor. */
  optional?: readonly PlotName[]
  /** Further content for the same period. */
  below?: (query: ReadingsPeriod) => ReactNode
}
