/** What the sealed password of a device is sealed for. */
export const passwordContext = (id: number) => `hardware:${id}`
/** What the secrets of a command are sealed for. */
export const commandContext = (id: number) => `command:${id}`
