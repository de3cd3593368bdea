import { crc32, inflateSync } from 'node:zlib'
import { IMAGE_UNPACKED_BYTES_MAX } from '../limits.ts'
import { Unreadable } from '../parsing/unreadable.ts'

/** Size of an image in pixels. */
export interface ImageSize {
  width: number
  height: number
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.length)

/** A PNG that was checked. */
export interface Png extends ImageSize {
  bitDepth: number
  /** 0 gray, 2 RGB, 3 palette, 4 gray with alpha, 6 RGB with alpha. */
  colorType: number
  palette: Uint8Array | undefined
  /** Its pixels, packed. */
  packed: Uint8Array
}

/** Samples of a pixel by the color type of a PNG. */
export const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
/** Bits of a sample that a PNG can have, by its color type. */
const BIT_DEPTHS: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
}

interface Chunk {
  type: string
  data: Uint8Array
}

/** The chunks of a PNG up to its end. @throws Unreadable when one is cut short or damaged. */
function* chunksOf(bytes: Uint8Array): Generator<Chunk> {
  const view = viewOf(bytes)
  for (let at = 8, type = ''; type !== 'IEND';) {
    const length = at + 12 <= bytes.length ? view.getUint32(at) : Infinity
    if (at + 12 + length > bytes.length) throw new Unreadable('The PNG ends too early.')
    type = Buffer.from(bytes.buffer, bytes.byteOffset + at + 4, 4).toString('latin1')
    const isWhole = crc32(bytes.subarray(at + 4, at + 8 + length)) === view.getUint32(at + 8 + length)
    if (!isWhole) throw new Unreadable('The PNG is damaged.')
    yield { type, data: bytes.subarray(at + 8, at + 8 + length) }
    at += 12 + length
  }
}

/**
 * Checks a whole PNG before it is unpacked: every chunk and its checksum, the end, and the size of its pixels.
 * @throws Unreadable
 */
export function checkPng(bytes: Uint8Array): Png {
  const packed: Uint8Array[] = []
  let header: Omit<Png, 'palette' | 'packed'> | undefined
  let palette: Uint8Array | undefined
  for (const { type, data } of chunksOf(bytes)) {
    if (type === 'IHDR' && data.length === 13) header ??= headerOf(viewOf(data))
    else if (!header) throw new Unreadable('The PNG does not begin as one.')
    if (type === 'PLTE') palette = data
    if (type === 'IDAT') packed.push(data)
  }
  const { width, height, bitDepth, colorType } = header!
  if (colorType === 3 && !isPalette(palette)) throw new Unreadable('The PNG has no palette.')
  const unpacked = height * (1 + Math.ceil((width * bitDepth * SAMPLES[colorType]!) / 8))
  if (unpacked > IMAGE_UNPACKED_BYTES_MAX) throw new Unreadable('The image has too many pixels.')
  const all = packed.length === 1 ? packed[0]! : Buffer.concat(packed)
  refuseOther(all, unpacked)
  return { width, height, bitDepth, colorType, palette, packed: all }
}

function headerOf(view: DataView): Omit<Png, 'palette' | 'packed'> {
  const [width, height] = [view.getUint32(0), view.getUint32(4)]
  const [bitDepth, colorType] = [view.getUint8(8), view.getUint8(9)]
  if (width === 0 || height === 0) throw new Unreadable('The PNG has no pixels.')
  if (!BIT_DEPTHS[colorType]?.includes(bitDepth)) throw new Unreadable('The PNG has pixels of a kind that no PNG has.')
  const isRead = view.getUint8(12) === 0 && !(colorType > 3 && bitDepth === 16)
  if (!isRead) throw new Unreadable('The PNG is interlaced, or has 16 bits and transparency; save it otherwise.')
  return { width, height, bitDepth, colorType }
}

/** Whether it has colors: three bytes each, at most 256. */
const isPalette = (data: Uint8Array | undefined): boolean =>
  data !== undefined && data.length > 0 && data.length <= 768 && data.length % 3 === 0

/** Refuses packed data that unpacks to more or less than the pixels. */
function refuseOther(packed: Uint8Array, unpacked: number): void {
  let length: number
  try {
    length = inflateSync(packed, { maxOutputLength: unpacked }).length
  } catch {
    throw new Unreadable('The pixels of the PNG cannot be unpacked.')
  }
  if (length < unpacked) throw new Unreadable('The PNG has too few pixels.')
}

/** Markers of a JPEG without a length: restarts and standalone markers. */
const STANDALONE = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)
const FRAMES = [0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf]

/** Checks that a JPEG has a frame with pixels, a scan, and an end. Its pixels stay as they are. @throws Unreadable */
export function checkJpeg(bytes: Uint8Array): ImageSize {
  const view = viewOf(bytes)
  let size: ImageSize | undefined
  for (let at = 2; at + 4 <= bytes.length;) {
    if (view.getUint8(at) !== 0xff) break
    const marker = view.getUint8(at + 1)
    if (marker === 0xff || STANDALONE(marker)) {
      at += marker === 0xff ? 1 : 2
      continue
    }
    const length = view.getUint16(at + 2)
    if (FRAMES.includes(marker) && at + 9 <= bytes.length) {
      size = { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    }
    if (marker === 0xda) return wholeJpeg(bytes, at, size)
    at += 2 + length
  }
  throw new Unreadable('The JPEG cannot be read.')
}

function wholeJpeg(bytes: Uint8Array, scan: number, size: ImageSize | undefined): ImageSize {
  const end = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).lastIndexOf(Buffer.of(0xff, 0xd9))
  if (end < scan) throw new Unreadable('The JPEG ends too early.')
  if (!size || size.width === 0 || size.height === 0) throw new Unreadable('The JPEG has no pixels.')
  return size
}
