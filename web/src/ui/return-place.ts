/**
 * The state in which lists were left, while the page is open: an edit that starts on page 3 of a filtered list returns
 * there, to the same row.
 */
export interface ReturnPosition {
  search: Record<string, unknown>
  /** The row that was opened. */
  row?: number | string | undefined
  /** Pixels from the top of the page. */
  scroll?: number | undefined
}

const places = new Map<string, ReturnPosition>()

export const rememberPlace = (path: string, place: ReturnPosition): void =>
  void places.set(path, { ...places.get(path), ...place })

/** Row and scroll position are used for one return only. */
export function consumeRow(path: string): Pick<ReturnPosition, 'row' | 'scroll'> {
  const place = places.get(path)
  if (!place) return {}
  places.set(path, { search: place.search })
  return { row: place.row, scroll: place.scroll }
}

/** The link back to `path` as it was left, in the current company context. A path with search parameters is complete. */
export function placeOf(path: string): { to: string; search?: Record<string, unknown> } {
  const at = path.indexOf('?')
  if (at >= 0) {
    const { company: _now, ...search } = Object.fromEntries(new URLSearchParams(path.slice(at + 1)))
    return { to: path.slice(0, at), search }
  }
  const place = places.get(path)
  if (!place) return { to: path }
  const { company: _then, ...search } = place.search
  return { to: path, search }
}
