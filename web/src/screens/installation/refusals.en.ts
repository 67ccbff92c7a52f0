/** Errors of the contract and the server about the settings, sentence for sentence. */
export default {
  radiusForm: 'Enter an IPv4 address, an IPv6 address or a DNS name such as radius.example.net.',
  radiusLocal: 'Routers do not reach this address. Enter the address at which they reach the RADIUS server.',
  radiusFirst: 'Enter the first RADIUS server before the second.',
  radiusTwice: 'Enter another address than that of the first RADIUS server.',
  linkExpired: 'The link in this mail has expired and was deleted. Send a new link instead.',
}
