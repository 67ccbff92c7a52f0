import { dialCalls } from './service.ts'

/** Accounts for dialling in over a VPN: services of any company, on a NAS for VPN. The panel reaches routers by them. */
export const vpnDialups = dialCalls({
  name: 'vpn-dialup',
  subject: 'vpn-dialups',
  nouns: ['VPN dial-up', 'VPN dial-ups'],
})
