/** By error code, where the browser knows more than the message of the reply, or there is no reply. */
export default {
  network: 'The server can’t be reached. Check your connection and try again.',
  aborted: 'The request was cancelled.',
  csrf_mismatch: 'The page was open for too long. Reload it and try again.',
  stale_version: 'Someone else has changed this in the meantime. Check the current values and try again.',
  stale_version_by: '{{by}} has changed this in the meantime. Check the current values and try again.',
  unsupported_media_type: 'This file type is not supported.',
  two_factor_invalid: 'This code is wrong or was already used. Enter the current one, or a recovery code.',
  internal: 'A server error occurred. Try again later.',
  unavailable: 'The server is busy or restarting. Try again in a moment.',
}
