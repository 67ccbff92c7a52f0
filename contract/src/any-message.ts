/** A reason with its parameters, in the form that rows of the database and replies have. */
export interface AnyMessage {
  reason: string
  params: Record<string, unknown>
}
