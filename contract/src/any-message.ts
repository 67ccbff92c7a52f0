/** A reason with its parameters, as stored in the database and sent in replies. */
export interface AnyMessage {
  reason: string
  params: Record<string, unknown>
}
