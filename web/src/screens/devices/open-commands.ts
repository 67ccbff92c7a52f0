import { useSyncExternalStore } from 'react'

/** A command of this page that its device has not confirmed yet. */
export interface OpenCommand {
  id: number
  /** The device, if known. */
  hardwareId: number | undefined
  /** The id on the device of the row that it changes; undefined for a new row, and for settings. */
  row: string | undefined
}

let commands: readonly OpenCommand[] = []
const listeners = new Set<() => void>()

function set(next: readonly OpenCommand[]): void {
  commands = next
  for (const listener of listeners) listener()
}

/** Adds a command that was enqueued. */
export const openCommand = (command: OpenCommand): void => set([...commands, command])

/** Removes a command whose result is displayed. */
export const closeCommand = (id: number): void => set(commands.filter((command) => command.id !== id))

/** The commands of this page that have not ended. */
export const useOpenCommands = (): readonly OpenCommand[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => commands,
  )

/** Whether a command of this page changes the row of a device. */
export const changesRow = (open: readonly OpenCommand[], hardwareId: number, row: string): boolean =>
  open.some((command) => command.hardwareId === hardwareId && command.row === row)
