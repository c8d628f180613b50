/**
 * Draws the side view of a ship as SVG: the silhouette depends on the type, the scale on the length, and the colours on the IMO number. The
 * same ship always looks the same.
 */

import { createRandom, type Random } from '../seed/createRandom';
import type { ShipRow, ShipType } from '../seed/makeShips';

const WIDTH = 320;
const HEIGHT = 180;
const WATERLINE = 138;
const LONGEST_METRES = 400;

const HULLS = ['#7a2c2c', '#1f3a5f', '#2f4f3f', '#3a3a44', '#8a4b1f', '#0f5c63', '#4a2f5c', '#234a8a'];
const SKIES = [
  ['#bfd9ea', '#eef5f8'],
  ['#f2c9a1', '#fbeedd'],
  ['#9fb4c7', '#dfe6ec'],
  ['#c8d8c9', '#f1f4ea'],
] as const;
const BOXES = ['#b5533c', '#2e6f95', '#d9a441', '#5b7f4f', '#7d7d8c', '#c7c2b6'];

type Rect = (x: number, y: number, width: number, height: number, fill: string) => string;
const rect: Rect = (x, y, width, height, fill) =>
  `<rect x="${x.toFixed(1)}" y="${y.toFixed(1)}" width="${width.toFixed(1)}" height="${height.toFixed(1)}" fill="${fill}"/>`;

/** Draws the superstructure on the deck; `left` and `length` are those of the hull, `deck` is the y coordinate of the deck. */
type Superstructure = (random: Random, left: number, length: number, deck: number) => string;

const bridge = (left: number, length: number, deck: number, share: number, height: number): string => {
  const x = left + length * share;
  const width = Math.max(10, length * 0.08);
  const windows = rect(x + 2, deck - height + 3, width - 4, 2.5, '#2b3a4a');
  return rect(x, deck - height, width, height, '#f4f1ea') + windows + rect(x + width * 0.55, deck - height - 9, 5, 9, '#c9462c');
};

const DECKS: Record<ShipType, Superstructure> = {
  CONTAINER_SHIP(random, left, length, deck) {
    const stacks: string[] = [];
    const box = 7;
    for (let x = left + length * 0.06; x < left + length * 0.92 - box; x += box + 0.6) {
      const beside = x + box > left + length * 0.185 && x < left + length * 0.28;
      const rows = beside ? 0 : random.whole(2, 5);
      for (let row = 1; row <= rows; row++) stacks.push(rect(x, deck - row * 4.6, box, 4.2, random.pick(BOXES)));
    }
    return stacks.join('') + bridge(left, length, deck, 0.19, 34);
  },
  BULK_CARRIER(_random, left, length, deck) {
    const hatches = [0.27, 0.4, 0.53, 0.66, 0.79].map(share =>
      rect(left + length * share, deck - 5, length * 0.09, 5, '#8d8577'),
    );
    return hatches.join('') + bridge(left, length, deck, 0.06, 26);
  },
  TANKER(_random, left, length, deck) {
    const pipes =
      rect(left + length * 0.2, deck - 4, length * 0.68, 1.6, '#a9482f') +
      rect(left + length * 0.52, deck - 11, 3, 11, '#a9482f');
    return pipes + bridge(left, length, deck, 0.05, 28);
  },
  GAS_CARRIER(_random, left, length, deck) {
    const radius = Math.min(16, length * 0.07);
    const domes = [0.32, 0.49, 0.66, 0.83].map(
      share =>
        `<circle cx="${(left + length * share).toFixed(1)}" cy="${deck - 1}" r="${radius.toFixed(1)}" fill="#d3c6a4" stroke="#8d8367"/>`,
    );
    return domes.join('') + bridge(left, length, deck, 0.07, 30);
  },
  VEHICLE_CARRIER: (_random, left, length, deck) =>
    rect(left + length * 0.02, deck - 30, length * 0.93, 30, '#dfe3e6') +
    rect(left + length * 0.02, deck - 24, length * 0.93, 1.2, '#9aa4ad') +
    rect(left + length * 0.78, deck - 37, length * 0.1, 7, '#f4f1ea'),
  GENERAL_CARGO(_random, left, length, deck) {
    const cranes = [0.4, 0.66].map(share => {
      const x = left + length * share;
      return `${rect(x, deck - 26, 3, 26, '#d9a441')}<path d="M${x.toFixed(1)} ${deck - 25} l26 -12 l1 2 l-25 13z" fill="#d9a441"/>`;
    });
    return (
      rect(left + length * 0.24, deck - 4, length * 0.62, 4, '#8d8577') + cranes.join('') + bridge(left, length, deck, 0.07, 24)
    );
  },
  CRUISE_SHIP(_random, left, length, deck) {
    const floors = Array.from({ length: 6 }, (_, floor) => {
      const inset = length * (0.04 + floor * 0.025);
      const y = deck - (floor + 1) * 7;
      return (
        rect(left + inset, y, length * 0.9 - inset * 1.6, 6.4, '#fbfaf6') +
        rect(left + inset + 3, y + 2, length * 0.9 - inset * 1.6 - 6, 2, '#5b7386')
      );
    });
    return floors.join('') + rect(left + length * 0.24, deck - 54, 14, 12, '#1f3a5f');
  },
  FERRY: (_random, left, length, deck) =>
    rect(left + length * 0.04, deck - 16, length * 0.84, 16, '#fbfaf6') +
    rect(left + length * 0.06, deck - 12, length * 0.8, 2.4, '#3b5870') +
    rect(left + length * 0.2, deck - 26, length * 0.5, 10, '#fbfaf6') +
    rect(left + length * 0.34, deck - 38, 12, 12, '#c9462c'),
};

/** @returns a complete SVG document without scripts, styles or links */
export function drawShip(ship: ShipRow): string {
  const random = createRandom(Number(ship.imo));
  const [high, low] = random.pick(SKIES);
  const hull = random.pick(HULLS);
  const length = 120 + 170 * (ship.length_metres / LONGEST_METRES);
  const left = (WIDTH - length) / 2;
  const right = left + length;
  const deck = WATERLINE - 14 - random.whole(0, 4);
  const keel = WATERLINE + 8;
  const body = `M${left.toFixed(1)} ${deck} H${(right - 6).toFixed(1)} L${(right + 4).toFixed(1)} ${deck - 5} L${(right - 10).toFixed(1)} ${keel} H${(left + 7).toFixed(1)} Z`;
  const waves = Array.from({ length: 9 }, (_, index) => {
    const x = index * 38 + random.whole(-8, 8);
    const y = WATERLINE + 10 + random.whole(0, 26);
    return `<path d="M${x} ${y} q9 -4 18 0 t18 0" fill="none" stroke="#ffffff" stroke-opacity="0.35" stroke-width="1.4"/>`;
  }).join('');
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img">`,
    `<title>${escapeXml(`${ship.name}, IMO ${ship.imo}`)}</title>`,
    `<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${high}"/><stop offset="1" stop-color="${low}"/></linearGradient></defs>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#sky)"/>`,
    `<circle cx="${random.whole(30, 290)}" cy="${random.whole(22, 60)}" r="12" fill="#ffffff" fill-opacity="0.6"/>`,
    DECKS[ship.type](random, left, length, deck),
    `<path d="${body}" fill="${hull}"/>`,
    rect(0, WATERLINE + 3, WIDTH, HEIGHT - WATERLINE - 3, '#2f6f86'),
    waves,
    '</svg>',
  ].join('');
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeXml = (text: string): string => text.replace(/[&<>"']/g, char => ENTITIES[char] as string);
