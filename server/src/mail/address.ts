/** The parts of `Name <local@domain>` or `local@domain`, as the setting MAIL_FROM is written. */
export function parseMailbox(text: string): { name: string; address: string; domain: string } {
  const [, name = '', bracketed, plain] = /^(?:([^<>]*)<([^<>\s]+)>|(\S+))$/.exec(text.trim()) ?? []
  const address = bracketed ?? plain ?? ''
  return {
    name: name.trim().replace(/^"(.*)"$/, '$1'),
    address,
    domain: address.slice(address.lastIndexOf('@') + 1) || 'localhost',
  }
}
