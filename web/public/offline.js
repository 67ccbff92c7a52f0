// The page that the service worker shows without a connection. Its address is the one that was asked for, so a reload
// opens that page.
;(function () {
  var language = /^de\b/i.test(navigator.language) ? 'de' : 'en'
  document.documentElement.lang = language
  document.querySelectorAll('main [lang]').forEach(function (part) {
    part.hidden = part.lang !== language
    part.querySelector('button').addEventListener('click', function () {
      location.reload()
    })
  })
  // A browser that is online need not reach the panel: its server may be down.
  function look() {
    fetch('/manifest.webmanifest', { cache: 'no-store' }).then(
      function (reply) {
        if (reply.ok) location.reload()
      },
      function () {},
    )
  }
  addEventListener('online', look)
  setInterval(look, 5000)
})()
