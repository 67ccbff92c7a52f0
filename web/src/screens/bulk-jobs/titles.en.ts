/** Titles of the pages. */
export default {
  bulkJobs: 'Bulk jobs',
  bulkJob: 'Bulk job',
}
