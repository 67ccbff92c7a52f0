/** Sentences of the server about records that could not be stored. */
export default {
  gone: 'This record is no longer there: it was stored or deleted.',
  notAccounting: 'Not stored: Only accounting records can be retried.',
  notStored: 'Not stored: {{a}}',
}
