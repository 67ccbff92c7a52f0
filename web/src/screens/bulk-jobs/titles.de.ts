/** Titel der Seiten. */
export default {
  bulkJobs: 'Sammelaufträge',
  bulkJob: 'Sammelauftrag',
}
