/** What the server says of tariffs, sentence for sentence as it says it: `said` knows the sentences by these. */
export default {
  burstWhole: 'A burst has a download rate, an upload rate and a time.',
  burstNeedsRate: 'A burst needs a rate that it goes beyond.',
  burstSlower: 'The burst is at least as fast as the rate.',
  thresholdAlone: 'A threshold belongs to a burst.',
  thresholdHigh: 'The threshold is at most the burst rate.',
  slowNeeded: 'Say how slow it gets when the quota is used up.',
  slowFaster: 'This is faster than the rate.',
  offeredBelow: 'A tariff is offered to companies below its owner.',
  ownerClient: 'A client has no {{a}}.',
  usedByOne: '1 service has this tariff. Give them another first.',
  usedByMany: '{{a}} services have this tariff. Give them another first.',
  price: 'Give an amount such as 24.90.',
  manyCompanies: 'At most 500 companies.',
}
