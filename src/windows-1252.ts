/** What windows-1252 has where ISO-8859-1 has control characters, from 0x80 on. Five places have nothing. */
export const FROM_0X80 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'

/**
 * A text of windows-1252 that was decoded as if it were ISO-8859-1: Node's TextDecoder does that, whatever it is told.
 * No file of ours has the control characters, so one that says ISO-8859-1 is read so, too.
 */
export const withSigns = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- they are what is replaced
  text.replace(/[\x80-\x9f]/g, (control) => FROM_0X80[control.charCodeAt(0) - 0x80]!)
