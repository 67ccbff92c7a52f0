/** Exit codes of `backup` and `restore`, by sysexits.h where it has one. */
export const exitCodes = {
  usage: 64,
  /** The backup is damaged, truncated, or not a backup. */
  data: 65,
  /** The file does not exist. */
  noInput: 66,
  /** The target is not empty, or not writable. */
  cannotCreate: 73,
  /** Another backup or restore is running on this database. */
  busy: 75,
  /** The passphrase is wrong or missing. */
  passphrase: 77,
  /** The key differs from that of the backup, or a setting is missing. */
  config: 78,
} as const

/** Why a backup or restore failed. The message is for the operator who runs it. */
export class BackupError extends Error {
  override name = 'BackupError'
  readonly exitCode: number
  constructor(kind: keyof typeof exitCodes, message: string, options?: ErrorOptions) {
    super(message, options)
    this.exitCode = exitCodes[kind]
  }
}
