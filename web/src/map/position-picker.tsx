import { useEffect, useRef } from 'react'
import { Pin } from './marker.tsx'
import type { Degrees } from './projection.ts'
import { WorldMap, type MapControls, type MapLabels } from './world-map.tsx'

/** A map to select a position on. The caller also shows the coordinates as text. */
export function PositionPicker({
  words,
  value,
  onPick,
}: {
  words: MapLabels
  value: Degrees | null
  onPick: (place: Degrees) => void
}) {
  const controls = useRef<MapControls>(null)
  const start = useRef(value ? [value] : [])
  const seen = useRef(value)
  const { latitude, longitude } = value ?? {}
  // A typed position is scrolled into view; a selected one is already visible.
  useEffect(() => {
    if (latitude === undefined || longitude === undefined) return
    if (seen.current?.latitude === latitude && seen.current.longitude === longitude) return
    seen.current = { latitude, longitude }
    controls.current?.fit([{ latitude, longitude }])
  }, [latitude, longitude])
  const pick = (place: Degrees) => {
    seen.current = place
    onPick(place)
  }
  return (
    <WorldMap ref={controls} words={words} start={start.current} onPick={pick}>
      {({ at }) => (value ? <Pin at={at(value)} /> : null)}
    </WorldMap>
  )
}
