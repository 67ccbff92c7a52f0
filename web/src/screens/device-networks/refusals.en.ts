/** Errors of the contract and the server about networks of devices, sentence for sentence. */
export default {
  form: 'A network with its length, for example 10.20.0.0/16.',
  host: 'A network with its length and without host bits, for example 10.20.0.0/16.',
  notPrivate:
    'This is not within a private network: 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, 100.64.0.0/10 or fc00::/7.',
  wider: '{{a}} is allotted to this company already.',
}
