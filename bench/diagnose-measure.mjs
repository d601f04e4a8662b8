/** Loaded before a program: its last line on standard error is what it took. */
process.on('exit', () => {
  const { user, system } = process.cpuUsage()
  const rss = process.resourceUsage().maxRSS / 1000
  const took = { ms: performance.now(), cpu: (user + system) / 1000, rss }
  process.stderr.write(`${JSON.stringify(took)}\n`)
})
