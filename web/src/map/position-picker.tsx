import { useEffect, useRef } from 'react'
import { Pin } from './marker.tsx'
import type { Degrees } from './projection.ts'
import { WorldMap, type MapControls, type MapWords } from './world-map.tsx'

/** A map that a place is chosen on. Whoever uses it gives the coordinates in words beside it. */
export function PositionPicker({
  words,
  value,
  onPick,
}: {
  words: MapWords
  value: Degrees | null
  onPick: (place: Degrees) => void
}) {
  const controls = useRef<MapControls>(null)
  const start = useRef(value ? [value] : [])
  const seen = useRef(value)
  const { latitude, longitude } = value ?? {}
  // A place that was typed is brought into view; one that was picked is there already.
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
