/** What the server writes of requests to a NAS, sentence for sentence: `said` knows the sentences by these. */
export default {
  gone: 'The session had ended before.',
  code: 'The NAS answered with code {{a}}.',
  noAnswer: 'The NAS did not answer.',
  noReason: 'The NAS gives no reason.',
  otherSecret: 'The NAS answers with another secret.',
  silence: 'No answer from {{a}} port {{b}} to {{c}} tries: unreachable, not listening, or another secret.',
}
