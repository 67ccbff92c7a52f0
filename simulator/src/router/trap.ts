/** 0 missing item or command, 1 argument value, 2 interrupted, 3 scripting, 4 general, 5 API, 6 TTY, 7 `:return`. */
export type TrapCategory = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7

/** A command is rejected, with the router's message. */
export class Trap extends Error {
  readonly category: TrapCategory | undefined

  constructor(message: string, category?: TrapCategory) {
    super(message)
    this.name = 'Trap'
    this.category = category
  }
}

export const noSuchItem = (): Trap => new Trap('no such item (4)', 0)
export const noPermission = (): Trap => new Trap('not enough permissions (9)')

/** The text that the log shows for an error. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : 'unknown')
