/**
 * Text of RouterOS scripts.
 * https://help.mikrotik.com/docs/spaces/ROS/pages/47579229/Scripting#Scripting-Constants
 */

const escapes: Readonly<Record<string, string>> = {
  '\\': String.raw`\\`,
  '"': String.raw`\"`,
  $: String.raw`\$`,
  '\n': String.raw`\n`,
  '\r': String.raw`\r`,
  '\t': String.raw`\t`,
}

/** A text as a quoted string of a script: no part of it is evaluated. */
export const quoted = (text: string): string =>
  `"${text.replaceAll(/[\\"$\n\r\t]/g, (character) => escapes[character] ?? character)}"`

/** A menu as a script names it: `/ip/address` is `/ip address`, which RouterOS 6 understands as well. */
export const scriptPath = (menu: string): string => `/${menu.replaceAll('/', ' ')}`
