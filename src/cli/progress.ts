/** Shows how far a long command is: rewriting one line on a terminal, else a line per tenth. */
export function progressReporter(stream: NodeJS.WriteStream): {
  report(progress: { stage: string; done: number; total: number }): void
  end(): void
} {
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
