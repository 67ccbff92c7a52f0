/** Parses `Name <local@domain>` or `local@domain`, the format of the setting MAIL_FROM. */
export function parseMailbox(text: string): { name: string; address: string; domain: string } {
  const [, name = '', bracketed, plain] = /^(?:([^<>]*)<([^<>\s]+)>|(\S+))$/.exec(text.trim()) ?? []
  const address = bracketed ?? plain ?? ''
  return {
    name: name.trim().replace(/^"(.*)"$/, '$1'),
    address,
    domain: address.slice(address.lastIndexOf('@') + 1) || 'localhost',
  }
}
