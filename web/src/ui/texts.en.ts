export default {
  breadcrumbs: 'Breadcrumb',
  loading: 'Loading …',
  notSet: 'not set',
  yes: 'Yes',
  no: 'No',
  cancel: 'Cancel',
  close: 'Close',
  copy: { do: 'Copy', what: 'Copy {{what}}', done: 'Copied', failed: 'Copying failed' },
  error: {
    title: 'This could not be loaded',
    unknown: 'Something went wrong: {{message}}',
    retry: 'Try again',
    request: 'Request ID',
  },
  forbidden: {
    title: 'No access',
    text: 'Your role doesn’t include this page. Ask an admin of your company.',
  },
  plot: {
    table: 'Show as table',
    picture: 'Show as chart',
    csv: 'Download CSV',
    time: 'Time',
    empty: 'No data in this period',
    label: 'Chart: {{title}}. The same numbers are available as a table.',
  },
}
