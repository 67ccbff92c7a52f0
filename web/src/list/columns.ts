/** The columns of a list and their order, as stored for a user (`columns.<list>`). */
export interface ColumnChoice {
  /** All columns in order. */
  order: string[]
  hidden: string[]
}

interface Known {
  field: string
  hidden?: boolean | undefined
}

/** The default: the order of the list definition. */
export const defaultChoice = (columns: readonly Known[]): ColumnChoice => ({
  order: columns.map((column) => column.field),
  hidden: columns.filter((column) => column.hidden).map((column) => column.field),
})

/**
 * Reads a stored choice. Columns added to the list since appear at their position, removed ones are dropped, and the
 * first column, which has the link, can't be hidden.
 */
export function readChoice(stored: unknown, columns: readonly Known[]): ColumnChoice {
  const fallback = defaultChoice(columns)
  if (typeof stored !== 'object' || stored === null) return fallback
  const { order, hidden } = stored as { order?: unknown; hidden?: unknown }
  const strings = (value: unknown) =>
    Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : undefined
  const storedOrder = strings(order)
  const storedHidden = strings(hidden)
  if (!storedOrder || !storedHidden) return fallback
  const known = new Set(fallback.order)
  const result = [...new Set(storedOrder)].filter((field) => known.has(field))
  fallback.order.forEach((field, index) => {
    if (!result.includes(field)) result.splice(Math.min(index, result.length), 0, field)
  })
  const newlyKnown = fallback.hidden.filter((field) => !storedOrder.includes(field))
  const all = [...new Set([...storedHidden, ...newlyKnown])].filter((field) => known.has(field))
  return { order: result, hidden: all.filter((field) => field !== result[0]) }
}

/** The choice that shows exactly `fields` in that order, for a saved view. */
export function choiceOf(fields: readonly string[], columns: readonly Known[]): ColumnChoice {
  const known = columns.map((column) => column.field)
  const shown = fields.filter((field) => known.includes(field))
  if (shown.length === 0) return defaultChoice(columns)
  return {
    order: [...shown, ...known.filter((field) => !shown.includes(field))],
    hidden: known.filter((field) => !shown.includes(field)),
  }
}

export const shownFields = (choice: ColumnChoice): string[] =>
  choice.order.filter((field) => !choice.hidden.includes(field))

/** Moves a column by one position; at an end it stays. */
export function moveColumn(choice: ColumnChoice, field: string, by: -1 | 1): ColumnChoice {
  const from = choice.order.indexOf(field)
  const to = from + by
  if (from < 0 || to < 0 || to >= choice.order.length) return choice
  const order = [...choice.order]
  order.splice(from, 1)
  order.splice(to, 0, field)
  return { order, hidden: choice.hidden.filter((name) => name !== order[0]) }
}

export function toggleColumn(choice: ColumnChoice, field: string): ColumnChoice {
  if (choice.hidden.includes(field)) return { ...choice, hidden: choice.hidden.filter((name) => name !== field) }
  return field === choice.order[0] ? choice : { ...choice, hidden: [...choice.hidden, field] }
}

export const sameChoice = (a: ColumnChoice, b: ColumnChoice): boolean =>
  a.order.join() === b.order.join() && [...a.hidden].sort().join() === [...b.hidden].sort().join()
