/**
 * What the contract and the server say about the firewall of routers, sentence for sentence as they say it: `{{a}}` and
 * so on stand for names, addresses and numbers. `said` knows the sentences by these and answers the same key in the
 * reader's language.
 */
export default {
  ports: 'Ports as numbers, for example 443, 8000-8010 or 80,443.',
  portNumber: 'Ports are numbers from 1 to 65535.',
  portsTurned: 'The range is the wrong way round: the smaller port comes first.',
  portTwice: 'A port stands here twice.',
  oneRange: 'One port or one range. Leave it empty to keep the ports of the outside.',
  asMany: 'As many ports as outside, which are {{a}}. Leave it empty to keep them.',
  source: 'An address, a block or a range, for example 203.0.113.0/24.',
  sourceTurned: 'The range is the wrong way round: the lower address comes first.',
  blockBegins: 'The block begins elsewhere: {{a}}.',
  listAddress: 'An address, a block, a range or a name, for example 203.0.113.7 or host.example.',
  second: 'At least a second.',
  yearSeconds: 'At most a year, in seconds.',
  marked: 'Comments that begin so mark the panel’s own rules. Begin with another word.',
  routerItself: 'This is an address of the router itself. Give that of the device behind it.',
  ownPort: 'The panel comes in by port {{a}}: forwarded, the device would be out of its reach.',
  forwarded: 'This port is forwarded already, by {{a}}.',
  noOutside: 'What leads outside can not be told on this router. Name the interface or the address.',
  ruleItself: 'This is the rule itself. Name another one.',
  ruleUnread: 'The panel has not read this rule, or it is gone. Read the rules of the device first.',
  ownersChange:
    '{{a}} is the owner’s own: here it is switched on and off, and its comment is changed. Change the rest at the router.',
  ownersRemove: '{{a}} is the owner’s own and is not removed here. Switch it off, or remove it at the router.',
  noForward:
    'This rule was changed at the router and is no plain port forward any more. Remove it and make another one, or change it at the router.',
  listSix: 'This list holds IPv4 addresses; those of IPv6 are kept in a firewall of their own.',
  listRange: 'A range is written from its first to its last address: 203.0.113.1-203.0.113.9.',
  listName: 'The name of a list has no spaces, commas, quotes or exclamation marks.',
  holds: '{{a}} holds this address already.',
}
