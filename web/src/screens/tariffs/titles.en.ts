/** Titles of the pages, and of the entries in the menu. */
export default {
  tariffs: 'RADIUS Tariffs',
  tariffCreate: 'New tariff',
  tariffUpdate: 'Edit tariff',
}
