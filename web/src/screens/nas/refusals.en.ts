/** What the contract and the server say of NAS devices, sentence for sentence: `said` knows the sentences by these. */
export default {
  address: 'Another NAS has this address.',
  secret: 'From 8 to 64 letters, digits, dots, dashes and underscores, without spaces.',
  purpose: 'A purpose is named twice.',
  pool: 'A pool is named twice.',
  pools: 'At most 50 pools.',
  poolKind: 'Choose a pool that gives IPv4 addresses.',
  port: 'From 1 to 65535.',
  ownerClient: 'A client has no {{a}}.',
  boundOne: '1 service is bound to this NAS. Free them first.',
  boundMany: '{{a}} services are bound to this NAS. Free them first.',
}
