import { dialCalls } from './service.ts'

/** Accounts for VPN connections: services of any company, on a NAS for VPN. The panel reaches routers through them. */
export const vpnDialups = dialCalls({
  name: 'vpn-dialup',
  subject: 'vpn-dialups',
  nouns: ['VPN dial-up', 'VPN dial-ups'],
})
