/** What the contract and the server say of licences, sentence for sentence: `said` knows the sentences by these. */
export default {
  partTwice: 'A part is named twice.',
  quantityMost: 'At most 1,000,000.',
  atLeast: 'At least 1.',
  amountMost: 'At most 10,000 at a time.',
  noCompany: 'There is no such company.',
  provider: 'The provider needs no licence.',
  perpetual: 'A perpetual licence has no end.',
  sayEnd: 'Say when it ends.',
  endFirst: 'The end comes before the start.',
  dayOver: 'This day is over.',
  cancelled: 'This licence is cancelled, which is final.',
  over: 'This licence is over. Give it a new end first.',
  trash: 'This is in the trash.',
  trashFirst: 'This is in the trash. Take it back out first.',
  noReminder: 'A perpetual licence has no end to remind of.',
  noAdmin: 'This company has no active administrator to write to.',
}
