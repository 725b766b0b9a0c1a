// Creates QR codes of short texts by ISO/IEC 18004: bytes, versions 1 to 5, level L, the mask with the smallest
// penalty. This module does not depend on the page.

const versions = [
  [19, 7],
  [34, 10],
  [55, 15],
  [80, 20],
  [108, 26],
] // bytes of data and of error correction

// MARK: Reed and Solomon

const power = new Uint8Array(512),
  log = new Uint8Array(256)
for (let i = 0, x = 1; i < 255; i++) {
  power[i] = power[i + 255] = x
  log[x] = i
  x = (x << 1) ^ (x & 128 ? 0x11d : 0)
}
const times = (a, b) => (a && b ? power[log[a] + log[b]] : 0)

export function correction(data, count) {
  let generator = [1]
  for (let i = 0; i < count; i++) {
    const next = [...generator, 0]
    generator.forEach((v, k) => {
      next[k + 1] ^= times(v, power[i])
    })
    generator = next
  }
  const rest = [...data, ...Array(count).fill(0)]
  data.forEach((_, i) => {
    const lead = rest[i]
    generator.forEach((v, k) => {
      rest[i + k] ^= times(v, lead)
    })
  })
  return rest.slice(data.length)
}

// MARK: Bits

/**
 * @param {number[]} bytes
 * @param {any} version
 */
function codewords(bytes, [room, count]) {
  const bits = []
  const add = (value, length) => {
    for (let i = length - 1; i >= 0; i--) bits.push((value >> i) & 1)
  }
  add(4, 4)
  add(bytes.length, 8)
  for (const byte of bytes) add(byte, 8)
  add(0, Math.min(4, room * 8 - bits.length))
  while (bits.length % 8) bits.push(0)
  const data = []
  for (let i = 0; i < bits.length; i += 8) data.push(parseInt(bits.slice(i, i + 8).join(""), 2))
  for (let k = 0; data.length < room; k++) data.push(k % 2 ? 0x11 : 0xec)
  return [...data, ...correction(data, count)]
}

// MARK: Modules

const masks = [
  (r, c) => (r + c) % 2 === 0,
  r => r % 2 === 0,
  (_, c) => c % 3 === 0,
  (r, c) => (r + c) % 3 === 0,
  (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2 === 0,
  (r, c) => ((r * c) % 2) + ((r * c) % 3) === 0,
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2 === 0,
  (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2 === 0,
]

// Returns the rows of a code as booleans, where true is dark; null if the text is too long.
export function code(text) {
  const bytes = new TextEncoder().encode(text)
  const number = versions.findIndex(([room]) => bytes.length + 2 <= room)
  if (number < 0) return null
  const size = 21 + 4 * number,
    words = codewords([...bytes], versions[number])
  const all = masks.map((mask, i) => drawn(size, number, words, mask, i))
  return all.reduce((a, b) => (penalty(b) < penalty(a) ? b : a))
}

function drawn(size, number, words, mask, maskNumber) {
  const dark = Array.from({ length: size }, () => Array(size).fill(null))
  const put = (r, c, v) => {
    if (r >= 0 && c >= 0 && r < size && c < size) dark[r][c] = v
  }
  for (const [top, left] of [
    [0, 0],
    [0, size - 7],
    [size - 7, 0],
  ]) {
    for (let r = -1; r <= 7; r++)
      for (let c = -1; c <= 7; c++) {
        const ring = Math.max(Math.abs(r - 3), Math.abs(c - 3))
        put(top + r, left + c, ring !== 2 && ring < 4)
      }
  }
  if (number > 0) {
    const middle = size - 7
    for (let r = -2; r <= 2; r++)
      for (let c = -2; c <= 2; c++) put(middle + r, middle + c, Math.max(Math.abs(r), Math.abs(c)) !== 1)
  }
  for (let i = 8; i < size - 8; i++) {
    put(6, i, i % 2 === 0)
    put(i, 6, i % 2 === 0)
  }
  writeFormat(dark, size, (1 << 3) | maskNumber)
  let bit = 0
  for (let right = size - 1, isUp = true; right > 0; right -= 2, isUp = !isUp) {
    if (right === 6) right--
    for (let k = 0; k < size; k++) {
      const r = isUp ? size - 1 - k : k
      for (const c of [right, right - 1]) {
        if (dark[r][c] !== null) continue
        const value = (words[bit >> 3] >> (7 - (bit & 7))) & 1
        bit++
        dark[r][c] = !!value !== mask(r, c)
      }
    }
  }
  return dark
}

function writeFormat(dark, size, value) {
  let rest = value << 10
  for (let i = 14; i >= 10; i--) if ((rest >> i) & 1) rest ^= 0x537 << (i - 10)
  const bits = ((value << 10) | rest) ^ 0x5412
  for (let i = 0; i < 15; i++) {
    const isDark = !!((bits >> i) & 1)
    // The format bits are beside the upper left corner, and again beside two other corners.
    if (i < 6) dark[i][8] = isDark
    else if (i < 8) dark[i + 1][8] = isDark
    else if (i === 8) dark[8][7] = isDark
    else dark[8][14 - i] = isDark
    if (i < 8) dark[8][size - 1 - i] = isDark
    else dark[size - 15 + i][8] = isDark
  }
  dark[size - 8][8] = true
}

function penalty(dark) {
  const size = dark.length
  let sum = 0
  for (const at of [(i, k) => dark[i][k], (i, k) => dark[k][i]]) {
    for (let i = 0; i < size; i++) {
      let run = 1
      for (let k = 1; k <= size; k++) {
        if (k < size && at(i, k) === at(i, k - 1)) {
          run++
          continue
        }
        if (run >= 5) sum += run - 2
        run = 1
      }
    }
  }
  for (let r = 1; r < size; r++)
    for (let c = 1; c < size; c++) {
      if (dark[r][c] === dark[r - 1][c] && dark[r][c] === dark[r][c - 1] && dark[r][c] === dark[r - 1][c - 1])
        sum += 3
    }
  const part = dark.flat().filter(Boolean).length / size ** 2
  return sum + 10 * Math.floor(Math.abs(part - 0.5) * 20)
}

// Returns the path of an SVG in which a module is one unit wide, including the quiet zone around the code.
export function pathOf(dark) {
  return dark
    .flatMap((row, r) => row.flatMap((isDark, c) => (isDark ? [`M${c + 4} ${r + 4}h1v1h-1z`] : [])))
    .join("")
}
