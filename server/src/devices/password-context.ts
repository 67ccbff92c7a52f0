/** Encryption context of device passwords. */
export const passwordContext = (id: number) => `hardware:${id}`
/** Encryption context of the secrets of a command. */
export const commandContext = (id: number) => `command:${id}`
/** Encryption context of the secrets of a rollout. */
export const rolloutContext = (id: number) => `rollout:${id}`
/** Encryption context of the value of a secret variable. */
export const variableContext = (id: number) => `template-variable:${id}`
/** Encryption context of a file of a configuration backup. */
export const backupFileContext = (id: number) => `config-backup-file:${id}`
