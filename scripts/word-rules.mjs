// The words that names and English texts do not use, and what to write instead (docs/glossary.md has the terms).
// check-words.mjs applies this table.

/**
 * Words of identifiers, compared with each part of a name (`wayBack` has the parts `way` and `back`) or with parts in a
 * row (`way back`).
 * - write: what to use instead
 * - allowed: names that other programs or the API define, and why
 * - where: files in which the word is a term of the field, and why
 */
export const names = [
  { words: 'house', write: 'project, architecture' },
  {
    words: 'room rooms',
    write: 'module, feature, context',
    where: [/^(server|web)\/src\/(live|api)\//, 'socket.io rooms'],
  },
  { words: 'door doors', write: 'tenantTransaction, withTenant', allowed: ['IconDoorExit', 'Tabler icon'] },
  { words: 'ground grounds', write: 'fixture (tests), context' },
  { words: 'plant plants planted', write: 'create, seed' },
  { words: 'tell tells told', write: 'notify, report' },
  { words: 'say says said', write: 'message, label, report' },
  {
    words: 'words',
    write: 'label, text, message',
    allowed: [
      'words wordsIn checkWords argumentWords queryWords maxWords commonWords fromEncodedWords',
      'this check; words of a text or password, words of a RouterOS API sentence, encoded words (RFC 2047)',
    ],
  },
  { words: 'deed deeds', write: 'action' },
  {
    words: 'fault faults',
    write: 'error',
    where: [/^simulator\/|\.test\.tsx?$/, 'fault injection'],
  },
  { words: 'judge judges judged', write: 'validate' },
  {
    words: 'refuse refuses refused refusal',
    write: 'reject, error',
    allowed: [
      'refused device_refused origin_refused certificate_refused',
      'an outcome of commands and CoA requests, codes and reasons of the API',
    ],
  },
  { words: 'anew begun', write: 'retry, started' },
  {
    words: 'take takes taker',
    write: 'allocate, accept, apply',
    allowed: ['executeTakeFirst executeTakeFirstOrThrow takeBackup takes', 'Kysely; a call and a parameter of the API'],
  },
  { words: 'lineage', write: 'ancestorIds' },
  { words: 'from above', write: 'inherited, shared' },
  { words: 'way back', write: 'rollback' },
  {
    words: 'holder',
    write: 'owner, assignee',
    where: [
      /^simulator\/src\/router\/|^radius\/src\/port-holder\.ts$|\.test\.ts$/,
      'who holds a lock, a port, or the safe mode',
    ],
  },
  {
    words: 'ask asks asked',
    write: 'query, request, enqueue',
    allowed: ['asked_by', 'a parameter of stored mails'],
  },
  {
    words: 'keep keeps kept',
    write: 'save, store, retain',
    allowed: [
      'keep TRUNKLINE_BACKUP_KEEP keepAlive keepAliveInitialDelay keepMounted keepPreviousData',
      'retention (TRUNKLINE_BACKUP_KEEP); Node, Mantine and TanStack Query',
    ],
  },
  { words: 'hear hears heard', write: 'receive, lastSeen', allowed: ['nas_heard NasHeardRow', 'a table'] },
  {
    words: 'most longest least',
    write: 'max, min',
    allowed: ['longestIncreasing', 'the longest increasing subsequence'],
  },
  { words: 'waits paces patience beat abreast', write: 'timeout, interval, heartbeat, concurrency' },
  { words: 'lasting', write: 'permanent, retryable' },
  { words: 'nobody somebody everybody whoever', write: 'the actor: user, caller, worker' },
  { words: 'stands stood lies goes', write: 'is, exists, belongsTo' },
]

/** Words and phrases of the English catalogue. `allowed` are phrases around them that stay. */
export const texts = [
  { words: 'whoever|nobody|somebody|everybody', write: 'the actor: the user, no one, everyone' },
  { words: 'anew|begun', write: 'again, started' },
  { words: 'told|tells|tell|said|says|say', write: 'notified, reported, shows' },
  { words: 'judged?|deeds?|faults?', write: 'validate, action, error' },
  {
    words: 'refused?|refuses|refusal',
    write: 'reject, error',
    allowed: /connections? refused|refused the connection/i,
  },
  { words: 'turned away', write: 'rejected' },
  { words: 'asks for|asked', write: 'requested' },
  { words: 'tak(?:e|es|en|ing) (?:away|over|back)', write: 'remove, adopt, revoke' },
  { words: 'giv(?:e|es|en|ing) back', write: 'release' },
  { words: 'kept', write: 'stored, saved' },
  { words: 'heard', write: 'received' },
  { words: 'stands|stood', write: 'is' },
  { words: 'from above', write: 'inherited' },
  { words: 'way back', write: 'rollback' },
  { words: 'sent off|let in', write: 'disconnected, accepted' },
  { words: 'can not', write: 'cannot' },
  { words: 'house|lineage|patience', write: 'see docs/glossary.md' },
]

/** Files whose strings are the English catalogue. */
export const catalogue =
  /^web\/src\/(?:.+\/)?(?:texts|titles)\.en\.ts$|^contract\/src\/messages\/en(?:\.ts|\/.+\.ts)$|^server\/src\/mail\/texts\.en\.ts$/

/**
 * Findings that are not corrected yet: a line a file, `path: name, "word", …`. Do not add to it;
 * `node scripts/check-words.mjs --prune` removes what is corrected.
 */
export const baseline = `
contract/src/messages/en/hardware.ts: "says"
contract/src/messages/en/wifi.ts: "kept"
radius/src/launch.ts: lastWords
routeros/src/actions/rollback.ts: confirmWayBack, hasWayBack
routeros/src/api/login.test.ts: says
routeros/src/net/socket.ts: wordsOf
routeros/src/wire/fuzz.test.ts: longest
server/src/access/login-as.ts: stands
server/src/access/refresh.ts: stands
server/src/access/throttle.ts: most
server/src/db/embedded/launcher.ts: firstWords, lastWords
server/src/db/pool.ts: begun
server/src/devices/commands.ts: kept
server/src/devices/connections.ts: most
server/src/devices/faults.ts: wordsOf
server/src/devices/guarded-property.test.ts: wayBack
server/src/devices/guarded.test.ts: wayBackOf
server/src/devices/guarded.ts: proveWayBack
server/src/devices/run.ts: kept
server/src/devices/wifi/access-times.ts: hoursWords
server/src/devices/wifi/plan-presence.ts: bandWords
server/src/features/companies/company-rules.ts: setFromAbove
server/src/features/hardware/command-rows.ts: failedWords
server/src/features/hardware/hardware-live.test.ts: take
server/src/features/imports/kinds/subnets.ts: holder
server/src/features/imports/ledger.ts: tell
server/src/features/ipam/aborted.test.ts: asked
server/src/features/lan/addresses.ts: liesIn
server/src/features/lan/lease.ts: holder
server/src/features/lan/network-block.ts: holder
server/src/features/lan/switch-port.ts: stands
server/src/features/radius-certificates/certificate.test.ts: kept
server/src/features/saved-views/saved-view.ts: kept
server/src/features/services/address-rules.ts: says
server/src/features/services/service-addresses.ts: keeps
server/src/features/setup/rotate-keys.test.ts: kept
server/src/features/setup/rotate-keys.ts: kept
server/src/features/sites/site-rules.ts: holder
server/src/http/docs-page.ts: holder
server/src/http/limits.ts: waitAtMost
server/src/live/fan-out.ts: everybody
server/src/live/watching.ts: tell
server/src/mail/texts.en.ts: "asked", "somebody", "stands"
server/src/sessions/records.test.ts: heard
server/src/sessions/send-coa.ts: told_list
server/src/sessions/unanswered.test.ts: told
server/src/testing/devices/wifi-fixture.ts: kept
server/src/testing/matrix/expected.ts: stands
server/src/testing/nas.ts: heard
simulator/src/protocol/api-connection.ts: hear
simulator/src/router/commands-file.ts: keeps
simulator/src/router/fetch.ts: keeps
simulator/src/router/rules-wireless.ts: wordsOf
web/src/access/login-as.ts: wayBack
web/src/detail/texts.en.ts: "refused"
web/src/form/image-field.tsx: setRefused
web/src/form/stale-dialog.tsx: setKeep
web/src/form/texts.de.ts: takeAll, keepAll
web/src/form/texts.en.ts: takeAll, keepAll, "somebody"
web/src/i18n/common/texts.en.ts: "taken back"
web/src/i18n/errors/texts.en.ts: "somebody", "refused"
web/src/list/filter-words.ts: termWords
web/src/list/list-types.ts: keeps
web/src/list/texts.en.ts: "taken back", "refused"
web/src/list/use-list.ts: keeps, keepsRows
web/src/map/world-map.tsx: MapWords
web/src/record/use-record-actions.tsx: ask
web/src/screens/access-control/own-cards.tsx: Asked
web/src/screens/access-control/texts.en.ts: "nobody"
web/src/screens/access/link-token.ts: keptLink
web/src/screens/access/texts.en.ts: "everybody", "say", "kept", "can not", "whoever"
web/src/screens/audit/audit-objects.ts: rooms, roomOf
web/src/screens/audit/texts.en.ts: "refusal", "refused"
web/src/screens/companies/texts.en.ts: "everybody", "nobody", "stands", "somebody"
web/src/screens/dashboard/texts.en.ts: "refused", "kept"
web/src/screens/devices/CommandList.tsx: takeBack
web/src/screens/devices/command-words.ts: deed
web/src/screens/devices/devices.test.tsx: isKept
web/src/screens/devices/texts.de.ts: fault
web/src/screens/devices/texts.en.ts: fault, "said", "refuses", "refused", "say", "taken back", "way back", "asked", "nobody", "take over", "anew", "stands", "can not", "begun"
web/src/screens/devices/use-device-command.ts: ask, asks, setAsked
web/src/screens/devices/use-reading.ts: ReadingFault, isFault
web/src/screens/firewall/entries-card.tsx: askRemove
web/src/screens/firewall/lists-card.tsx: setFault
web/src/screens/firewall/nat-card.tsx: askMove, askSwitch, askRemove
web/src/screens/firewall/rule-cells.tsx: RouterWords
web/src/screens/firewall/texts.en.ts: "way back", "refuse", "asks for", "stands", "nobody"
web/src/screens/hardware/HardwareDetail.tsx: deeds
web/src/screens/hardware/backup-tab.tsx: take
web/src/screens/hardware/bootstrap-dialog.tsx: Waits
web/src/screens/hardware/contact-test.tsx: take
web/src/screens/hardware/contact-values.ts: keeps
web/src/screens/hardware/device-fields.tsx: takeBack
web/src/screens/hardware/dpk-dialog.tsx: dpkFault
web/src/screens/hardware/holders.ts: Holder
web/src/screens/hardware/live-card.tsx: waits
web/src/screens/hardware/management-fields.tsx: keeps
web/src/screens/hardware/place-dialogs.tsx: setRefused, holder
web/src/screens/hardware/texts.de.ts: passwordKept, take, deed, rebootAsked, takeOne, takeAll, waits, takeTitle_one, takeTitle_other, takeText, holder
web/src/screens/hardware/texts.en.ts: passwordKept, take, deed, rebootAsked, takeOne, takeAll, waits, takeTitle_one, takeTitle_other, takeText, holder, "kept", "can not", "stands", "everybody", "asked", "tell", "take over", "somebody", "nobody", "says", "take away", "taken away"
web/src/screens/hardware/use-device-deeds.tsx: useDeviceDeeds, deed
web/src/screens/hardware/use-hardware-actions.tsx: deed, ask
web/src/screens/imports/fault-table.tsx: FaultTable
web/src/screens/imports/file-drop.tsx: take
web/src/screens/imports/file-step.tsx: setFault, take
web/src/screens/imports/kinds.ts: ImportRoom, importRooms
web/src/screens/imports/progress.tsx: tellEvery
web/src/screens/imports/start-import.ts: fileFault
web/src/screens/imports/texts.de.ts: fault, faults
web/src/screens/imports/texts.en.ts: fault, faults, "somebody", "fault", "faults", "stands", "kept"
web/src/screens/installation/mail-state.tsx: kept
web/src/screens/installation/texts.de.ts: keptNote, kept
web/src/screens/installation/texts.en.ts: keptNote, kept, "everybody", "somebody", "asked", "kept"
web/src/screens/invites/texts.en.ts: "asked", "somebody", "anew"
web/src/screens/ipam/PlanDialog.tsx: ask
web/src/screens/ipam/SubnetTree.tsx: keeps
web/src/screens/ipam/address-drawer.tsx: take, TakeValues, TakeAddress
web/src/screens/ipam/address-rows.tsx: onTake, take, holder
web/src/screens/ipam/address-tab.tsx: take
web/src/screens/ipam/category-values.ts: isFromAbove
web/src/screens/ipam/change-words.de.ts: take, holderHelp, holderOf, goes, fromAbove
web/src/screens/ipam/change-words.en.ts: take, holderHelp, holderOf, goes, fromAbove
web/src/screens/ipam/destroy-facts.ts: Holder
web/src/screens/ipam/find-panel.tsx: holder, patience
web/src/screens/ipam/free-map.tsx: mayTake, take
web/src/screens/ipam/history-tab.tsx: setAsked
web/src/screens/ipam/net-field.tsx: netFault
web/src/screens/ipam/plan-ask.tsx: PlanAsk
web/src/screens/ipam/take-preview.tsx: TakePreview
web/src/screens/ipam/texts.de.ts: nobody, holder, take, takeThis, takeTitle, holderHelp, ask
web/src/screens/ipam/texts.en.ts: nobody, holder, take, takeThis, takeTitle, holderHelp, ask, "stands", "given back", "nobody", "kept", "give back", "somebody", "taken back"
web/src/screens/ipam/tree-rows.tsx: TreeRoom, useRoom
web/src/screens/ipam/use-children.ts: Asked
web/src/screens/ipam/use-roving-rows.ts: goWaits
web/src/screens/ipam/use-subnet-actions.tsx: setAsked
web/src/screens/lan/DhcpServers.tsx: askRemove
web/src/screens/lan/Ports.tsx: askCycle
web/src/screens/lan/lan-page.test.tsx: deviceSays
web/src/screens/lan/port-words.ts: usePortWords, powerWords
web/src/screens/lan/rows-card.tsx: kept, askRemove
web/src/screens/lan/texts.de.ts: asked, take, kept, fault, waits, faults
web/src/screens/lan/texts.en.ts: asked, take, kept, fault, waits, faults, "told", "asked", "anew", "says", "can not", "somebody", "way back", "tells", "refuses", "kept", "refused", "fault"
web/src/screens/lan/time-field.tsx: setKept
web/src/screens/licences/licence-fields.tsx: most
web/src/screens/licences/licence-values.ts: most, licenceFaults
web/src/screens/licences/texts.de.ts: nobody, toNobody, fault
web/src/screens/licences/texts.en.ts: nobody, toNobody, fault, "says", "nobody"
web/src/screens/nas/health-part.tsx: heard
web/src/screens/nas/nas-health.ts: Heard, lastHeard, heard
web/src/screens/nas/nas-page.test.tsx: commandsAsked
web/src/screens/nas/setup-tab.tsx: Asked, useTold, setTold, told, tell, setAsked, mayTell, ask
web/src/screens/nas/texts.de.ts: fromAbove, heard, last_heard, secretKept, ipoePasswordKept
web/src/screens/nas/texts.en.ts: fromAbove, heard, last_heard, secretKept, ipoePasswordKept, "said", "can not", "heard", "nobody", "tells", "refused", "somebody", "let in", "says"
web/src/screens/networks/NetworkList.tsx: askRemove
web/src/screens/networks/SwitchPorts.tsx: setAsked, vlanWords, wordsOf
web/src/screens/networks/texts.de.ts: kept
web/src/screens/networks/texts.en.ts: kept, "way back", "kept", "stands"
web/src/screens/profile/texts.en.ts: "whoever", "kept", "asked", "refused", "can not", "nobody"
web/src/screens/radius-certificates/texts.en.ts: "told", "asks for"
web/src/screens/services/address-fields.tsx: asks
web/src/screens/services/dial-values.ts: netFault, Fault, dialFaults, identityFaults
web/src/screens/services/line-words.ts: PlanWords, speedWords, ipv4Words, networkWords, framedWords, delegatedWords, identityWords, loginWords, timeWords, planWords
web/src/screens/services/preview-tab.tsx: Asked, setAsked
web/src/screens/services/texts.de.ts: keepHelp, fault, heard, ask
web/src/screens/services/texts.en.ts: keepHelp, fault, heard, ask, "from above", "says", "somebody", "given back", "can not", "anew", "everybody", "nobody", "asks for", "asked", "refused", "let in"
web/src/screens/sessions/disconnect-dialog.tsx: setAsked
web/src/screens/sessions/session-columns.tsx: heard
web/src/screens/sessions/texts.de.ts: refusedOnly
web/src/screens/sessions/texts.en.ts: refusedOnly, "nobody", "somebody", "tells", "refused", "asked", "heard", "let in", "anew", "told", "said", "fault", "kept"
web/src/screens/sessions/use-answers.ts: Asked, patience
web/src/screens/sites/device-table.tsx: Said
web/src/screens/sites/map-words.ts: mapWords
web/src/screens/sites/own-sites.tsx: shownAtMost
web/src/screens/sites/site-hardware.tsx: take, deeds, takeAway
web/src/screens/sites/site-values.ts: siteFaults
web/src/screens/sites/texts.de.ts: notKept, take, fault
web/src/screens/sites/texts.en.ts: notKept, take, fault, "stands", "can not", "said", "asked", "take away", "taken away"
web/src/screens/sites/use-site-deeds.tsx: useSiteDeeds, said, setSaid, ask
web/src/screens/tariffs/tariff-values.ts: tariffFaults
web/src/screens/tariffs/tariff-words.ts: rateWords, burstWords, quotaWords, lineWords
web/src/screens/tariffs/texts.de.ts: fromAbove, fault
web/src/screens/tariffs/texts.en.ts: fromAbove, fault, "from above", "says", "refused", "nobody", "tells", "told", "say"
web/src/screens/users/texts.en.ts: "nobody", "somebody", "asked", "refused"
web/src/screens/wifi-access/RawList.tsx: askRemove
web/src/screens/wifi-access/by-site.ts: deed
web/src/screens/wifi-access/entry-page.tsx: asksAction
web/src/screens/wifi-access/known-devices.ts: shownAtMost
web/src/screens/wifi-access/raw-words.ts: rowWords
web/src/screens/wifi-access/refusal-text.ts: refusalText
web/src/screens/wifi-access/site-buttons.tsx: asks, setAsks
web/src/screens/wifi-access/texts.de.ts: fault, passphraseKept, asked
web/src/screens/wifi-access/texts.en.ts: fault, passphraseKept, asked, "kept", "nobody", "can not", "stands", "somebody", "say", "sent off", "says", "tell", "told", "asked", "refused", "everybody", "let in", "turned away"
web/src/screens/wifi-access/use-entry-list.tsx: deed
web/src/screens/wifi/WifiClients.tsx: deed
web/src/screens/wifi/controller-card.tsx: askProvision
web/src/screens/wifi/found-networks.tsx: take
web/src/screens/wifi/join-dialog.tsx: ask
web/src/screens/wifi/live-end.tsx: setAsked
web/src/screens/wifi/network-card.tsx: tells, askPull
web/src/screens/wifi/network-fields.tsx: most
web/src/screens/wifi/network-values.ts: laidFaults
web/src/screens/wifi/site-freshness.tsx: Refused, setRefused
web/src/screens/wifi/texts.de.ts: asked, take, takeOf, powerMost
web/src/screens/wifi/texts.en.ts: asked, take, takeOf, powerMost, "told", "asked", "nobody", "stands", "anew", "take over", "kept", "whoever", "somebody", "say", "sent off", "let in"
web/src/screens/wifi/words.ts: SaidDifference
web/src/shell/panel/texts.de.ts: begun
web/src/shell/panel/texts.en.ts: begun, "kept", "anew", "asked", "somebody"
web/src/shell/texts.en.ts: "fault"
web/src/shell/toasts.tsx: atMost
web/src/testing/wifi-fixture.tsx: deed
web/src/ui/announcer.tsx: setSaid
web/src/ui/question.tsx: ask
`
