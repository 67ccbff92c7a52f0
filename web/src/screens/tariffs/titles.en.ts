/** Titles of the pages, and of the entries in the menu. */
export default {
  tariffs: 'RADIUS tariffs',
  tariffCreate: 'New tariff',
  tariffUpdate: 'Edit tariff',
}
