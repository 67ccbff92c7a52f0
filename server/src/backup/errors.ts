/** Exit codes of `backup` and `restore`, by sysexits.h where it has one. */
export const exitCodes = {
  usage: 64,
  /** The backup is damaged, cut off, or not a backup. */
  data: 65,
  /** There is no such file. */
  noInput: 66,
  /** The target holds something already, or can't be written. */
  cannotCreate: 73,
  /** Another backup or restore runs on this database. */
  busy: 75,
  /** The passphrase is wrong or missing. */
  passphrase: 77,
  /** The key is another one than that of the backup, or a setting is missing. */
  config: 78,
} as const

/** Why a backup or restore ended. The message is for the person who runs it. */
export class BackupError extends Error {
  override name = 'BackupError'
  readonly exitCode: number
  constructor(kind: keyof typeof exitCodes, message: string, options?: ErrorOptions) {
    super(message, options)
    this.exitCode = exitCodes[kind]
  }
}
