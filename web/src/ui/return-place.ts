/**
 * Where lists were left, for as long as the page is open: an edit that was begun from page 3 of a filtered list ends
 * there, with the same row in view.
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

/** The place's row and scroll are for one return only. */
export function consumeRow(path: string): Pick<ReturnPosition, 'row' | 'scroll'> {
  const place = places.get(path)
  if (!place) return {}
  places.set(path, { search: place.search })
  return { row: place.row, scroll: place.scroll }
}

/** The link back to `path`, as it was left. The company context is that of now, not of then. */
export function placeOf(path: string): { to: string; search?: Record<string, unknown> } {
  const place = places.get(path)
  if (!place) return { to: path }
  const { company: _then, ...search } = place.search
  return { to: path, search }
}
