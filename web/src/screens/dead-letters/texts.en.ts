export default {
  title: 'Dead letters',
  subtitle: 'Accounting records and logins that could not be stored. They are deleted after 90 days.',
  empty: {
    title: 'No dead letters',
    text: 'Every record that a NAS sent was stored. Records that the database rejects appear here.',
  },
  field: {
    id: 'Id',
    at: 'Received',
    kind: 'Kind',
    reason: 'Reason',
    sqlstate: 'SQLSTATE',
    error: 'Error',
    nas_id: 'NAS id',
    nas_name: 'NAS',
    login: 'User name',
    retries: 'Retries',
    retried_at: 'Last retry',
    attributes: 'Attributes',
  },
  value: {
    kind: { accounting: 'Accounting', login: 'Login' },
    reason: {
      'invalid-value': 'Invalid value',
      conflict: 'Conflicts with other data',
      definition: 'Database definition',
      rejected: 'Rejected by the panel',
      other: 'Other error',
    },
  },
  advice: {
    'invalid-value':
      'An attribute has a value that cannot be stored. Compare the attributes below with the error, and check the NAS that sent them.',
    conflict:
      'The record contradicts data that is already stored. Retry it once; if it fails again, the session is recorded already.',
    definition: 'A table or function of the database does not match this version. Finish the update, then retry.',
    rejected: 'The panel does not know what the record refers to, for example its NAS. Add it, then retry.',
    other: 'See the error below. Retry when its cause is resolved.',
  },
  noLogin: 'No user name',
  eventTime: 'Event time',
  open: 'details of {{name}}',
  retry: {
    action: 'Retry',
    many: 'Retry records',
    text: 'The records are stored again. Those that succeed leave this list.',
    done: 'The record was stored.',
    notLogin: 'Only accounting records can be retried.',
  },
  destroy: {
    action: 'Delete',
    title: 'Delete record',
    many: 'Delete records',
    text: 'The data that a NAS reported is lost for good. To keep a copy, export the list first.',
    done: 'The record was deleted.',
  },
}
