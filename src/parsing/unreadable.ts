/** A refused file; the message tells the sender why. */
export class Unreadable extends Error {}

/** Why a file that takes too much memory is refused. */
export const TOO_MUCH = 'It takes too much memory to read.'
