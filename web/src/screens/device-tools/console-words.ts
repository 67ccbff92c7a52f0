const writing = new Set(['add', 'set', 'remove', 'enable', 'disable'])
const reading = new Set(['print', 'get', 'monitor', 'monitor-traffic', 'export'])

/** Whether the first command of a line changes rows. The server checks it again. */
export function isWriting(line: string): boolean {
  const command = line.split(/[\s/]+/).find((word) => writing.has(word) || reading.has(word))
  return command !== undefined && writing.has(command)
}

/** The line with its last word, which starts at `offset`, replaced by a completion. */
export const completed = (line: string, offset: number, completion: string): string =>
  line.slice(0, offset) + completion

/** The entry of the history that an arrow key moves to; `at` is the length of the history for a new line. */
export const historyAt = (at: number, by: -1 | 1, length: number): number => Math.min(length, Math.max(0, at + by))
