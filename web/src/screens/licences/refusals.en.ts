/** What the contract and the server say of licences, sentence for sentence: `said` knows the sentences by these. */
export default {
  partTwice: 'A part is named twice.',
  quantityMost: 'At most 1,000,000.',
  atLeast: 'At least 1.',
  amountMost: 'At most 10,000 at a time.',
}
