/** How far a long command is. */
type Report = (progress: { stage: string; done: number; total: number }) => void

/** Shows on standard error how far `work` is, as it reports, until it has ended. */
export async function withProgress<T>(work: (report: Report) => Promise<T>): Promise<T> {
  const progress = progressReporter(process.stderr)
  try {
    return await work(progress.report)
  } finally {
    progress.end()
  }
}

/** Rewrites one line on a terminal, else writes a line per tenth. */
function progressReporter(stream: NodeJS.WriteStream): { report: Report; end(): void } {
  let shown = ''
  let open = false
  return {
    report({ stage, done, total }) {
      const percent = total > 0 ? Math.floor((100 * done) / total) : 100
      const line = `${stage}: ${stream.isTTY ? percent : percent - (percent % 10)} %`
      if (line === shown) return
      shown = line
      open = stream.isTTY
      stream.write(stream.isTTY ? `\r\u001b[K${line}` : `${line}\n`)
    },
    end() {
      if (open) stream.write('\n')
    },
  }
}
